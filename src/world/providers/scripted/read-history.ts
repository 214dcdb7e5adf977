import { OutcomeStatus } from '#contracts/calls.ts'
import { FailureKind } from '#contracts/failure.ts'
import type { ModelMessage } from '#contracts/ports/model.ts'
import type { ModelContent } from '#contracts/views.ts'
import type { CallResult } from './script.ts'

/** What has happened so far, as far as a script can tell it from the messages. */
export type Heard =
  | { readonly kind: 'person'; readonly text: string }
  /** The host's own words in the conversation: a stop, an interruption. */
  | { readonly kind: 'note'; readonly text: string }
  /** An answer of this demo's model. `said` is false where no word of it was kept. */
  | { readonly kind: 'step'; readonly said: boolean; readonly results: readonly CallResult[] }

type Turned = Extract<ModelMessage, { role: 'results' }>['results'][number]

/** The first words of a message that holds the results of a group which is not replayed natively. */
const FLAT_RESULTS = '[Executed tool results]'
const FLAT_CALL = new RegExp(
  `^(?<name>[A-Za-z][\\w-]{0,63})\\([^]*\\) → (?<status>${OutcomeStatus.options.join('|')})$`,
)
const FAILURE = new RegExp(`^(?:${OutcomeStatus.options.join('|')}) \\([a-z]+, (?<kind>[a-z-]+)\\): `)
const STATUS = new RegExp(`^(?<status>${OutcomeStatus.options.join('|')}) \\(`)

/** Reads the messages of a request. Answers of other models, in a session that changed its model, are left out. */
export function readHistory(messages: readonly ModelMessage[], modelId: string): Heard[] {
  const heard: Heard[] = []
  let own = false
  // The agent message whose results come next; null where the last message was something else.
  let open: { said: boolean } | null = null
  const close = () => {
    if (open !== null && own) heard.push({ kind: 'step', said: open.said, results: [] })
    open = null
  }
  for (const message of messages) {
    if (message.role === 'agent') {
      close()
      own = message.echoScope.dialect === 'scripted' && message.echoScope.modelId === modelId
      open = { said: message.content.some((part) => part.type === 'text') }
    } else if (message.role === 'results') {
      if (own) heard.push({ kind: 'step', said: open?.said === true, results: message.results.map(nativeResult) })
      open = null
    } else {
      const texts = textsOf(message.content)
      if (texts[0] === FLAT_RESULTS) {
        // A group without any words has no agent message of its own; the last one tells whose it is.
        if (own || heard.every(({ kind }) => kind !== 'step')) {
          heard.push({ kind: 'step', said: open?.said === true, results: flatResults(texts.slice(1)) })
        }
        open = null
        continue
      }
      close()
      const text = texts.filter((part) => !part.startsWith('[The user put the file ')).join('\n')
      const note = texts.length === 1 && text.startsWith('[') && text.endsWith(']')
      heard.push(note ? { kind: 'note', text } : { kind: 'person', text: text.trim() })
    }
  }
  close()
  return heard
}

function textsOf(content: ModelContent): string[] {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
}

function nativeResult({ name, failed, content }: Turned): CallResult {
  const text = textsOf(content).join('\n')
  const status = failed ? OutcomeStatus.safeParse(STATUS.exec(text)?.groups?.['status']).data : 'ok'
  return resultOf(name, status ?? 'failed', text)
}

function flatResults(texts: readonly string[]): CallResult[] {
  const found: { name: string; status: OutcomeStatus; texts: string[] }[] = []
  for (const text of texts) {
    const groups = FLAT_CALL.exec(text)?.groups
    const status = OutcomeStatus.safeParse(groups?.['status'])
    if (groups !== undefined && status.success)
      found.push({ name: groups['name'] ?? '', status: status.data, texts: [] })
    else found.at(-1)?.texts.push(text)
  }
  return found.map(({ name, status, texts }) => resultOf(name, status, texts.join('\n')))
}

function resultOf(name: string, status: OutcomeStatus, text: string): CallResult {
  if (status === 'ok') return { name, status, kind: '', text }
  const match = FAILURE.exec(text)
  const kind = FailureKind.safeParse(match?.groups?.['kind']).data
  return { name, status, kind: kind ?? '', text: text.slice(match?.[0].length ?? 0) }
}
