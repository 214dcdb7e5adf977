import { NO_USAGE } from '#contracts/models.ts'
import type { ModelPort } from '#contracts/ports/model.ts'

/** One answer to one request: what it costs in US dollars, null where nobody knows, and how it goes. */
export interface PricedAnswer {
  readonly cost: number | null
  /** `call`: a call of its own follows, so that the turn goes on. `retry`: it fails in a way that is tried again. */
  readonly kind: 'call' | 'rest' | 'retry'
  /** The call; a look for files unless given. */
  readonly call?: { readonly name: string; readonly args: unknown }
}

/**
 * A model port that gives these answers, one for each request, and then rests for nothing. `onRequest` is told of each
 * before it is answered.
 */
export function pricedModel(
  answers: readonly PricedAnswer[],
  onRequest: (index: number) => void = () => {},
): ModelPort {
  let requests = 0
  return {
    async *stream({ model }) {
      const index = requests++
      onRequest(index)
      const answer = answers[index] ?? { cost: 0, kind: 'rest' }
      const { name, args } = answer.call ?? { name: 'glob', args: { pattern: `nothing-${index}` } }
      yield { type: 'start', echoScope: { ...model, dialect: 'anthropic', keyHint: '' } }
      if (answer.kind === 'call') {
        const said = { index: 0, name, providerId: `call-${index}` }
        yield { type: 'call-start', ...said, textInput: false }
        yield { type: 'call-delta', index: 0, text: JSON.stringify(args) }
        yield { type: 'call', ...said, input: JSON.stringify(args), ranAtProvider: false }
      } else if (answer.kind === 'rest') yield { type: 'text', index: 0, text: 'Done.' }
      const called = answer.kind === 'call'
      yield {
        type: 'finish',
        unified: called ? 'tool-calls' : 'stop',
        raw: called ? 'tool_use' : 'end_turn',
        usage: { ...NO_USAGE, input: 100, output: 10, cost: answer.cost },
      }
      if (answer.kind !== 'retry') return
      const failure = { stage: 'model', kind: 'overloaded', message: 'It is overloaded.', retryable: true } as const
      yield { type: 'error', failure }
    },
    models: async () => [],
    describe: () => null,
    test: async () => 'It answers.',
  }
}
