import { z } from '#contracts/zod.ts'
import { buildActiveSet } from '#agent/build.ts'
import { Budget } from '#agent/budget.ts'
import { EventLog } from '#agent/event-log.ts'
import { History } from '#agent/history/history.ts'
import { runTurn } from '#agent/loop.ts'
import { implement } from '#contracts/capability.ts'
import type { Message } from '#contracts/messages.ts'
import { addUsage, NO_USAGE } from '#contracts/models.ts'
import type { ModelDelta, ModelPort } from '#contracts/ports/model.ts'
import type { Store } from '#contracts/ports/store.ts'
import type { Session } from '#contracts/sessions.ts'
import { defineCapability } from '#tools/define-capability.ts'
import { createBodyLoader } from '#tools/load-bodies.ts'
import { createRegistry } from '#tools/registry.ts'
import { systemClock } from '#world/clock.ts'
import { createRunHost } from '../../probe/run-host.ts'
import { CALLS_PER_TURN, SUM_TOOL, sumArguments, type Stack } from './stack.ts'

const MODEL = { providerId: 'mock', modelId: 'mock' }
const spec = defineCapability({
  ...SUM_TOOL,
  group: 'sums',
  input: z.strictObject({ a: z.number(), b: z.number() }),
  risk: 'read-only-local',
  concurrency: 'parallel',
  target: { kind: 'none' },
  needs: [],
  words: { done: 'Add {a} and {b}', ask: 'Add {a} and {b}?' },
  timeoutMs: 60_000,
})
const GROUPS = [{ name: 'sums', instructions: '', specs: [spec] }]
let ran = 0
const body = implement(spec, {
  run: async (_run, { a, b }) => {
    ran += 1
    return a + b
  },
  toModel: (sum) => [{ type: 'text', text: String(sum) }],
  toClient: (sum) => ({ kind: 'text', summary: String(sum), text: String(sum) }),
})
const registry = createRegistry(GROUPS)
const loadBody = createBodyLoader(new Map([['sums', async () => ({ bodies: [body] })]]), GROUPS)

/**
 * A whole turn of ours over a store: planner, gate, schema check, journal, messages, and events to a log.
 * Only the budgets are out of the way.
 */
export function ourStack(openStore: () => Store): Stack {
  return { run: (turns) => runOurs(turns, openStore()) }
}

async function runOurs(turns: number, store: Store): Promise<number> {
  ran = 0
  const clock = systemClock()
  const events = new EventLog()
  const emit = events.emit.bind(events)
  const host = createRunHost({
    taskId: 'bench',
    registry,
    loadBody,
    store,
    clock,
    mode: 'ask',
    approve: false,
    sandbox: () => null,
    emit,
  })
  const user: Message = {
    id: 'u',
    sessionId: 'bench',
    seq: 0,
    turnId: 't',
    at: clock.now(),
    role: 'user',
    parts: [{ type: 'text', text: 'Add.' }],
  }
  await store.saveMessage(user)
  let session: Session = newSession(clock.now())
  const end = await runTurn(
    {
      sessionId: 'bench',
      turnId: 't',
      history: new History([user], []),
      store,
      clock,
      model: mockModel(turns),
      emit,
      door: host.door,
      availability: host.available,
      budget: new Budget({ steps: turns + 2, calls: turns * CALLS_PER_TURN + 1, sameFailures: 1, identicalCalls: 2 }),
      modelRef: () => MODEL,
      activeSet: () => buildActiveSet(registry.specs, registry.groups, host.available, 'ask', null),
      cwd: () => host.memory.cwd,
      nextSeq: () => session.nextSeq,
      advance: () => void (session = { ...session, nextSeq: session.nextSeq + 1 }),
      heldBack: async () => null,
      stepped: async ({ metadata: { usage } }, contextTokens) => {
        session = {
          ...session,
          usage: addUsage(session.usage, usage),
          contextTokens,
          updatedAt: clock.now(),
        }
        emit({ type: 'session', session })
        await store.saveSession(session)
      },
    },
    [],
    new AbortController().signal,
  )
  if (end.kind !== 'rest') throw new Error(`the turn ended as ${JSON.stringify(end)}`)
  return ran
}

function mockModel(turns: number): ModelPort {
  let turn = 0
  return {
    async *stream() {
      yield* answer(turn++, turns)
    },
    models: async () => [],
    describe: () => null,
    test: async () => '',
  }
}

function answer(turn: number, turns: number): ModelDelta[] {
  const start: ModelDelta = { type: 'start', echoScope: { ...MODEL, dialect: 'anthropic', keyHint: '' } }
  const usage = { ...NO_USAGE, input: 100, output: 20 }
  if (turn >= turns) {
    return [
      start,
      { type: 'text', index: 0, text: 'Done.' },
      { type: 'text-end', index: 0 },
      { type: 'finish', unified: 'stop', raw: 'end_turn', usage },
    ]
  }
  const calls = Array.from({ length: CALLS_PER_TURN }, (_, index): ModelDelta[] => {
    const providerId = `call-${turn}-${index}`
    const input = JSON.stringify(sumArguments(turn, index))
    return [
      { type: 'call-start', index, name: SUM_TOOL.name, providerId, textInput: false },
      { type: 'call-delta', index, text: input },
      { type: 'call', index, name: SUM_TOOL.name, providerId, input, ranAtProvider: false },
    ]
  })
  return [start, ...calls.flat(), { type: 'finish', unified: 'tool-calls', raw: 'tool_use', usage }]
}

function newSession(at: number): Session {
  return {
    id: 'bench',
    title: 'A benchmark',
    createdAt: at,
    updatedAt: at,
    mode: 'ask',
    model: MODEL,
    workspaceId: 'bench',
    demoId: null,
    todos: [],
    allowances: [],
    usage: NO_USAGE,
    contextTokens: null,
    turn: { status: 'running', turnId: 't', startedAt: at },
    queue: [],
    nextSeq: 1,
  }
}
