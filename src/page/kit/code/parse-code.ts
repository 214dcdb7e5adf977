import type { Tree } from '@lezer/common'
import { loadParser, type LanguageName } from './languages.ts'

/** Longer code stays uncoloured: its tree would cost more than its colours are worth. */
const MAX_COLOURED_CHARS = 500_000
/** A slice of parsing at most this long, so that a frame is never missed. */
const SLICE_MS = 6

/**
 * The syntax tree of `code`, parsed in slices between frames; null where there is no grammar, where the
 * code is too long, or where `signal` ended it.
 */
export async function parseCode(code: string, language: LanguageName, signal: AbortSignal): Promise<Tree | null> {
  if (code.length > MAX_COLOURED_CHARS) return null
  const parser = await loadParser(language)
  if (signal.aborted) return null
  const parse = parser.startParse(code)
  let sliceEnd = performance.now() + SLICE_MS
  for (let tree = parse.advance(); ; tree = parse.advance()) {
    if (tree !== null) return tree
    if (performance.now() < sliceEnd) continue
    await new Promise((resolve) => setTimeout(resolve))
    if (signal.aborted) return null
    sliceEnd = performance.now() + SLICE_MS
  }
}
