import { headOf } from '#tools/cut-text.ts'

/** Characters of a session's title that its first message gives it: one line of the list of sessions. */
const TITLE_CHARS = 60
/** Where no word ends within this last part, as in a long path or in Chinese, the cut is where it falls. */
const WORD_MAX_CHARS = 24

/** The title that a session takes from `line`: the whole of it, or its beginning up to the end of a word, and "…". */
export function titleOf(line: string): string {
  if (line.length <= TITLE_CHARS) return line
  const head = headOf(line, TITLE_CHARS - 1)
  const nextWord = /^\s/u.test(line.slice(head.length))
  const wordEnd = nextWord ? head.length : head.search(/\s\S*$/u)
  const kept = wordEnd > TITLE_CHARS - WORD_MAX_CHARS ? head.slice(0, wordEnd) : head
  return `${kept.trimEnd()}…`
}
