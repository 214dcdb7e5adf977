import { transfer, wrap, type Endpoint } from 'comlink'
import { z } from '#contracts/zod.ts'
import { COMMANDS, type CommandName, type CommandOutput, type CommandResult } from '#contracts/commands.ts'
import { Failure, isAbort, toFailure } from '#contracts/failure.ts'
import type { EventPort } from '#contracts/runtime.ts'
import type { RuntimeClient } from '../runtime.ts'
import { CrashWatch } from './crash-watch.ts'
import { startEventFeed } from './event-feed.ts'
import { onNextFrame, type FlushSchedule } from './frame-flush.ts'
import type { UnreadableEvent } from './read-batch.ts'
import { installSignalSender, withNumberedSignal } from './send-signal.ts'

/** `RuntimeApi` from this side: every method answers later, and what comes is parsed before it is believed. */
interface RemoteRuntime {
  boot(): Promise<unknown>
  call(name: CommandName, input: unknown, signal?: AbortSignal): Promise<unknown>
  subscribe(since: number, port: EventPort): Promise<unknown>
  warmUp(): Promise<unknown>
}

export interface LaneOptions {
  /** When events are handed on; with the next frame unless given. */
  readonly schedule?: FlushSchedule
  /** Hears of events that did not parse and were left out; the console does unless given. */
  readonly unreadable?: (events: readonly UnreadableEvent[]) => void
}

const Answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), failure: Failure }),
])

const Boot = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), failure: Failure }),
])

function notUnderstood(name: string): { ok: false; failure: Failure } {
  const message = `The answer to "${name}" was not understood. Reload the page.`
  return { ok: false, failure: { stage: 'command', kind: 'internal', message, retryable: false } }
}

function failed(error: unknown, signal?: AbortSignal): { ok: false; failure: Failure } {
  if (!isAbort(error, signal)) return { ok: false, failure: toFailure(error, 'command') }
  return { ok: false, failure: { stage: 'command', kind: 'aborted', message: 'It was stopped.', retryable: false } }
}

function readAnswer<N extends CommandName>(name: N, raw: unknown): CommandResult<N> {
  const answer = Answer.safeParse(raw)
  if (!answer.success) return notUnderstood(name)
  if (!answer.data.ok) return answer.data
  const output = COMMANDS[name].output.safeParse(answer.data.value)
  if (!output.success) return notUnderstood(name)
  // `COMMANDS[name]` is one entry of the table, which the compiler cannot tie to `N`.
  return { ok: true, value: output.data as CommandOutput<N> }
}

/**
 * Connects the page to the agent's thread. A signal that was aborted before its call is not sent at all;
 * aborted later, the worker is told and its answer stands: it alone knows what had happened by then.
 */
export function connectRuntime(worker: Endpoint, options: LaneOptions = {}): RuntimeClient {
  installSignalSender()
  const remote = wrap<RemoteRuntime>(worker)
  const watch = new CrashWatch(worker)
  const schedule = options.schedule ?? onNextFrame
  const unreadable =
    options.unreadable ?? ((events) => console.warn('Events from the worker were not understood and left out:', events))

  return {
    async boot() {
      try {
        const report = Boot.safeParse(await watch.guard(() => remote.boot()))
        return report.success ? report.data : notUnderstood('boot')
      } catch (error) {
        return failed(error)
      }
    },

    async call(name, input, signal) {
      const ask = (...numbered: AbortSignal[]) => watch.guard(() => remote.call(name, input, ...numbered))
      try {
        const raw = signal === undefined ? await ask() : await withNumberedSignal(signal, worker, ask)
        return readAnswer(name, raw)
      } catch (error) {
        return failed(error, signal)
      }
    },

    async warmUp() {
      await watch.guard(() => remote.warmUp())
    },

    subscribe: (since, onBatch) =>
      startEventFeed({
        since,
        onBatch,
        unreadable,
        schedule,
        subscribe: (from, port) => {
          // A thread that cannot take this is gone, which every call reports.
          void remote.subscribe(from, transfer(port, [port])).catch(() => undefined)
        },
      }),
  }
}
