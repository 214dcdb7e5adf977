import { showInvisible } from './show-invisible.ts'

/** A sentence in which what stands between backticks is code, and nothing in it is hidden. */
export function Spoken({ text }: { text: string }) {
  // Odd pieces of a split at backticks lie between two of them; a lone backtick stays as it is.
  const shown = showInvisible(text)
  const pieces = shown.split('`')
  if (pieces.length % 2 === 0) return shown
  return pieces.map((piece, index) => (index % 2 === 1 ? <code key={`${index} ${piece}`}>{piece}</code> : piece))
}
