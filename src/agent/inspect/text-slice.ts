import type { TextSlice } from '#contracts/inspection.ts'
import { INSPECT_HEAD_CHARS, INSPECT_SLICE_CHARS } from '#contracts/limits.ts'
import { headOf, isLowSurrogate } from '#tools/cut-text.ts'

/** The first screen of a text. */
export function headSlice(text: string): TextSlice {
  return sliceFrom(text, 0, INSPECT_HEAD_CHARS)
}

/**
 * At most `max` UTF-16 units of `text` from `from` on. No slice begins or ends in the middle of a surrogate pair, so
 * slices that follow each other's `next` join to the whole text.
 */
export function sliceFrom(text: string, from: number, max = INSPECT_SLICE_CHARS): TextSlice {
  const inPair = from > 0 && from < text.length && isLowSurrogate(text.charCodeAt(from))
  const start = Math.min(inPair ? from - 1 : from, text.length)
  const cut = headOf(text.slice(start, start + max + 1), max)
  const end = start + cut.length
  return { text: cut, from: start, chars: text.length, next: end < text.length ? end : null }
}
