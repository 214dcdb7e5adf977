import { expect, it } from 'vitest'
import { z } from '#contracts/zod.ts'
import type { Approval, ApprovalAnswer } from '#contracts/approvals.ts'
import { NestedSource, type CallRecord, type CallSource } from '#contracts/calls.ts'
import type { JsonObject } from '#contracts/json.ts'
import { MODES, RISK_CLASSES, type Mode, type RiskClass } from '#contracts/risk.ts'
import type { RuleVerdict } from '#contracts/rules.ts'
import { canaries, canary } from '#e2e/doubles/canary.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel, type Said } from '#e2e/doubles/scripted-model.ts'
import { systemClock } from '#world/clock.ts'

/** A runtime whose model says next what it is told to. */
interface Bench {
  readonly node: NodeRuntime
  says(...said: Said[]): void
}
/** One session of it. */
interface Place extends Bench {
  readonly id: string
}
interface Call {
  readonly tool: string
  readonly args: JsonObject
}

// The canaries bear the names that a person's own words lead to, so that the same call can come on every way.
const BY_INTENT: Call = { tool: 'execute', args: { command: 'look' } }
const BY_SLASH: Call = { tool: 'list_tools', args: {} }

async function turn({ node, id, says }: Place, ...said: Said[]): Promise<unknown> {
  says(...said)
  return node.call('turn.send', { sessionId: id, text: 'Go.', attachments: [] })
}

/** A way in on which a call comes to the door. Left out, `only`: it can carry every call. */
interface Way {
  readonly only?: Call
  start(place: Place, call: Call): Promise<unknown>
}
const byBody = (source: CallSource): Way => ({
  start: (place, { tool, args }) => turn(place, { call: 'relay', args: { tool, args, source } }),
})

/** Every source of calls but the command line, which has no session. A new way in is one more line. */
const WAYS: Readonly<Record<Exclude<CallSource, 'probe'>, Way>> = {
  provider: { start: (place, { tool, args }) => turn(place, { call: tool, args }) },
  'native-intent': {
    only: BY_INTENT,
    start: ({ node, id }) => node.call('intent.run', { sessionId: id, text: '!look' }),
  },
  'slash-command': {
    only: BY_SLASH,
    start: ({ node, id }) => node.call('slash.run', { sessionId: id, text: '/tools' }),
  },
  code: byBody('code'),
  subtask: byBody('subtask'),
  'mcp-host': byBody('mcp-host'),
}

/** What stands when the call comes. Runs before it, in the same session; `bench` once, before any session. */
interface Circumstance {
  readonly name: string
  /** The answer to whatever is asked. */
  readonly answer: ApprovalAnswer['verdict']
  bench?(bench: Bench): Promise<void>
  session?(place: Place, call: Call): Promise<void>
  /** Every way in which the calls of all classes and modes come to be settled, so that the circumstance is seen to count. */
  readonly settles: readonly string[]
}
/** What the matrix comes to by itself where it does not ask. */
const MATRIX_ALONE = ['fast-path run', 'mode block', 'mode deny', 'mode run', 'rule deny']
const ruled = (verdict: RuleVerdict, settles: readonly string[]): Circumstance => ({
  settles,
  name: `a rule that says ${verdict}`,
  answer: 'allow-once',
  bench: async ({ node }) => {
    for (const { tool } of [BY_INTENT, BY_SLASH])
      await node.call('rules.add', { draft: { verdict, tool, kind: 'any', text: '', workspaceId: null } })
  },
})
/** The person has allowed this very call before, for the session. */
const allowed = async (place: Place, call: Call): Promise<void> => {
  await outcome(place, WAYS.provider, call, 'provider', 'allow-session')
  await place.node.rest(place.id)
}
/** A page has been read. */
const tainted = async (place: Place): Promise<void> => {
  await outcome(place, WAYS.provider, { tool: 'bring', args: {} }, 'provider', 'deny')
  await place.node.rest(place.id)
}
const distrusted = async ({ node, id }: Place): Promise<void> => {
  await node.call('trust.set', { sessionId: id, trusted: false, digest: null })
}
const CIRCUMSTANCES: readonly Circumstance[] = [
  {
    name: 'nothing else, and yes for an answer',
    answer: 'allow-once',
    settles: [...MATRIX_ALONE, 'mode ask, ask run'],
  },
  { name: 'nothing else, and no for an answer', answer: 'deny', settles: [...MATRIX_ALONE, 'mode ask, ask deny'] },
  {
    name: 'a session allowance',
    answer: 'deny',
    session: allowed,
    settles: [...MATRIX_ALONE, 'mode ask, ask deny', 'session-allowance run'],
  },
  ruled('allow', ['fast-path run', 'mode ask, ask run', 'mode block', 'mode deny', 'rule deny', 'rule run']),
  ruled('ask', ['mode block', 'rule ask, ask run', 'rule deny']),
  ruled('deny', ['rule deny']),
  {
    name: 'the monitor’s objection',
    answer: 'allow-once',
    session: tainted,
    settles: [...MATRIX_ALONE, 'mode ask, ask run', 'monitor ask, ask run'],
  },
  {
    name: 'the monitor’s objection, and a session allowance',
    answer: 'deny',
    session: async (place, call) => {
      await allowed(place, call)
      await tainted(place)
    },
    settles: [...MATRIX_ALONE, 'mode ask, ask deny', 'monitor ask, ask deny', 'session-allowance run'],
  },
  {
    name: 'an untrusted workspace, and a session allowance from before',
    answer: 'allow-once',
    session: async (place, call) => {
      await allowed(place, call)
      await distrusted(place)
    },
    settles: [...MATRIX_ALONE, 'mode ask, ask run', 'trust ask, ask run', 'trust deny'],
  },
]

