import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { plainAnalysis, type CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { Decision } from '#contracts/decisions.ts'
import { MODES, RISK_CLASSES, RISK_WORDS, type Mode, type RiskClass } from '#contracts/risk.ts'
import { RuleSource, type Rule, type RuleTarget, type RuleVerdict } from '#contracts/rules.ts'
import { ALIASES } from '#tools/aliases.ts'
import { createRegistry } from '#tools/registry.ts'
import { executeSpec } from '#tools/shell/spec.ts'
import { GROUPS } from '#tools/specs.ts'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { z } from '#contracts/zod.ts'
import { planCall } from '../plan.ts'
import { sessionScope } from './allowance.ts'
import { carriesOut } from './carries-out.ts'
import { classesOf } from './classes-of.ts'
import { loadCommandSafety } from './command-safety.ts'
import { decide, type GateFacts } from './decide.ts'
import { MATRIX } from './matrix.ts'
import { analysisOf } from './rules/analysis-of.ts'
import { readOrigin } from './rules/read-origin.ts'
import { suggestRule } from './rules/suggest-rule.ts'

const grammar = createShellGrammar()
const tools = createRegistry(GROUPS, ALIASES)
beforeAll(async () => {
  await Promise.all([grammar.load(), loadCommandSafety()])
})

const corpus = z
  .array(z.looseObject({ command: z.string() }))
  .parse(JSON.parse(readFileSync(new URL('corpora/commands.json', import.meta.url), 'utf8')))
  .map(({ command }) => command)

function planned(command: string, more: { cwd?: string; stdin?: string } = {}, start = '/workspace'): PlannedCall {
  const plan = planCall(
    {
      id: 'call_1',
      providerId: null,
      name: 'execute',
      rawArguments: JSON.stringify({ command, ...more }),
      position: 0,
      source: 'provider',
    },
    tools,
    { reason: () => null },
    start,
    grammar,
  )
  if (plan.status !== 'planned') throw new Error(plan.failure.message)
  return plan
}
const analysed = (plan: PlannedCall): CallAnalysis => analysisOf(executeSpec, plan, grammar)
const decided = (plan: PlannedCall, mode: Mode, rules: readonly Rule[], more: Partial<GateFacts> = {}): Decision =>
  decide(
    plan,
    {
      mode,
      allowances: [],
      rules: { rules, unreadable: null, trusted: true },
      analysis: analysed(plan),
      outbound: null,
      objection: null,
      ...more,
    },
    0,
  )
const rule = (verdict: RuleVerdict, target: RuleTarget, more: Partial<Rule> = {}): Rule => ({
  id: 'r',
  verdict,
  tool: '*',
  target,
  agentId: 'default',
  workspaceId: null,
  source: 'user',
  createdAt: 0,
  ...more,
})
const ANY = { kind: 'any' } as const
const at = (origin: string) => ({ kind: 'address', origin }) as const
const outcomes = (command: string, rules: readonly Rule[]): Record<string, string> => {
  const plan = planned(command)
  return Object.fromEntries(MODES.map((mode) => [mode, decided(plan, mode, rules).outcome]))
}

/** How strict an outcome is. */
const STRICTNESS: Readonly<Record<Decision['outcome'], number>> = { run: 0, none: 0, ask: 1, deny: 2, block: 2 }

describe('a command beside another', () => {
  const target = fc.constantFrom<RuleTarget>(
    ANY,
    { kind: 'path', glob: '**' },
    { kind: 'path', glob: '**/.env' },
    { kind: 'command', commands: [{ words: ['git'], more: true }] },
    { kind: 'command', commands: ['rm', 'cat', 'curl', 'npm', 'ls'].map((word) => ({ words: [word], more: true })) },
    at('https://example.com'),
    at('https://*.example.com'),
  )
  const rules = fc.array(
    fc
      .tuple(
        fc.constantFrom<RuleVerdict>('allow', 'allow', 'allow', 'ask', 'deny'),
        target,
        fc.constantFrom(...RuleSource.options),
      )
      .map(([verdict, about, source]) => rule(verdict, about, { source })),
    { maxLength: 4 },
  )

  it('never loosens what is decided about that one, in any mode, under any rules', () => {
    // What does not parse alone may be the half of something else.
    const whole = corpus.filter((command) => grammar.parse(command).ok)
    fc.assert(
      fc.property(
        fc.constantFrom(...whole),
        fc.constantFrom(...corpus),
        fc.boolean(),
        rules,
        fc.boolean(),
        (one, other, first, ruled, trusted) => {
          const alone = planned(one)
          const both = planned(first ? `${one}\n${other}` : `${other}\n${one}`)
          const facts = { rules: { rules: ruled, unreadable: null, trusted } }
          for (const mode of MODES) {
            const before = decided(alone, mode, ruled, facts).outcome
            const after = decided(both, mode, ruled, facts).outcome
            if (STRICTNESS[after] < STRICTNESS[before])
              expect({ one, other, first, mode, after }).toEqual({ one, other, first, mode, after: before })
          }
        },
      ),
      { seed: 2, numRuns: 4_000 },
    )
  })

  it('hides none of its classes from the matrix: the strictest cell counts', () => {
    const strictness = ['run', 'ask', 'rule', 'deny', 'block']
    const named = { rule: 'deny' } as Record<string, string>
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...RISK_CLASSES), { minLength: 1 }), (classes) => {
        for (const mode of MODES) {
          const [strictest = ''] = classes
            .map((risk) => MATRIX[risk][mode])
            .toSorted((a, b) => strictness.indexOf(b) - strictness.indexOf(a))
          const risk = RISK_CLASSES.findLast((each) => classes.includes(each)) ?? 'sandbox-escape'
          const plan = { ...planned('ls'), effectiveRisk: risk }
          const { outcome, effectiveRisk } = decided(plan, mode, [], { analysis: { ...plainAnalysis(risk), classes } })
          expect([outcome, effectiveRisk]).toEqual([named[strictest] ?? strictest, risk])
        }
      }),
    )
  })

  it.each(['cat .env', 'gh auth token', 'curl -u me:pw https://example.com', 'cat ~/.ssh/id_rsa'])(
    '%s is asked about whatever a rule allows, also with rm or mv beside it',
    (secret) => {
      for (const command of [secret, `${secret}; rm -f z`, `mv a b; ${secret}`])
        expect([command, outcomes(command, [rule('allow', ANY)])]).toEqual([
          command,
          { plan: 'block', ask: 'ask', edit: 'ask', auto: 'ask', headless: 'deny' },
        ])
    },
  )

  it('makes no rule and no session allowance of what may become none alone', () => {
    const offered = (command: string) => {
      const plan = planned(command)
      const analysis = analysed(plan)
      return [suggestRule(plan, analysis, 'w'), sessionScope(plan, classesOf(plan, analysis))?.words ?? null]
    }
    expect(['npm test; gh auth token', 'gh auth token; rm -f z'].map(offered)).toEqual([
      [null, null],
      [null, null],
    ])
  })

  it('hides none of what carries data out', () => {
    for (const command of ['nc example.com 80 < notes', 'git push', 'ssh example.com', 'gh auth token']) {
      const found = [command, `${command}; rm z`].map((script) => {
        const plan = planned(script)
        return carriesOut(plan, analysed(plan), false)
      })
      expect([command, ...found]).toEqual([command, true, true])
    }
  })

  it('is asked about by its own words: the class that decided', () => {
    expect(decided(planned('curl https://example.com/a > a.json'), 'edit', []).reason).toBe(
      `It ${RISK_WORDS['read-only-network']}; edit mode asks first.`,
    )
  })
})

