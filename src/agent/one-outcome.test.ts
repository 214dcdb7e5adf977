import { expect, it } from 'vitest'
import fc from 'fast-check'
import { z } from '#contracts/zod.ts'
import { implement, type CapabilityBody, type CapabilityGroup } from '#contracts/capability.ts'
import { CallState, type CallRecord } from '#contracts/calls.ts'
import type { Mode, RiskClass } from '#contracts/risk.ts'
import { fail } from '#contracts/failure.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { heldStorage } from '#e2e/doubles/held-storage.ts'
import { mortalStorage } from '#e2e/doubles/mortal-storage.ts'
import { scriptedModel, type Said } from '#e2e/doubles/scripted-model.ts'
import { defineCapability } from '#tools/define-capability.ts'
import { systemClock } from '#world/clock.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'

// Every way in which a call can behave, each as a tool of its own.
const BEHAVIOURS = ['fine', 'fails', 'crashes', 'hangs', 'deaf', 'breaks_projection'] as const
type Behaviour = (typeof BEHAVIOURS)[number]

const GROUP: CapabilityGroup = {
  name: 'canary',
  instructions: '',
  specs: BEHAVIOURS.flatMap((behaviour) =>
    (['read-only-local', 'workspace-write'] as const).map((risk: RiskClass) =>
      defineCapability({
        name: `${behaviour}_${risk === 'read-only-local' ? 'read' : 'write'}`,
        group: 'canary',
        description: `A call that ${behaviour}.`,
        input: z.strictObject({ n: z.number() }),
        risk,
        concurrency: risk === 'read-only-local' ? 'parallel' : 'serial',
        target: { kind: 'none' },
        needs: [],
        words: { done: 'Call {n}', ask: 'Call {n}?' },
        timeoutMs: 5_000,
      }),
    ),
  ),
}

/** Time a thousand times faster: time-outs and grace periods are real, and short. */
function fastClock() {
  const clock = systemClock()
  return {
    ...clock,
    after: (ms: number, task: () => void) => clock.after(ms / 1_000, task),
    wait: (ms: number, signal?: AbortSignal) => clock.wait(ms / 1_000, signal),
  }
}

function bodies(executed: Map<string, number>) {
  const run = async (behaviour: Behaviour, callId: string, signal: AbortSignal): Promise<string> => {
    executed.set(callId, (executed.get(callId) ?? 0) + 1)
    switch (behaviour) {
      case 'fails':
        throw fail('execution', 'not-found', 'It is not there.')
      case 'crashes':
        throw new TypeError('crashed')
      case 'hangs':
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
      case 'deaf':
        return new Promise(() => {})
      default:
        return 'done'
    }
  }
  const made = new Map<string, CapabilityBody>()
  for (const spec of GROUP.specs) {
    const behaviour = BEHAVIOURS.find((name) => spec.name.startsWith(`${name}_`)) ?? 'fine'
    made.set(
      spec.name,
      implement(spec, {
        run: (capability) => run(behaviour, capability.callId, capability.signal),
        toModel: (output) => {
          if (behaviour === 'breaks_projection') throw new Error('cannot be shown')
          return [{ type: 'text', text: String(output) }]
        },
        toClient: () => ({ kind: 'text', summary: 'done', text: 'done' }),
      }),
    )
  }
  return made
}

const anyCall: fc.Arbitrary<Said> = fc.oneof(
  fc.record({ call: fc.constantFrom(...GROUP.specs.map((spec) => spec.name)), args: fc.record({ n: fc.nat(3) }) }),
  fc.record({ call: fc.constantFrom('no_such_tool', 'fine_read'), args: fc.constant({ wrong: true }) }),
  fc.record({ call: fc.constant('fine_write'), args: fc.constant({}), raw: fc.constantFrom('{"n":', '[]', '') }),
)
const mixedStep: fc.Arbitrary<Said[]> = fc
  .tuple(
    fc.array(anyCall, { maxLength: 5 }),
    fc.option(fc.constantFrom<Said>({ cut: true }, { hang: true }, { text: 'some words' }), { nil: undefined }),
  )
  .map(([calls, end]) => (end === undefined ? calls : [...calls, end]))
