import { textOf } from './file-text.ts'
import type { EditRequest } from './ports/sandbox.ts'

/** What a literal replacement comes to. `oldText` is as it was looked for, `at` where it starts in `text`. */
export type LiteralEdit =
  | { readonly kind: 'edited'; readonly after: Uint8Array; readonly replacements: number }
  | { readonly kind: 'binary' }
  | { readonly kind: 'no-match'; readonly text: string; readonly oldText: string }
  | { readonly kind: 'ambiguous-match'; readonly text: string; readonly at: readonly number[] }

/**
 * The rule of `EditRequest`, the one that both the write and the preview of it follow: `$&` and the like
 * have no meaning, and in a file whose lines all end with CRLF a request written with LF matches, and what
 * it inserts gets CRLF. Looks at no revision.
 */
export function literalEdit(
  before: Uint8Array,
  request: Pick<EditRequest, 'oldText' | 'newText' | 'all'>,
): LiteralEdit {
  const text = textOf(before)
  if (text === null) return { kind: 'binary' }
  const [oldText, newText] = withLineEnds(text, request)
  const at = positions(text, oldText)
  if (at.length === 0) return { kind: 'no-match', text, oldText }
  if (at.length > 1 && !request.all) return { kind: 'ambiguous-match', text, at }
  const after = new TextEncoder().encode(splice(text, at, oldText.length, newText))
  return { kind: 'edited', after, replacements: at.length }
}

/** Both texts with the line ends of the file, where the file has only one kind and the request the other. */
function withLineEnds(
  text: string,
  { oldText, newText }: Pick<EditRequest, 'oldText' | 'newText'>,
): [oldText: string, newText: string] {
  const onlyCrlf = text.includes('\r\n') && !/(^|[^\r])\n/.test(text)
  if (onlyCrlf) return [toCrlf(oldText), toCrlf(newText)]
  // The other way round: the request was copied from somewhere with CRLF, the file has none.
  if (!text.includes('\r') && oldText.includes('\r\n')) return [toLf(oldText), toLf(newText)]
  return [oldText, newText]
}

function toLf(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function toCrlf(text: string): string {
  return toLf(text).replaceAll('\n', '\r\n')
}

/** Where `part` starts in `text`, without overlaps. An empty part is nowhere. */
function positions(text: string, part: string): number[] {
  const found: number[] = []
  if (part === '') return found
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found.push(at)
  return found
}

function splice(text: string, found: readonly number[], length: number, inserted: string): string {
  const pieces: string[] = []
  let from = 0
  for (const at of found) {
    pieces.push(text.slice(from, at), inserted)
    from = at + length
  }
  pieces.push(text.slice(from))
  return pieces.join('')
}