describe('origins', () => {
  const many = Array.from({ length: 200 }, (_, i) => `curl https://a${i}.example.com`).join('; ')

  it('are all held against a rule, however many there are', () => {
    const script = `${many}; curl https://evil.dev/x`
    expect([
      outcomes(many, [rule('allow', at('https://*.example.com'))])['ask'],
      outcomes(script, [rule('allow', at('https://*.example.com'))])['ask'],
      outcomes(script, [rule('deny', at('https://evil.dev'))])['auto'],
      outcomes(script, [rule('ask', at('https://evil.dev'))])['auto'],
    ]).toEqual(['run', 'ask', 'deny', 'ask'])
  })

  it.each([
    ['curl https://evil.dev', 'deny'],
    ['curl http://evil.dev:8080', 'deny'],
    ['git clone https://evil.dev/x', 'deny'],
    ['git ls-remote git@evil.dev:a/b', 'deny'],
    ['npm view x --registry=https://evil.dev', 'deny'],
    ['ping EVIL.dev', 'deny'],
    ["nc ev''il.de\\v 80", 'deny'],
    ['x=evil; nc $x.dev 80', 'deny'],
    ['nc evil.dev. 80', 'deny'],
    ['$X evil.dev', 'deny'],
    ['curl https://sub.evil.dev', 'run'],
    ['curl https://notevil.dev', 'run'],
    ['curl https://evil.dev.example.com', 'run'],
    ['grep evil.dev notes.md', 'run'],
    ['curl https://example.com', 'run'],
  ])('a rule that denies one holds %s: %s', (command, outcome) => {
    expect(outcomes(command, [rule('deny', at('https://evil.dev'))])['auto']).toBe(outcome)
  })

  it.each([
    ['https://*.evil.dev', 'ping a.b.evil.dev', 'deny'],
    ['https://*.evil.dev', 'ping evil.dev', 'run'],
    ['http://127.0.0.1', 'ping 2130706433', 'deny'],
    ['http://[::1]:8080', 'ping ::1', 'deny'],
    ['https://bücher.example', 'ping bücher.example', 'deny'],
  ])('a rule for %s holds %s: %s', (text, command, outcome) => {
    expect(outcomes(command, [rule('deny', at(readOrigin(text)))])['auto']).toBe(outcome)
  })
})

