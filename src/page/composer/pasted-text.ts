import type { Attachment } from '#contracts/sessions.ts'

/** A text that was pasted and became a file. */
export interface PastedText {
  readonly text: string
  /** As an editor counts them. */
  readonly lines: number
}

/** It goes with the file. The text may be as large as a file may, so its lines are counted once. */
const TEXTS = new WeakMap<File | Attachment, PastedText>()

/** A pasted text as a file to attach. */
export function pastedFile(text: string): File {
  const file = new File([text], 'pasted-text.txt', { type: 'text/plain' })
  TEXTS.set(file, { text, lines: linesOf(text) })
  return file
}

/** What was made of `file` is the same text, where it is a pasted one. */
export function carryText(file: File, made: Attachment): Attachment {
  const pasted = TEXTS.get(file)
  if (pasted !== undefined) TEXTS.set(made, pasted)
  return made
}

/** What was pasted, or null for any other attachment. */
export function pastedText(attachment: Attachment): PastedText | null {
  return TEXTS.get(attachment) ?? null
}

/** What follows the last break counts as a line where it holds anything. */
function linesOf(text: string): number {
  let breaks = 0
  for (const _ of text.matchAll(/\r\n|\r|\n/gu)) breaks += 1
  return /[\r\n]$/u.test(text) ? breaks : breaks + 1
}