const calls = (count: number, n: (index: number) => number): Said[] =>
  Array.from({ length: count }, (_, index) => ({ call: 'fine_read', args: { n: n(index) } }))
/** Ends a turn's budgets: one call again and again, and, four steps long, more calls than a turn may make. */
const REPEATED = calls(6, () => 0)
const MANY = calls(60, (index) => index)
const anyStep = fc.oneof(
  { weight: 8, arbitrary: mixedStep },
  { weight: 1, arbitrary: fc.constant(REPEATED) },
  { weight: 1, arbitrary: fc.constant(MANY) },
)
const NO_FAULT = null
const PATIENT = { answers: ['allow-once' as const], stopAfter: null, dieAfter: null, mode: 'auto' as const }

/** What the person does, by the number of events seen so far. */
const anyPerson = fc.record({
  answers: fc.array(fc.constantFrom('allow-once', 'allow-session', 'deny', 'silence'), { minLength: 1, maxLength: 6 }),
  stopAfter: fc.option(fc.nat(60), { nil: null }),
  dieAfter: fc.option(fc.nat(60), { nil: null }),
  mode: fc.constantFrom<Mode>('plan', 'ask', 'edit', 'auto'),
})

/** One write that storage refuses or is slow with, once the session is there: the `nth` call of a method of the store. */
const anyFault = fc.option(
  fc.record({
    method: fc.constantFrom(
      'appendMessage',
      'saveMessage',
      'saveTurn',
      'saveCall',
      'saveSession',
      'savePending',
      'removePending',
      'saveTurnDiff',
    ),
    nth: fc.integer({ min: 1, max: 8 }),
    kind: fc.constantFrom('refused', 'stopped while slow'),
  }),
  { nil: null },
)

async function records(node: NodeRuntime, sessionId: string): Promise<CallRecord[]> {
  return (await node.storage.store.tail(sessionId, 10_000)).calls
}

/** Plays one person at one runtime until the turn rests (then true), or the tab dies. */
async function play(
  node: NodeRuntime,
  sessionId: string,
  person: { answers: string[]; stopAfter: number | null; dieAfter: number | null },
  dies: boolean,
): Promise<boolean> {
  let seen = 0
  let asked = 0
  const over = new Promise<boolean>((resolve) => {
    void node.until((event) => {
      seen += 1
      if (event.type === 'approval') {
        const answer = person.answers[asked++ % person.answers.length]
        const { approval } = event
        if (answer === 'silence') void node.call('turn.stop', { sessionId })
        else if (answer === 'allow-once' || answer === 'allow-session' || answer === 'deny') {
          node
            .call('approval.answer', {
              sessionId,
              approvalId: approval.id,
              answer: { verdict: answer, planDigest: approval.planDigest },
            })
            .catch(() => {})
        }
      }
      if (person.stopAfter === seen) void node.call('turn.stop', { sessionId })
      if (dies && person.dieAfter === seen) resolve(false)
      return undefined
    })
  })
  return await Promise.race([over, node.rest(sessionId).then(() => true)])
}

const STATES = CallState.options

/** What the page was told: no call ever went back, and no question stands there that nothing waits for. */
async function expectForward(node: NodeRuntime, sessionId: string): Promise<void> {
  const reached = new Map<string, number>()
  const cards = new Set<string>()
  for (const event of node.events) {
    if (event.type === 'approval') cards.add(event.approval.id)
    if (event.type === 'settled') cards.delete(event.id)
    if (event.type !== 'call') continue
    const { callId, state } = event.call
    expect(STATES.indexOf(state)).toBeGreaterThanOrEqual(reached.get(callId) ?? 0)
    reached.set(callId, STATES.indexOf(state))
  }
  const { approvals } = await node.storage.store.pending(sessionId)
  expect([...cards]).toEqual(approvals.map(({ id }) => id))
}

function expectSettled(all: readonly CallRecord[]): void {
  for (const record of all) {
    expect({ id: record.callId, state: record.state, hasOutcome: record.outcome !== undefined }).toEqual({
      id: record.callId,
      state: 'settled',
      hasOutcome: true,
    })
  }
}