describe('a session allowance of a command', () => {
  const covers = (given: PlannedCall, asked: PlannedCall): boolean => {
    const scope = sessionScope(given, classesOf(given, analysed(given)))
    if (scope === null) throw new Error('Nothing is offered.')
    const allowances = [{ key: scope.key, tool: 'execute', scope: scope.words, at: 0 }]
    return decided(asked, 'ask', [], { allowances }).outcome === 'run'
  }
  const words = (plan: PlannedCall) => sessionScope(plan, classesOf(plan, analysed(plan)))?.words

  it('says its folder and that it is fed', () => {
    expect([
      words(planned('npm test')),
      words(planned('npm test', { cwd: 'safe' })),
      words(planned('cat > a.sh', { stdin: 'x' })),
    ]).toEqual(['exactly `npm test`', 'exactly `npm test` in safe', 'exactly `cat > a.sh`, fed with exactly this'])
  })

  it('covers that text in that folder with that input alone, whatever a text feigns', () => {
    const safe = planned('npm test', { cwd: 'safe' })
    const fed = planned('cat > a.sh', { stdin: 'echo a' })
    expect([
      covers(safe, planned('npm test', {}, '/workspace/safe')),
      covers(safe, planned('npm test')),
      covers(safe, planned('npm test\n# in /workspace/safe')),
      covers(planned('npm test\n# in /workspace/safe'), safe),
      covers(fed, planned('cat > a.sh', { stdin: 'echo a' })),
      covers(fed, planned('cat > a.sh', { stdin: 'rm -rf x' })),
      covers(fed, planned('cat > a.sh')),
    ]).toEqual([true, false, false, false, true, false, false])
  })

  it('and the digest of a plan know no two calls as one that differ in text, folder or input', () => {
    const part = fc.constantFrom('a', 'b', '\n# in /workspace/a', 'echo a\n# in /workspace/b', 'echo a')
    const folder = fc.constantFrom('/workspace', '/workspace/a', '/workspace/b')
    const call = fc.tuple(part, folder, fc.constantFrom('', 'x', 'y'))
    fc.assert(
      fc.property(call, call, (one, other) => {
        const [a, b] = [one, other].map(([command, cwd, stdin]) => planned(command, { cwd, stdin }))
        const same = JSON.stringify(one) === JSON.stringify(other)
        const key = (plan: PlannedCall | undefined) =>
          plan === undefined ? '' : sessionScope(plan, ['workspace-write'])?.key
        expect([one, other, a?.digest === b?.digest, key(a) === key(b)]).toEqual([one, other, same, same])
      }),
    )
  })
})

it('an allow rule covers neither what no word of a script tells nor steering files in one that cannot be resolved', () => {
  const git = rule('allow', { kind: 'command', commands: [{ words: ['git'], more: true }] })
  const tried = ['git status', 'git init\n(( ${x[$(rm y)]} ))', 'git init; echo ${x[$(rm y)]}']
  expect(tried.map((script) => outcomes(script, [git])['ask'])).toEqual(['run', 'ask', 'ask'])
  const unresolved = ['CDPATH=src cd x; : > y', 'CDPATH=src cd x; cd .git; : > config', 'CDPATH=.git cd hooks; : > x']
  expect(unresolved.map((script) => outcomes(script, [rule('allow', ANY)])['ask'])).toEqual(['run', 'ask', 'ask'])
})

it('a folder relative to where the last command ended counts once', () => {
  const plan = planned('echo x > f', { cwd: '..' }, '/workspace/a')
  expect([plan.target, plan.effectiveRisk, analysed(plan).risk]).toEqual([
    { kind: 'command', value: 'echo x > f' },
    'workspace-write',
    'workspace-write',
  ])
})

it('effects that are not named are counted, and one of each class is named', () => {
  const script = [...Array.from({ length: 14 }, (_, i) => `rm f${i}`), 'curl -d @a https://example.com', 'echo x > a']
  const { effects, classes } = analysed(planned(script.join('\n')))
  const expected: RiskClass[] = ['destructive-local', 'external-side-effect', 'workspace-write']
  expect([classes, effects]).toEqual([
    expected,
    [...Array.from({ length: 9 }, (_, i) => `deletes f${i}`), 'sends data to example.com', 'writes a', 'and 6 more'],
  ])
})
