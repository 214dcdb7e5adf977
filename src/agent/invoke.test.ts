import { beforeEach, describe, expect, it } from 'vitest'
import { z } from '#contracts/zod.ts'
import { implement, type CapabilityBody } from '#contracts/capability.ts'
import type { CapabilityRun } from '#contracts/capability-run.ts'
import type { CallRecord, CallState } from '#contracts/calls.ts'
import { fail } from '#contracts/failure.ts'
import { ABORT_SETTLE_MS, HEARTBEAT_MS, TOOL_GRACE_MS } from '#contracts/limits.ts'
import { defineCapability } from '#tools/define-capability.ts'
import { createRegistry } from '#tools/registry.ts'
import { manualClock, type ManualClock } from '#world/manual-clock.ts'
import { availability } from './build.ts'
import { Deadlines } from './deadlines.ts'
import { createGate } from './gate/gate.ts'
import { Monitor } from './gate/monitor.ts'
import { invokePlan, type DoorHost } from './invoke.ts'
import { Journal } from './journal.ts'
import { planCall } from './plan.ts'

const spec = defineCapability({
  name: 'probe_tool',
  group: 'probe',
  description: 'A tool of the test.',
  input: z.strictObject({ n: z.number().default(1) }),
  risk: 'workspace-write',
  concurrency: 'serial',
  target: { kind: 'none' },
  needs: [],
  words: { done: 'Probe', ask: 'Probe?' },
  timeoutMs: 1_000,
})
const tools = createRegistry([{ name: 'probe', instructions: '', specs: [spec] }])

let clock: ManualClock
let states: CallState[]
let beats: number
let deadlines: Deadlines

beforeEach(() => {
  clock = manualClock()
  states = []
  beats = 0
  deadlines = new Deadlines()
})

function door(
  run: (capability: CapabilityRun, input: { n: number }) => Promise<string>,
  more: Partial<CapabilityBody> = {},
): DoorHost {
  const body: CapabilityBody = {
    ...implement(spec, {
      run,
      toModel: (output) => [{ type: 'text', text: output }],
      toClient: (output) => ({ kind: 'text', summary: output, text: output }),
    }),
    ...more,
  }
  const journal = new Journal({ saveCall: async (saved) => void states.push(saved.state) }, () => {}, tools, clock)
  const monitor = new Monitor()
  return {
    tools,
    availability: availability(new Set()),
    cwd: () => '/workspace',
    journal,
    monitor,
    deadlines,
    clock,
    gate: createGate({
      mode: () => 'auto',
      allowances: () => [],
      allow: async () => {},
      monitor,
      now: clock.now,
      ask: null,
    }),
    loadBody: async () => body,
    capabilityRun: (_record, signal) => ({ signal }) as CapabilityRun,
    register: () => {},
    heartbeat: () => void (beats += 1),
    flush: async () => {},
  }
}

function record(rawArguments = '{}'): CallRecord {
  const call = {
    id: 'c1',
    providerId: null,
    name: 'probe_tool',
    rawArguments,
    position: 0,
    source: 'provider' as const,
  }
  const plan = planCall(call, tools, availability(new Set()), '/workspace')
  return {
    taskId: 's',
    callId: 'c1',
    turnId: 't',
    messageSeq: 0,
    position: 0,
    call,
    plan,
    state: 'planned',
    plannedAt: 0,
  }
}

const untilAborted = (signal: AbortSignal): Promise<string> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** The same door, in front of which the person stops while the start of the call is being stored. */
function stoppedAtStart(host: DoorHost, controller: AbortController): DoorHost {
  const saveCall = async ({ state }: { state: CallState }): Promise<void> => {
    states.push(state)
    if (state === 'started') controller.abort()
  }
  return { ...host, journal: new Journal({ saveCall }, () => {}, tools, clock) }
}

