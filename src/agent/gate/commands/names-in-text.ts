import { exact } from './argument.ts'
import type { Input, Judge } from './judge.ts'

/** Whatever of a text may be taken for names of files: its lines, and the words in them. */
export function namesIn(text: string): readonly string[] {
  const lines = text.split(/[\n\0]/u).map((line) => line.trim())
  return [...new Set([...lines, ...text.split(/[\s\0,;|'"]+/u)])].filter((name) => name !== '')
}

/** Notes what a known text names that a program takes its words from: keys and tokens, and what lies outside. */
export function takesNames(judge: Judge, { text }: Input): void {
  for (const name of namesIn(text ?? '')) {
    if (judge.isSecret(exact(name))) judge.found('credential-access', `reads ${name}`)
    if (judge.escapes(exact(name))) judge.found('sandbox-escape', `reaches ${name}`)
  }
}
