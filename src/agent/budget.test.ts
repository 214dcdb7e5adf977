import { expect, it } from 'vitest'
import type { CallRecord, Plan } from '#contracts/calls.ts'
import type { Failure } from '#contracts/failure.ts'
import { Budget } from './budget.ts'

const LIMITS = { steps: 3, calls: 4, sameFailures: 2, identicalCalls: 3 }

/** A plan; only its canonical arguments count here. */
function planned(name: string, canonicalArguments: string): Plan {
  return {
    status: 'planned',
    callId: 'c',
    source: 'provider',
    tool: name,
    group: 'g',
    arguments: {},
    canonicalArguments,
    target: { kind: 'none', value: '' },
    declaredRisk: 'read-only-local',
    effectiveRisk: 'read-only-local',
    digest: 'd',
  }
}
const INVALID: Plan = {
  status: 'invalid',
  callId: 'c',
  source: 'provider',
  tool: 'ls',
  failure: { stage: 'parameters', kind: 'invalid', message: '', retryable: false },
}

function settled(
  name: string,
  rawArguments: string,
  message?: string,
  plan: Plan = planned(name, rawArguments),
): CallRecord {
  const failure: Failure | undefined =
    message === undefined ? undefined : { stage: 'execution', kind: 'not-found', message, retryable: false }
  const call = { id: 'c', providerId: null, name, rawArguments, position: 0, source: 'provider' as const }
  return {
    taskId: 's',
    callId: 'c',
    turnId: 't',
    messageSeq: 0,
    position: 0,
    call,
    state: 'settled',
    plannedAt: 0,
    plan,
    outcome: {
      status: failure === undefined ? 'ok' : 'failed',
      model: [],
      client: { kind: 'text', summary: '', text: '' },
      durable: null,
      ...(failure === undefined ? {} : { failure }),
    },
  }
}

it('ends after so many requests', () => {
  const budget = new Budget(LIMITS)
  const spent = [0, 1, 2].map(() => {
    budget.step()
    return budget.spent
  })
  expect(spent).toEqual([null, null, 'It made 3 requests to the model in one turn.'])
})

it('ends after so many calls, and knows how many are left', () => {
  const budget = new Budget(LIMITS)
  const left = [0, 1, 2, 3].map((n) => {
    budget.answered([settled('ls', `{"n":${n}}`)])
    return budget.callsLeft
  })
  expect({ left, spent: budget.spent }).toEqual({ left: [3, 2, 1, 0], spent: 'It made 4 tool calls in one turn.' })
})

it('what was refused before the gate uses up no calls', () => {
  const budget = new Budget(LIMITS)
  budget.answered(Array.from({ length: 10 }, (_, n) => settled('ls', `{"n":${n}`, undefined, INVALID)))
  expect({ left: budget.callsLeft, spent: budget.spent }).toEqual({ left: 4, spent: null })
})

it('knows the same call again, in whatever order its arguments came', () => {
  const budget = new Budget(LIMITS)
  for (const raw of ['{"a":1,"b":2}', '{"b":2,"a":1}', '{ "a": 1, "b": 2 }'])
    budget.answered([settled('ls', raw, undefined, planned('ls', '{"a":1,"b":2}'))])
  expect({ spent: budget.spent, repeats: budget.repeats }).toEqual({
    spent: 'It made the same call of ls 3 times in a row.',
    repeats: true,
  })
})

it('sees one failure through its numbers, paths and quotes', () => {
  const budget = new Budget(LIMITS)
  budget.answered([settled('read_file', '{"path":"a"}', 'There is no "a" at /workspace/a, line 7.')])
  expect(budget.spent).toBeNull()
  budget.answered([settled('read_file', '{"path":"b"}', 'There is no "b" at /workspace/b, line 12.')])
  expect({ spent: budget.spent, repeats: budget.repeats }).toEqual({
    spent: 'read_file failed the same way 2 times: There is no "b" at /workspace/b, line 12.',
    repeats: true,
  })
})

it('keeps different failures and different tools apart', () => {
  const budget = new Budget({ ...LIMITS, calls: 100 })
  budget.answered([settled('read_file', '1', 'It is gone.')])
  budget.answered([settled('read_file', '2', 'It is binary.')])
  budget.answered([settled('ls', '3', 'It is gone.')])
  expect(budget.spent).toBeNull()
})

it('does not take a person who says no for a failure', () => {
  const budget = new Budget({ ...LIMITS, calls: 100 })
  for (const raw of ['1', '2', '3', '4']) {
    const record = settled('execute', raw, 'The user denied it.')
    if (record.outcome !== undefined) record.outcome.status = 'denied'
    budget.answered([record])
  }
  expect(budget.spent).toBeNull()
})

it('sees the same call made again and again, and only in a row', () => {
  const budget = new Budget({ ...LIMITS, calls: 100 })
  for (const raw of ['a', 'a', 'b', 'a', 'a']) budget.answered([settled('ls', raw)])
  expect(budget.spent).toBeNull()
  budget.answered([settled('ls', 'a')])
  expect(budget.spent).toBe('It made the same call of ls 3 times in a row.')
})
