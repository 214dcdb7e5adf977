import type { RuntimeEvent } from '#contracts/events.ts'
import { isAbort, toFailure } from '#contracts/failure.ts'
import {
  DRAFT_FLUSH_MS,
  MODEL_MAX_ATTEMPTS,
  MODEL_RETRY_BASE_MS,
  MODEL_RETRY_MAX_MS,
  STOP_STORING_MS,
} from '#contracts/limits.ts'
import type { AgentMessage, Part } from '#contracts/messages.ts'
import { addUsage, NO_USAGE, type ModelRef, type Usage } from '#contracts/models.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { ModelDelta, ModelPort, ModelRequest } from '#contracts/ports/model.ts'
import type { Store } from '#contracts/ports/store.ts'
import { createAssembler, type Assembled } from './assemble.ts'

/** What one step needs. */
export interface StepHost {
  readonly model: ModelPort
  readonly store: Pick<Store, 'saveMessage'>
  readonly clock: Clock
  /** Why no further request may be made to the model now; null while it may. `tried`: what the tries of this step used. */
  heldBack(tried: Usage, signal: AbortSignal): Promise<string | null>
  emit(event: RuntimeEvent): void
}

/** Where the step stands in its session. */
export interface StepPlace {
  readonly sessionId: string
  readonly turnId: string
  readonly step: number
  readonly seq: number
  readonly model: ModelRef
}

/**
 * One provider request, streamed: shows deltas as they come, keeps a draft in storage beside that, so that a dead tab
 * loses no more than what came since the last one, and tries again only while nothing has been shown (spec PV5) and the
 * host does not hold it back: `heldBack` then says why. Returns what the assembler made of the last try, and the message
 * so far, whose usage is that of all tries. Never throws.
 */
export async function runStep(
  place: StepPlace,
  request: ModelRequest,
  host: StepHost,
  signal: AbortSignal,
): Promise<{ assembled: Assembled; message: AgentMessage; heldBack: string | null }> {
  const startedAt = host.clock.now()
  const startedTicks = host.clock.ticks()
  let usage = NO_USAGE
  // The next try, or the end of them, takes the place of what was said of the last.
  const subject = `retry/${place.sessionId}`
  let isTold = false
  for (let attempt = 1; ; attempt += 1) {
    const draft = new Draft(place, startedAt, host)
    const assembler = createAssembler({ sessionId: place.sessionId, turnId: place.turnId, step: place.step })
    for await (const delta of host.model.stream(request, signal)) {
      assembler.push(delta)
      draft.show(delta, () => assembler.parts())
    }
    await draft.settled(signal)
    const assembled = assembler.end()
    usage = addUsage(usage, assembled.usage)
    const { failure } = assembled
    const ended = (how: Assembled, heldBack: string | null = null) => {
      if (isTold) host.emit({ type: 'notice-over', subject })
      const message = draft.finished({ ...how, usage }, host.clock.ticks() - startedTicks)
      return { assembled: how, message, heldBack }
    }
    const waitMs = retryDelay(attempt, failure?.detail?.['retryAfterMs'], place.turnId)
    const again =
      failure?.retryable === true &&
      !assembled.outputReached &&
      !signal.aborted &&
      attempt < MODEL_MAX_ATTEMPTS &&
      waitMs !== null
    if (!again) return ended(assembled)
    isTold = true
    host.emit({
      type: 'notice',
      level: 'info',
      subject,
      text: `${failure.message} Trying again in ${Math.ceil(waitMs / 1000)} s (attempt ${attempt + 1} of ${MODEL_MAX_ATTEMPTS}).`,
    })
    try {
      await host.clock.wait(waitMs, signal)
      const heldBack = await host.heldBack(usage, signal)
      signal.throwIfAborted()
      if (heldBack !== null) return ended(assembled, heldBack)
    } catch (error) {
      if (!isAbort(error, signal)) throw error
      const stopped: Assembled = {
        ...assembled,
        failure: toFailure(new DOMException('Stopped.', 'AbortError'), 'model'),
      }
      return ended(stopped)
    }
  }
}

/**
 * Doubling, with jitter: turns that were refused together come back at different moments, because each turn's id was
 * drawn by lot. Null where the provider asks for too long.
 */
function retryDelay(attempt: number, retryAfterMs: unknown, turnId: string): number | null {
  const asked = typeof retryAfterMs === 'number' ? retryAfterMs : 0
  if (asked > MODEL_RETRY_MAX_MS) return null
  const backoff = MODEL_RETRY_BASE_MS * 2 ** (attempt - 1)
  let lot = attempt
  for (const char of turnId) lot = (lot * 31 + char.charCodeAt(0)) % 65_521
  return Math.max(asked, backoff) + Math.floor((lot / 65_521) * (backoff / 2))
}