/** What the calls of the table go to, and how they are made inside of another call. */
function birds(risk: RiskClass) {
  const specs = [
    canary('execute', {
      risk,
      input: z.strictObject({ command: z.string() }),
      target: { kind: 'command', argument: 'command' },
    }),
    canary('list_tools', { risk }),
    canary('bring', { brings: 'untrusted', words: { done: 'Bring', ask: 'Bring?', brought: 'a page' } }),
    canary('relay', {
      input: z.strictObject({ tool: z.string(), args: z.record(z.string(), z.string()), source: z.string() }),
    }),
  ]
  return canaries(specs, async ({ name }, run, input) => {
    if (name !== 'relay') return `${name} sang`
    const { tool, args, source } = input as unknown as Call & { source: string }
    return (await run.invoke(tool, args, NestedSource.parse(source))).status
  })
}

function open(risk: RiskClass): Bench {
  const queue: Said[][] = []
  // Far more requests than there are turns; each takes what was left for it, and says that it is done otherwise.
  const steps = Array.from({ length: 2_000 }, () => () => queue.shift() ?? [{ text: 'Done.' }])
  // The time of day stands in reasons; a minute that passes must not tell two ways apart.
  const clock = { ...systemClock(), now: () => 1_700_000_000_000 }
  const node = startNodeRuntime({ model: scriptedModel(steps), clock, ...birds(risk) })
  return { node, says: (...said) => void queue.push(said, []) }
}

/** Starts the call, answers what is asked about it, and returns what was asked and the record that it left. */
async function outcome(
  place: Place,
  way: Way,
  call: Call,
  source: CallSource,
  verdict: ApprovalAnswer['verdict'],
): Promise<{ asked: Approval[]; record: CallRecord }> {
  const { node, id } = place
  const asked: Approval[] = []
  const known = new Set(node.events.flatMap((event) => (event.type === 'call' ? [event.call.callId] : [])))
  await way.start(place, call)
  for (;;) {
    const next = await node.until((event) => {
      if (event.type === 'approval' && event.approval.sessionId === id)
        return known.has(event.approval.callId) || asked.some((each) => each.id === event.approval.id)
          ? undefined
          : event.approval
      if (event.type !== 'call' || event.call.sessionId !== id || known.has(event.call.callId)) return undefined
      const { tool, state, callId } = event.call
      return tool === call.tool && event.call.source === source && state === 'settled' ? callId : undefined
    })
    if (typeof next === 'string') {
      const record = await node.storage.store.call(id, next)
      if (record === null) throw new Error('The call left no record.')
      return { asked, record }
    }
    asked.push(next)
    const answer = { verdict, planDigest: next.planDigest, reason: 'Because.' }
    await node.call('approval.answer', { sessionId: id, approvalId: next.id, answer })
  }
}

/** What must not depend on the way: everything but where the call stands, who made it and when. */
// Only a call that another one made names that one.
function comparable({ asked, record }: Awaited<ReturnType<typeof outcome>>): unknown {
  const elsewhere = new Set(
    'id taskId sessionId callId turnId messageSeq providerId approvalId source at askedAt plannedAt startedAt settledAt'.split(
      ' ',
    ),
  )
  // What is left out keeps its key: two records of different shapes must not look the same.
  const { parentId: _, ...own } = record
  const leaveOut = (key: string, value: unknown): unknown => (elsewhere.has(key) ? '…' : value)
  return JSON.parse(JSON.stringify({ asked, record: own }, leaveOut))
}

async function measured(bench: Bench, mode: Mode, there: Circumstance, source: CallSource, way: Way, call: Call) {
  const { id } = (await bench.node.call('session.create', { model: { providerId: 'p', modelId: 'm' }, mode: 'ask' }))
    .session
  const place = { ...bench, id }
  await there.session?.(place, call)
  await bench.node.call('session.update', { sessionId: id, mode })
  const result = await outcome(place, way, call, source, there.answer)
  await bench.node.rest(id)
  return result
}

/** The rung that settled it; where a person was asked, the one that asked, and the answer. */
function rungsOf({ decision }: CallRecord): string {
  const rungs = decision?.rung === 'ask' ? decision.trail.slice(-2) : decision?.trail.slice(-1)
  return (rungs ?? []).map(({ rung, verdict }) => `${rung} ${verdict}`).join(', ')
}

it.each(CIRCUMSTANCES)('with $name, a call is decided and recorded alike on every way', async (there) => {
  const settled = new Set<string>()
  for (const risk of RISK_CLASSES) {
    const bench = open(risk)
    await there.bench?.(bench)
    for (const mode of MODES) {
      for (const call of [BY_INTENT, BY_SLASH]) {
        const reference = await measured(bench, mode, there, 'provider', WAYS.provider, call)
        settled.add(rungsOf(reference.record))
        const expected = comparable(reference)
        for (const [source, way] of Object.entries(WAYS) as [CallSource, Way][]) {
          if (source === 'provider' || (way.only ?? call) !== call) continue
          const found = comparable(await measured(bench, mode, there, source, way, call))
          expect({ risk, mode, source, found }).toEqual({ risk, mode, source, found: expected })
        }
      }
    }
  }
  expect([...settled].toSorted()).toEqual(there.settles.toSorted())
})
