import { beforeAll, describe, expect, it } from 'vitest'
import type { PlannedCall } from '#contracts/calls.ts'
import type { JsonObject } from '#contracts/json.ts'
import { MODES, type Mode } from '#contracts/risk.ts'
import type { Rule, RuleTarget } from '#contracts/rules.ts'
import type { SessionAllowance } from '#contracts/sessions.ts'
import { ALIASES } from '#tools/aliases.ts'
import { createRegistry } from '#tools/registry.ts'
import { GROUPS } from '#tools/specs.ts'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { planCall, specOf } from '../plan.ts'
import { findAllowance, sessionScope } from './allowance.ts'
import { classesOf } from './classes-of.ts'
import { loadCommandSafety } from './command-safety.ts'
import { decide } from './decide.ts'
import { offersOf } from './offers.ts'
import { analysisOf } from './rules/analysis-of.ts'
import { ruleWords } from './rules/rule-words.ts'

const grammar = createShellGrammar()
const tools = createRegistry(GROUPS, ALIASES)
beforeAll(async () => {
  await Promise.all([grammar.load(), loadCommandSafety()])
})

function planned(name: string, args: JsonObject): PlannedCall {
  const rawArguments = JSON.stringify(args)
  const call = { id: 'c', providerId: null, name, rawArguments, position: 0, source: 'provider' } as const
  const plan = planCall(call, tools, { reason: () => null }, '/workspace', grammar)
  if (plan.status !== 'planned') throw new Error(plan.failure.message)
  return plan
}
const write = (path: string) => planned('write_file', { path, content: 'x' })
const run = (command: string, more: JsonObject = {}) => planned('execute', { command, ...more })
function analysed(plan: PlannedCall) {
  const spec = specOf(tools, plan.tool)
  if (spec === undefined) throw new Error('There is no such tool.')
  return analysisOf(spec, plan, grammar)
}
interface Given {
  mode?: Mode
  rules?: readonly Rule[]
  allowances?: readonly SessionAllowance[]
  trusted?: boolean
}
function decided(plan: PlannedCall, { mode = 'ask', rules = [], allowances = [], trusted = true }: Given = {}) {
  const facts = { rules, unreadable: null, trusted }
  return decide(plan, { mode, allowances, rules: facts, analysis: analysed(plan), outbound: null, objection: null }, 0)
}
function offered(plan: PlannedCall, given: Given = {}) {
  const offers = offersOf(plan, analysed(plan), decided(plan, given), given.trusted ?? true, 'here')
  const rule = offers.ruleOf()
  return [offers.scope?.words ?? null, rule === null ? null : ruleWords(rule, ''), offers.unoffered]
}
const rule = (target: RuleTarget, source: Rule['source'] = 'user', tool = '*'): Rule => ({
  id: 'r',
  verdict: 'allow',
  tool,
  target,
  agentId: 'default',
  workspaceId: null,
  source,
  createdAt: 0,
})
const glob = (text: string): RuleTarget => ({ kind: 'path', glob: text })
const ANY: RuleTarget = { kind: 'any' }

/** Files that say what runs later, what an agent is to do or what programs are set to. */
const STEERING = [
  '.sallyport/rules.json',
  '.git/hooks/pre-commit',
  'sub/.git/config',
  'AGENTS.md',
  'docs/CLAUDE.md',
  '.agents/skills/release/SKILL.md',
  '.env',
  'app/.env.local',
  '.npmrc',
  'home/.bashrc',
]

describe('an approval for the session', () => {
  it.each([
    ['a.txt', 'write_file of a.txt'],
    ['src/a.txt', 'write_file under src/'],
    ['src/deep/a.txt', 'write_file under src/deep/'],
  ])('of %s offers "%s"', (path, words) => {
    expect(offered(write(path))[0]).toBe(words)
  })

  it('of a file in the root covers that file, and none that lies in the root or below it', () => {
    const given = write('a.txt')
    const scope = sessionScope(given, classesOf(given, analysed(given)))
    const allowances = [{ key: scope?.key ?? '', tool: 'write_file', scope: '', at: 0 }]
    const covered = ['a.txt', './a.txt', 'b.txt', 'package.json', 'src/a.txt', ...STEERING].filter((path) => {
      const plan = write(path)
      return findAllowance(plan, classesOf(plan, analysed(plan)), allowances) !== undefined
    })
    expect(covered).toEqual(['a.txt', './a.txt'])
  })

  it('of a folder covers no file in it that steers later work', () => {
    const given = write('app/a.txt')
    const scope = sessionScope(given, classesOf(given, analysed(given)))
    const allowances = [{ key: scope?.key ?? '', tool: 'write_file', scope: '', at: 0 }]
    const outcomes = ['app/b.txt', 'app/AGENTS.md', 'app/.env.local', 'app/.git/config', 'app/skills/SKILL.md'].map(
      (path) => decided(write(path), { allowances }).outcome,
    )
    expect(outcomes).toEqual(['run', 'ask', 'ask', 'ask', 'ask'])
  })
})