/** The message that is being streamed: its events and its stored draft. */
class Draft {
  #shown = false
  #lastSave: number | null = null
  /** The one save that is under way. What comes meanwhile waits for the next: a slow disk holds up no text. */
  #saving: Promise<void> | null = null
  readonly #positions = new Map<number, number>()
  readonly #callChars = new Map<number, { name: string; chars: number }>()

  constructor(
    private readonly place: StepPlace,
    private readonly startedAt: number,
    private readonly host: StepHost,
  ) {}

  show(delta: ModelDelta, parts: () => Part[]): void {
    const { sessionId, seq } = this.place
    if (delta.type === 'text' || delta.type === 'reasoning') {
      this.#showDraft()
      let part = this.#positions.get(delta.index)
      if (part === undefined) this.#positions.set(delta.index, (part = this.#positions.size))
      this.host.emit({ type: 'delta', sessionId, seq, part, kind: delta.type, text: delta.text })
      this.#save(parts)
    } else if (delta.type === 'call-start') {
      // Shown, not stored: a call that is still being written is nothing that a reader could miss.
      this.#showDraft()
      this.#callChars.set(delta.index, { name: delta.name, chars: 0 })
      this.host.emit({ type: 'call-draft', sessionId, seq, index: delta.index, name: delta.name, argumentChars: 0 })
    } else if (delta.type === 'call-delta') {
      const call = this.#callChars.get(delta.index)
      if (call === undefined) return
      call.chars += delta.text.length
      this.host.emit({
        type: 'call-draft',
        sessionId,
        seq,
        index: delta.index,
        name: call.name,
        argumentChars: call.chars,
      })
    }
  }

  finished(assembled: Assembled, durationMs: number): AgentMessage {
    const { finalized, refused, failure } = assembled
    const aborted = failure?.kind === 'aborted'
    return this.#message(assembled.parts, failure === undefined ? 'complete' : aborted ? 'interrupted' : 'failed', {
      kind: finalized.length + refused.length > 0 ? 'provider-tool-call-turn' : 'answer',
      providerToolCalls: finalized,
      refusedCalls: refused,
      nativeReplaySafe: failure === undefined && refused.length === 0,
      model: this.place.model,
      echoScope: assembled.echoScope ?? this.#nowhere(),
      finish: assembled.finish,
      usage: assembled.usage,
      ...(failure === undefined || aborted ? {} : { failure }),
      durationMs,
    })
  }

  #showDraft(): void {
    if (this.#shown) return
    this.#shown = true
    this.host.emit({ type: 'message', message: this.#draft([]) })
  }

  /**
   * Waits until no draft is being stored, so that the whole message comes after it. Once stopped, not for long: the
   * store takes writes in the order in which they are asked for.
   */
  async settled(signal: AbortSignal): Promise<void> {
    const saving = this.#saving
    if (saving === null) return
    await new Promise<void>((resolve) => {
      let cancel = (): void => {}
      const onStop = (): void => void (cancel = this.host.clock.after(STOP_STORING_MS, resolve))
      signal.addEventListener('abort', onStop, { once: true })
      if (signal.aborted) onStop()
      void saving.then(() => {
        signal.removeEventListener('abort', onStop)
        cancel()
        resolve()
      })
    })
  }

  /** A draft that could not be stored ends nothing: whether the answer can be is seen when it is whole. */
  #save(parts: () => Part[]): void {
    const now = this.host.clock.ticks()
    const due = this.#lastSave === null || now - this.#lastSave >= DRAFT_FLUSH_MS
    if (!due || this.#saving !== null) return
    this.#lastSave = now
    this.#saving = this.host.store
      .saveMessage(this.#draft(parts()))
      .catch(() => {})
      .then(() => {
        this.#saving = null
      })
  }

  #draft(parts: Part[]): AgentMessage {
    return this.#message(parts, 'streaming', {
      kind: 'answer',
      providerToolCalls: [],
      refusedCalls: [],
      nativeReplaySafe: false,
      model: this.place.model,
      echoScope: this.#nowhere(),
      finish: '',
      usage: NO_USAGE,
      durationMs: 0,
    })
  }

  #nowhere(): AgentMessage['metadata']['echoScope'] {
    return { providerId: this.place.model.providerId, dialect: '', modelId: this.place.model.modelId, keyHint: '' }
  }

  #message(parts: Part[], state: AgentMessage['state'], metadata: AgentMessage['metadata']): AgentMessage {
    const { sessionId, turnId, seq } = this.place
    return { id: `${turnId}-${seq}`, sessionId, seq, turnId, at: this.startedAt, role: 'agent', parts, state, metadata }
  }
}
