/** A file that is being named: `@` stands at `start`, and `query` is what follows it up to the caret. */
export interface Mention {
  start: number
  query: string
}

/** A longer word after `@` is no name of a file. */
const QUERY_MAX_CHARS = 120
const BEFORE_CARET = /(?:^|[\s([{"'`])@([^\s@]*)$/

/** The mention that the caret stands in, or null. An `@` within a word (an address of mail) begins none. */
export function mentionAt(text: string, caret: number): Mention | null {
  if (caret < 0) return null
  const found = BEFORE_CARET.exec(text.slice(Math.max(0, caret - QUERY_MAX_CHARS - 2), caret))
  const query = found?.[1]
  if (query === undefined || query.length > QUERY_MAX_CHARS) return null
  return { start: caret - query.length - 1, query }
}

/** `path` as it is put into a message: between backticks where it would fall apart into words. */
export function mentioned(path: string): string {
  return /\s/.test(path) ? `\`${path}\` ` : `${path} `
}
