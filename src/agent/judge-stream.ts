import type { Failure } from '#contracts/failure.ts'

/** What an assembler saw of a stream as a whole. */
export interface SeenStream {
  finishes: number
  /** The first finish; a second one makes the stream invalid. */
  finish: { unified: string; raw: string | undefined } | null
  /** The first error delta. */
  failure: Failure | null
  /** The first breach of the stream's own rules, as the end of a sentence that begins with "The answer was unusable: ". */
  fault: string | null
  chars: number
}

/** The verdict on a stream. Only where `callsStand` may a call in it be executed. */
export interface StreamVerdict {
  readonly callsStand: boolean
  readonly finish: string
  readonly failure: Failure | null
  /** Why its calls do not stand, as a clause; '' where they do. */
  readonly because: string
  /** Chat dialects close a stream by a reason of their own and send arguments only in pieces. */
  readonly chat: boolean
}

/** Dialects whose finish is only real if the provider wrote a reason (measured on cut streams). */
const CHAT_DIALECTS = new Set(['openai-chat', 'openrouter', 'openai-compatible'])

/**
 * Judges how a stream ended. Its calls stand only with exactly one finish, `tool-calls` or `stop`, no error,
 * no breach of order, and in a chat dialect the provider's own reason. An unknown dialect counts as chat.
 */
export function judgeStream(stream: SeenStream, dialect: string | null): StreamVerdict {
  const chat = dialect === null || CHAT_DIALECTS.has(dialect)
  const refuse = (finish: string, failure: Failure | null, because: string): StreamVerdict => ({
    callsStand: false,
    finish,
    failure,
    because,
    chat,
  })
  const { failure, fault, finish } = stream
  if (failure !== null) {
    const aborted = failure.kind === 'aborted'
    return refuse(aborted ? 'aborted' : 'error', failure, aborted ? 'the answer was stopped' : 'the answer failed')
  }
  if (fault !== null || stream.finishes > 1) {
    const what = fault ?? 'it ended twice'
    return refuse(
      'error',
      broken('malformed-stream', `The answer was unusable: ${what}. Try again.`),
      `the answer was unusable: ${what}`,
    )
  }
  if (
    finish === null ||
    finish.unified === 'interrupted' ||
    (finish.raw === undefined && (chat || finish.unified === 'other'))
  ) {
    const cut = 'The answer broke off before its end. Try again.'
    return refuse('interrupted', broken('cut-stream', cut), 'the answer broke off before its end')
  }
  switch (finish.unified) {
    case 'stop':
    case 'tool-calls':
      return { callsStand: true, finish: finish.unified, failure: null, because: '', chat }
    case 'length':
      return refuse('length', null, "the answer reached the model's output limit")
    case 'content-filter': {
      const said = `The provider's content filter stopped the answer${reason(finish.raw)}. Rephrase the request, or use another model.`
      return refuse(
        'content-filter',
        broken('content-filter', said, false),
        "the provider's content filter stopped the answer",
      )
    }
    default: {
      const said = `The provider ended the answer without finishing it${reason(finish.raw)}. Try again.`
      return refuse(
        finish.unified,
        broken('malformed-stream', said),
        'the provider ended the answer without finishing it',
      )
    }
  }
}

function reason(raw: string | undefined): string {
  return raw === undefined ? '' : ` (${JSON.stringify(raw.slice(0, 80))})`
}

function broken(kind: Failure['kind'], message: string, retryable = true): Failure {
  return { stage: 'model', kind, message, retryable }
}