describe('an allow rule', () => {
  it.each(STEERING)('that is wider than %s does not cover it; one that names it may', (path) => {
    const wide = [ANY, glob('**'), glob('**/*.*'), glob('.*/**'), glob('{src,docs}/**')]
    expect(wide.map((target) => decided(write(path), { rules: [rule(target)] }).outcome)).toEqual(wide.map(() => 'ask'))
    expect(decided(write(path), { rules: [rule(glob(path))] }).outcome).toBe('run')
  })

  it('of commands covers none whose further words name such a file', () => {
    const copies = rule({ kind: 'command', commands: [{ words: ['cp'], more: true }] })
    const named = rule({ kind: 'command', commands: [{ words: ['cp', 'a', 'AGENTS.md'], more: false }] })
    expect([
      decided(run('cp a b'), { rules: [copies] }).outcome,
      decided(run('cp a AGENTS.md'), { rules: [copies] }).outcome,
      decided(run('cp a AGENTS.md'), { rules: [rule(ANY)] }).outcome,
      decided(run('cp a AGENTS.md'), { rules: [named] }).outcome,
    ]).toEqual(['run', 'ask', 'ask', 'run'])
  })

  it('that may not let the call run is named in the reason and in the trail', () => {
    const removal = decided(run('rm a.txt'), { mode: 'edit', rules: [rule(ANY, 'file')] })
    expect([removal.outcome, removal.reason, removal.trail.map(({ verdict }) => verdict)]).toEqual([
      'ask',
      expect.stringMatching(/; edit mode asks first\..* A rule allows it, but not a call of this class\.$/u),
      expect.arrayContaining(['a rule allows it, but not a call of this class']),
    ])
    const steering = decided(write('AGENTS.md'), { rules: [rule(ANY)] })
    expect(steering.reason).toContain('A rule allows it, but not AGENTS.md, which steers later work')
    // One that says nothing of the call is not spoken of.
    expect(decided(run('rm a.txt'), { rules: [rule(glob('src/**'), 'file')] }).reason).not.toContain('A rule')
  })
})

it('what decides about later calls is asked about, in each mode that changes files', () => {
  for (const call of [write('.sallyport/rules.json'), run('cp a .sallyport/rules.json'), run('echo > .sallyport/x')])
    expect(MODES.map((mode) => decided(call, { mode }).outcome)).toEqual(['block', 'ask', 'ask', 'ask', 'deny'])
})

describe('what is not offered', () => {
  it.each<[what: string, plan: () => PlannedCall, given: Given, offered: (string | null)[]]>([
    [
      'nothing is missing',
      () => write('src/a.ts'),
      {},
      ['write_file under src/', 'Allow `write_file` for `src/a.ts`', null],
    ],
    [
      'its class is asked about every time',
      () => run('rm a'),
      {},
      [null, null, 'Only once: calls of this class are asked about every time.'],
    ],
    [
      'the workspace is not trusted',
      () => run('npm test'),
      { trusted: false },
      [null, null, 'Only once: this workspace is not trusted.'],
    ],
    [
      'the workspace is not trusted, and it runs nothing of it',
      () => write('a.txt'),
      { trusted: false },
      [null, 'Allow `write_file` for `a.txt`', 'Not for the session: this workspace is not trusted.'],
    ],
    [
      'the file steers later work',
      () => write('AGENTS.md'),
      {},
      [null, 'Allow `write_file` for `AGENTS.md`', 'Not for the session: the file steers later work.'],
    ],
    [
      'its output goes to a file',
      () => run('npm test > log'),
      {},
      [
        'exactly `npm test > log`',
        null,
        'No rule: it would be made of the command’s words, without its redirections and what it is fed.',
      ],
    ],
    [
      'a rule asks about it',
      () => write('a.txt'),
      { rules: [{ ...rule(ANY), verdict: 'ask' }] },
      [null, null, 'Only once: a rule asks about it each time.'],
    ],
  ])('is explained: %s', (_what, plan, given, expected) => {
    expect(offered(plan(), given)).toEqual(expected)
  })
})

describe('a command that writes', () => {
  it('becomes a rule where its words name what it writes', () => {
    const command = 'mkdir -p out && cp src/c.txt out/'
    expect(offered(run(command))[1]).toBe(
      'Allow `execute` for scripts of nothing but `mkdir -p out` and `cp src/c.txt out/`',
    )
    const made = offersOf(run(command), analysed(run(command)), { rung: 'mode' }, true, 'here').ruleOf()
    const rules = made === null ? [] : [{ ...made, id: 'r', createdAt: 0 }]
    expect(
      [command, 'cp src/c.txt out/', 'cp src/d.txt out/', 'cp src/c.txt out/ > log', 'cp src/c.txt out/; rm a'].map(
        (text) => decided(run(text), { rules }).outcome,
      ),
    ).toEqual(['run', 'run', 'ask', 'ask', 'ask'])
  })

  it.each(['cp a b > log', 'echo x > a', 'cat a >> b', 'cp $(ls) out/', 'cp *.c out/', 'echo x | tee > a'])(
    '%s becomes none',
    (command) => {
      expect(offered(run(command))[1]).toBeNull()
    },
  )
})
