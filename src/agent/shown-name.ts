import { headOf } from '#tools/cut-text.ts'

/** As long as the name of a tool can be. */
const SHOWN_CHARS = 64

/** A tool's name as a sentence repeats it: what a model made up may be any text, and the call's record holds all of it. */
export function shownName(name: string): string {
  const head = headOf(name, SHOWN_CHARS)
  return head === name ? name : `${head}…`
}
