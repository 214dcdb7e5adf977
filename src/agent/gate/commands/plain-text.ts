import type { ShellWord } from '#contracts/ports/shell-grammar.ts'

/** The text of a word where it is nothing but text. */
export function plainText({ parts }: ShellWord): string | null {
  let text = ''
  for (const part of parts) {
    if (part.kind !== 'text') return null
    text += part.text
  }
  return text
}
