import { beforeAll, describe, expect, it } from 'vitest'
import type { FinalizedCall, Plan } from '#contracts/calls.ts'
import { ALIASES } from '#tools/aliases.ts'
import { createRegistry } from '#tools/registry.ts'
import { GROUPS } from '#tools/specs.ts'
import { availability } from './build.ts'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { loadGrammarFor, planCall, refuseAfterQuestions } from './plan.ts'

const tools = createRegistry(GROUPS, ALIASES)
const all = availability(new Set(['sandbox', 'human']))

function call(name: string, args: unknown, more: Partial<FinalizedCall> = {}): FinalizedCall {
  const rawArguments = typeof args === 'string' ? args : JSON.stringify(args)
  return { id: 'c1', providerId: null, name, rawArguments, position: 0, source: 'provider', ...more }
}

const grammar = createShellGrammar()
beforeAll(() => loadGrammarFor(['execute'], tools, grammar))
const planned = (name: string, args: unknown): Plan => planCall(call(name, args), tools, all, '/workspace', grammar)
const failureOf = (plan: Plan): unknown =>
  plan.status === 'planned' ? plan : { status: plan.status, stage: plan.failure.stage, kind: plan.failure.kind }

describe('a command', () => {
  it('counts as able to do anything while the grammar is not loaded', () => {
    const unread = planCall(call('execute', { command: 'ls' }), tools, all, '/workspace', createShellGrammar())
    expect([planned('execute', { command: 'ls' }), unread]).toMatchObject([
      { effectiveRisk: 'read-only-local' },
      { effectiveRisk: 'destructive-local' },
    ])
  })

  it('has the class of where it starts', () => {
    const at = (cwd: string, args: object): Plan => planCall(call('execute', args), tools, all, cwd, grammar)
    expect([
      at('/workspace', { command: 'echo x > a' }),
      at('/etc', { command: 'echo x > a' }),
      at('/workspace', { command: 'echo x > a', cwd: '../etc' }),
    ]).toMatchObject([
      { effectiveRisk: 'workspace-write' },
      { effectiveRisk: 'destructive-local' },
      { effectiveRisk: 'destructive-local' },
    ])
  })
})

describe('a plan that holds', () => {
  it('binds tool, arguments, target and risk in one digest', () => {
    const a = planned('write_file', { path: 'src/a.ts', content: 'x' })
    const reordered = planned('write_file', { content: 'x', path: 'src/a.ts' })
    const spelled = planned('write_file', { path: './src/../src/a.ts', content: 'x' })
    const other = planned('write_file', { path: 'src/a.ts', content: 'y' })
    if (
      a.status !== 'planned' ||
      reordered.status !== 'planned' ||
      spelled.status !== 'planned' ||
      other.status !== 'planned'
    )
      throw new Error('not planned')
    expect(a.target).toEqual({ kind: 'path', value: '/workspace/src/a.ts' })
    expect(reordered.digest).toBe(a.digest)
    expect(spelled.target).toEqual(a.target)
    expect(other.digest).not.toBe(a.digest)
  })

  it('resolves an alias and remembers how it was called', () => {
    expect(planned('bash', { command: 'ls' })).toMatchObject({
      status: 'planned',
      tool: 'execute',
      calledAs: 'bash',
      declaredRisk: 'destructive-local',
      effectiveRisk: 'read-only-local',
    })
  })

  it('keeps the declared class for a command that is not plainly read-only', () => {
    expect(planned('execute', { command: 'rm -rf build' })).toMatchObject({ effectiveRisk: 'destructive-local' })
  })

  it('takes no arguments at all as an empty object', () => {
    expect(planCall(call('current_time', ''), tools, all, '/workspace')).toMatchObject({
      status: 'planned',
      arguments: {},
    })
  })
})

describe('a plan that fails says where', () => {
  it.each([
    ['an unknown name', 'write_fil', { path: 'a' }, { status: 'invalid', stage: 'discovery', kind: 'unknown-tool' }],
    ['an inherited name', 'constructor', {}, { status: 'invalid', stage: 'discovery', kind: 'unknown-tool' }],
    ['a prototype name', '__proto__', {}, { status: 'invalid', stage: 'discovery', kind: 'unknown-tool' }],
    [
      'JSON that is cut',
      'write_file',
      '{"path":"a","content":"b',
      { status: 'invalid', stage: 'parameters', kind: 'malformed-arguments' },
    ],
    ['an array', 'write_file', '[]', { status: 'invalid', stage: 'parameters', kind: 'malformed-arguments' }],
    ['a string', 'write_file', '"{}"', { status: 'invalid', stage: 'parameters', kind: 'malformed-arguments' }],
    [
      'a missing argument',
      'write_file',
      { path: 'a' },
      { status: 'invalid', stage: 'parameters', kind: 'missing-arguments' },
    ],
    [
      'a wrong type',
      'write_file',
      { path: 1, content: 'x' },
      { status: 'invalid', stage: 'parameters', kind: 'schema-violation' },
    ],
    [
      'an unknown argument',
      'write_file',
      { path: 'a', content: 'x', mode: 7 },
      { status: 'invalid', stage: 'parameters', kind: 'schema-violation' },
    ],
  ])('%s', (_, name, args, expected) => {
    expect(failureOf(planned(name, args))).toEqual(expected)
  })

  it('names the closest tools and the failing path', () => {
    const unknown = planned('write_fil', {})
    const wrong = planned('read_file', { path: 'a', offset: 'ten' })
    if (unknown.status === 'planned' || wrong.status === 'planned') throw new Error('planned')
    expect(unknown.failure.detail?.['closest']).toContain('write_file')
    expect(wrong.failure.message).toContain('offset')
  })

  it('repeats of a name that the model made up no more than a name can be long', () => {
    const name = 'make_everything_'.repeat(16)
    const plan = planned(name, {})
    expect(plan).toMatchObject({ status: 'invalid', tool: name })
    expect(plan.status === 'planned' ? '' : plan.failure.message).toBe(
      `There is no tool named "${name.slice(0, 64)}…". Nothing was run.`,
    )
  })

  it('is unavailable, not unknown, where the run lacks a service', () => {
    const plan = planCall(call('execute', { command: 'ls' }), tools, availability(new Set(['human'])), '/workspace')
    expect(failureOf(plan)).toEqual({ status: 'unavailable', stage: 'discovery', kind: 'unavailable' })
  })
})

describe('a question in the middle of a turn', () => {
  const question = planned('ask_user_question', { question: 'Which?' })
  const write = planned('write_file', { path: 'a', content: 'x' })
  const read = planned('read_file', { path: 'a' })

  it('lets earlier calls and later reads stand, and refuses later changes', () => {
    const statuses = refuseAfterQuestions([write, question, read, write], tools).map((plan) =>
      plan.status === 'planned' ? 'planned' : plan.failure.kind,
    )
    expect(statuses).toEqual(['planned', 'planned', 'planned', 'not-alone'])
  })
})