let budgetEnds = 0

it('every call has exactly one outcome, whatever happens', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 1, maxLength: 4 }),
      anyPerson,
      anyFault,
      async (steps, person, fault) => {
        const executed = new Map<string, number>()
        const made = bodies(executed)
        const loadBody = async (spec: { name: string }): Promise<CapabilityBody> => {
          const body = made.get(spec.name)
          if (body === undefined) throw new Error('no body')
          return body
        }
        const clock = fastClock()
        const kept = memoryStorage('A test keeps nothing.')
        const tab = mortalStorage(kept)
        const held = heldStorage(tab.storage)
        let sessionId = ''
        const first = startNodeRuntime({
          // A request that never ends is stopped by the person.
          model: scriptedModel(steps, () => void first.call('turn.stop', { sessionId })),
          groups: [GROUP],
          loadBody,
          clock,
          storage: held.storage,
        })
        const { session } = await first.call('session.create', {
          model: { providerId: 'p', modelId: 'm' },
          mode: person.mode,
        })
        sessionId = session.id
        let writes = 0
        const isFaulty = (): boolean => ++writes === fault?.nth
        if (fault?.kind === 'refused') held.failing(fault.method, isFaulty)
        else if (fault !== null) {
          // The person stops while this one write is under way; it comes to its end afterwards.
          const slow = held.hold(fault.method, isFaulty)
          void slow.reached.then(() => {
            first.call('turn.stop', { sessionId }).catch(() => {})
            setImmediate(() => slow.release())
          })
        }
        const refused = await first.call('turn.send', { sessionId, text: 'go', attachments: [] }).then(
          () => false,
          () => true,
        )
        const rested = refused || (await play(first, session.id, person, true))
        // A tab that lives has settled everything by itself, whatever storage refused once.
        if (rested) {
          expectSettled(await records(first, session.id))
          await expectForward(first, session.id)
        }
        tab.die()

        // Whatever the dead tab left behind, another one that opens the session brings it to rest.
        const second = startNodeRuntime({ model: scriptedModel([]), groups: [GROUP], loadBody, clock, storage: kept })
        await second.call('session.open', { sessionId: session.id })
        await play(second, session.id, { answers: ['deny'], stopAfter: null, dieAfter: null }, false)

        const all = await records(second, session.id)
        expectSettled(all)
        if (
          first.events.some(
            (event) =>
              event.type === 'message' &&
              event.message.role === 'note' &&
              (event.message.note === 'budget' || event.message.note === 'repeating'),
          )
        )
          budgetEnds += 1
        const decisions = new Map(all.map((record) => [record.callId, record.decision?.outcome]))
        for (const [callId, times] of executed) {
          expect({ callId, times, decision: decisions.get(callId) }).toEqual({ callId, times: 1, decision: 'run' })
        }
        for (const node of [first, second]) {
          const settled = node.events.flatMap((event) =>
            event.type === 'call' && event.call.state === 'settled' && event.call.plannedAt > 0
              ? [event.call.callId]
              : [],
          )
          const perTab = new Map<string, number>()
          for (const callId of settled) perTab.set(callId, (perTab.get(callId) ?? 0) + 1)
          expect([...perTab.values()].every((count) => count === 1)).toBe(true)
        }
        // Each call that a stored agent turn names has its record, and the other way round.
        const { messages } = await second.storage.store.tail(session.id, 10_000)
        const named = messages.flatMap((message) =>
          message.role === 'agent' ? message.parts.flatMap((part) => (part.type === 'call' ? [part.callId] : [])) : [],
        )
        expect(all.map((record) => record.callId).toSorted()).toEqual(named.toSorted())
      },
    ),
    {
      numRuns: 120,
      // These two always run: a budget of identical calls, and one of calls in all.
      examples: [
        [[REPEATED, MANY], PATIENT, NO_FAULT],
        [[MANY, MANY, MANY, MANY], PATIENT, NO_FAULT],
      ],
    },
  )
  // The examples ended as they were meant to.
  expect(budgetEnds).toBeGreaterThanOrEqual(2)
})
