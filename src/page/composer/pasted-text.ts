import type { Attachment } from '#contracts/sessions.ts'

/** The text of what was pasted and became a file; it goes with the file. */
const TEXTS = new WeakMap<File | Attachment, string>()

/** A pasted text as a file to attach. */
export function pastedFile(text: string): File {
  const file = new File([text], 'pasted-text.txt', { type: 'text/plain' })
  TEXTS.set(file, text)
  return file
}

/** What was made of `file` is the same text, where it is a pasted one. */
export function carryText(file: File, made: Attachment): Attachment {
  const text = TEXTS.get(file)
  if (text !== undefined) TEXTS.set(made, text)
  return made
}

/** The text that was pasted, or null for any other attachment. */
export function pastedText(attachment: Attachment): string | null {
  return TEXTS.get(attachment) ?? null
}

/** Lines of a text as an editor counts them: what follows the last break counts where it holds anything. */
export function linesOf(text: string): number {
  const breaks = text.match(/\r\n|\r|\n/gu)?.length ?? 0
  return /[\r\n]$/u.test(text) ? breaks : breaks + 1
}
