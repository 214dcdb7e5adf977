import { expect, it } from 'vitest'
import type { CallRecord } from '#contracts/calls.ts'
import type { Decision } from '#contracts/decisions.ts'
import { createRegistry } from '#tools/registry.ts'
import { GROUPS } from '#tools/specs.ts'
import { manualClock } from '#world/manual-clock.ts'
import { Journal } from './journal.ts'
import { cancelledOutcome } from './outcome.ts'

const FAILURE = { stage: 'discovery', kind: 'unknown-tool', message: 'There is none.', retryable: false } as const
const CALL = { id: 'c', providerId: null, name: 'x', rawArguments: '{}', position: 0, source: 'provider' } as const
const PLAN = { status: 'invalid', callId: 'c', source: 'provider', tool: 'x', failure: FAILURE } as const
const RUN: Decision = {
  outcome: 'run',
  rung: 'mode',
  declaredRisk: null,
  effectiveRisk: null,
  reason: '',
  trail: [],
  at: 0,
}

/** A journal whose writes end only when they are released, and what it wrote. */
function slowJournal() {
  const written: CallRecord[] = []
  const waiting: (() => void)[] = []
  const saveCall = async (record: CallRecord): Promise<void> => {
    written.push(structuredClone(record))
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const shown: string[] = []
  const emit = (event: { type: string }): void => void shown.push(event.type)
  const journal = new Journal({ saveCall }, emit, createRegistry(GROUPS), manualClock())
  const record = journal.planned('s', 't', 0, CALL, PLAN)
  /** Lets every write end, those too that begin once the one before has; at most one for each of the moves. */
  const end = async (moves: readonly Promise<unknown>[]) => {
    const settled = Promise.allSettled(moves)
    for (let round = 0; round <= moves.length; round += 1) {
      for (const release of waiting.splice(0)) release()
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
    return (await settled).map(({ status }) => status)
  }
  return { journal, record, written, shown, end }
}

it('settled by several at once, a call keeps the first outcome, stored and shown once', async () => {
  const { journal, record, written, shown, end } = slowJournal()
  const first = cancelledOutcome('First.', false)
  const said = await end([
    journal.settled(record, first),
    journal.settled(record, cancelledOutcome('Second.', false)),
    journal.settled(record, cancelledOutcome('Third.', false)),
  ])
  expect({ said, stored: written.map(({ outcome }) => outcome), kept: record.outcome, shown }).toEqual({
    said: ['fulfilled', 'fulfilled', 'fulfilled'],
    stored: [first],
    kept: first,
    shown: ['call'],
  })
})

it('settled while other moves wait, it is not started afterwards', async () => {
  const { journal, record, written, end } = slowJournal()
  const said = await end([
    journal.started(record, RUN),
    journal.settled(record, cancelledOutcome('Stopped.', true)),
    journal.started(record, RUN),
  ])
  expect([said, written.map(({ state }) => state), record.state]).toEqual([
    ['fulfilled', 'fulfilled', 'rejected'],
    ['started', 'settled'],
    'settled',
  ])
})

it('a move that storage refused holds up no later one', async () => {
  let fails = true
  const saveCall = async (): Promise<void> => {
    if (fails) throw new Error('The disk is full.')
  }
  const journal = new Journal({ saveCall }, () => {}, createRegistry(GROUPS), manualClock())
  const record = journal.planned('s', 't', 0, CALL, PLAN)
  await expect(journal.started(record, RUN)).rejects.toThrow('The disk is full.')
  fails = false
  await journal.settled(record, cancelledOutcome('Stopped.', false))
  expect([record.state, record.startedAt]).toEqual(['settled', undefined])
})