describe('the door', () => {
  it('journals started before the body runs, and settles once', async () => {
    let before: CallState[] = []
    const host = door(async (_, input) => {
      before = [...states]
      return `n is ${input.n}`
    })
    const entry = record()
    const outcome = await invokePlan(entry, host, new AbortController().signal)
    expect({
      before,
      states,
      outcome: outcome.durable,
      again: await invokePlan(entry, host, new AbortController().signal),
    }).toEqual({ before: ['started'], states: ['started', 'settled'], outcome: 'n is 1', again: outcome })
    expect(clock.pending()).toBe(0)
  })

  it('keeps a failure with its stage, and what a crash said', async () => {
    const failed = await invokePlan(
      record(),
      door(() => Promise.reject(fail('verification', 'no-match', 'It is not there.'))),
      new AbortController().signal,
    )
    const crashed = await invokePlan(
      record(),
      door(() => Promise.reject(new TypeError('x is not a function'))),
      new AbortController().signal,
    )
    expect(
      [failed.failure, crashed.failure].map((failure) => [failure?.stage, failure?.kind, failure?.message]),
    ).toEqual([
      ['verification', 'no-match', 'It is not there.'],
      ['execution', 'crashed', 'x is not a function'],
    ])
  })

  it('keeps the raw output of a call whose projection breaks', async () => {
    const outcome = await invokePlan(
      record(),
      door(async () => 'raw', {
        toModel: () => {
          throw new Error('cannot show')
        },
      }),
      new AbortController().signal,
    )
    expect({
      status: outcome.status,
      stage: outcome.failure?.stage,
      partial: outcome.failure?.partialEffect,
      durable: outcome.durable,
    }).toEqual({ status: 'failed', stage: 'projection', partial: true, durable: 'raw' })
  })

  it('runs nothing for a plan that failed', async () => {
    const outcome = await invokePlan(
      record('{"n":"x"}'),
      door(async () => 'ran'),
      new AbortController().signal,
    )
    expect({ status: outcome.status, states }).toEqual({ status: 'invalid', states: ['settled'] })
  })

  it('starts nothing where the journal cannot be written', async () => {
    let ran = false
    const host = door(async () => {
      ran = true
      return ''
    })
    const broken: DoorHost = {
      ...host,
      journal: new Journal({ saveCall: () => Promise.reject(new Error('full')) }, () => {}, tools, clock),
    }
    await expect(invokePlan(record(), broken, new AbortController().signal)).rejects.toThrow('full')
    expect(ran).toBe(false)
  })
})

describe('the three control paths of a long tool', () => {
  it('its own time-out asks it to end', async () => {
    const running = invokePlan(
      record(),
      door((run) => untilAborted(run.signal)),
      new AbortController().signal,
    )
    await clock.advance(999)
    expect(states).toEqual(['started'])
    await clock.advance(1)
    expect((await running).failure).toMatchObject({ kind: 'timeout', partialEffect: true })
    expect(clock.pending()).toBe(0)
  })

  it('one that does not end is given up after the grace', async () => {
    const running = invokePlan(
      record(),
      door(() => new Promise(() => {})),
      new AbortController().signal,
    )
    await clock.advance(1_000 + TOOL_GRACE_MS - 1)
    expect(states).toEqual(['started'])
    await clock.advance(1)
    expect((await running).failure?.message).toContain('given up')
    expect(clock.pending()).toBe(0)
  })

  it('a stop reaches it at once, and its call is settled a second later whatever it does', async () => {
    const controller = new AbortController()
    let told = false
    const running = invokePlan(
      record(),
      door((run) => {
        run.signal.addEventListener('abort', () => (told = true), { once: true })
        return new Promise(() => {})
      }),
      controller.signal,
    )
    await clock.advance(10)
    controller.abort()
    expect(told).toBe(true)
    await clock.advance(ABORT_SETTLE_MS)
    expect((await running).status).toBe('cancelled')
    expect(clock.pending()).toBe(0)
  })

  it('a stop that comes while its start is being stored keeps the body from running', async () => {
    let ran = false
    const controller = new AbortController()
    const host = door(() => {
      ran = true
      return new Promise(() => {})
    })
    const running = invokePlan(record(), stoppedAtStart(host, controller), controller.signal)
    await clock.advance(0)
    expect({ ran, states }).toEqual({ ran: false, states: ['started', 'settled'] })
    const { status, failure } = await running
    expect([status, failure?.message, failure?.partialEffect]).toEqual([
      'cancelled',
      'It was stopped before it ran.',
      undefined,
    ])
    expect(clock.pending()).toBe(0)
  })

  it('and settles its call a second later where the body cannot even be loaded', async () => {
    const controller = new AbortController()
    const host: DoorHost = { ...door(async () => ''), loadBody: () => new Promise(() => {}) }
    const running = invokePlan(record(), stoppedAtStart(host, controller), controller.signal)
    await clock.advance(ABORT_SETTLE_MS - 1)
    expect(states).toEqual(['started'])
    await clock.advance(1)
    expect((await running).status).toBe('cancelled')
    expect([states, clock.pending()]).toEqual([['started', 'settled'], 0])
  })

  it('a silent one shows that it lives', async () => {
    const quiet = door((run) => untilAborted(run.signal))
    const controller = new AbortController()
    const host: DoorHost = { ...quiet, deadlines: new Deadlines() }
    const running = host.deadlines.whileAsking(['c1'], async () => {
      // While a person is asked its own clock stands still, so only the heartbeat is heard.
      const outcome = invokePlan(record(), host, controller.signal)
      await clock.advance(HEARTBEAT_MS * 3)
      controller.abort()
      return outcome
    })
    expect((await running).status).toBe('cancelled')
    expect(beats).toBe(3)
  })
})
