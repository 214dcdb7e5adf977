import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '#contracts/ports/store.ts'
import { memoryStorage, openStorage } from './open-storage.ts'
import {
  sampleAgentMessage,
  sampleApproval,
  sampleCall,
  sampleProvider,
  sampleQuestion,
  sampleRule,
  sampleSession,
  sampleUserMessage,
} from './store-samples.ts'

const SESSIONS = ['a', 'b', 'a/b', '\u{1f680}'] as const
const CALLS = ['c', 'd', 'e'] as const
const STATES = ['planned', 'asked', 'started', 'settled'] as const

/** One operation, as a name for the report and what it does to a store. */
interface Step {
  readonly says: string
  readonly run: (store: Store) => Promise<unknown>
}

const session = fc.constantFrom(...SESSIONS)
const seq = fc.integer({ min: 0, max: 12 })
const at = fc.integer({ min: 0, max: 5 })
const state = fc.constantFrom(...STATES)
const call = fc.constantFrom(...CALLS)

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(session, at).map(([id, nextSeq]) => ({
    says: `saveSession ${id}`,
    run: (store: Store) => store.saveSession(sampleSession(id, { nextSeq })),
  })),
  fc.tuple(session, seq, fc.string()).map(([id, at, text]) => ({
    says: `saveMessage ${id} ${at}`,
    run: (store: Store) => store.saveMessage(sampleUserMessage(id, at, text)),
  })),
  fc.tuple(session, seq, call, state, at).map(([id, messageSeq, callId, next, plannedAt]) => ({
    says: `saveTurn ${id} ${messageSeq} ${callId} ${next}`,
    run: (store: Store) =>
      store.saveTurn(sampleAgentMessage(id, messageSeq), [sampleCall(id, callId, next, { messageSeq, plannedAt })]),
  })),
  fc.tuple(session, call, state, fc.option(seq), at).map(([id, callId, next, messageSeq, plannedAt]) => ({
    says: `saveCall ${id} ${callId} ${next}`,
    run: (store: Store) => store.saveCall(sampleCall(id, callId, next, { messageSeq, plannedAt })),
  })),
  fc.tuple(session, call, at, fc.boolean()).map(([id, pendingId, askedAt, asks]) => ({
    says: `savePending ${id} ${pendingId}`,
    run: (store: Store) =>
      store.savePending(
        asks
          ? { question: sampleQuestion(id, pendingId, askedAt) }
          : { approval: sampleApproval(id, pendingId, askedAt) },
      ),
  })),
  fc.tuple(session, call).map(([id, pendingId]) => ({
    says: `removePending ${id} ${pendingId}`,
    run: (store: Store) => store.removePending(id, pendingId),
  })),
  fc.tuple(session, at).map(([id, time]) => ({
    says: `log ${id}`,
    run: (store: Store) => store.log({ sessionId: id, at: time, name: 'x', data: { time } }),
  })),
  at.map((time) => ({
    says: `updateSettings ${time}`,
    run: (store: Store) =>
      store.updateSettings((settings) => ({
        ...settings,
        providers: [...settings.providers.slice(-3), sampleProvider('p', { addedAt: time })],
      })),
  })),
  fc.tuple(call, session, at).map(([id, workspace, createdAt]) => ({
    says: `addRule ${id} ${workspace}`,
    run: (store: Store) => store.addRule(sampleRule(id, { createdAt, workspaceId: `w-${workspace}` })),
  })),
  call.map((id) => ({ says: `removeRule ${id}`, run: (store: Store) => store.removeRule(id) })),
  fc.tuple(call, at).map(([id, time]) => ({
    says: `noteRuleUse ${id}`,
    run: (store: Store) =>
      store.noteRuleUse(id, { sessionId: 'a', callId: 'c', words: 'Write a', outcome: 'run', at: time }),
  })),
  fc.tuple(session, at).map(([workspace, time]) => ({
    says: `acceptRuleFile ${workspace}`,
    run: (store: Store) =>
      store.acceptRuleFile({ workspaceId: `w-${workspace}`, digest: `d${time}`, text: '', at: time }),
  })),
  session.map((id) => ({ says: `deleteSession ${id}`, run: (store: Store) => store.deleteSession(id) })),
)

/** Everything that a store shows. */
async function visible(store: Store): Promise<unknown> {
  const each = SESSIONS.map(async (id) => ({
    session: await store.session(id),
    newest: await store.tail(id, 3),
    middle: await store.tail(id, 4, 6),
    all: await store.tail(id, 100),
    open: await store.openCalls(id),
    calls: await Promise.all(CALLS.map((callId) => store.call(id, callId))),
    pending: await store.pending(id),
    log: await store.logEntries(id, 4),
    ruleFile: await store.acceptedRuleFile(`w-${id}`),
  }))
  const shared = { settings: await store.settings(), sessions: await store.sessions() }
  return { ...shared, rules: await store.rules(), past: await store.pastPlans(4), each: await Promise.all(each) }
}

test('the same operations leave the same state in IndexedDB and in memory', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const databaseName = `same-${crypto.randomUUID()}`
      const stores = [await openStorage({ databaseName }), memoryStorage('test')]
      for (const storage of stores) for (const { run } of steps) await run(storage.store)
      const [inDatabase, inMemory] = await Promise.all(stores.map((storage) => visible(storage.store)))
      for (const storage of stores) storage.close()
      indexedDB.deleteDatabase(databaseName)
      expect(inMemory, steps.map(({ says }) => says).join('\n')).toEqual(inDatabase)
    }),
    { numRuns: 30 },
  )
}, 60_000)
