import type { Argument } from './argument.ts'
import { short } from './findings.ts'
import type { Folders } from './folders.ts'
import { escapes, isSecretIn } from './paths.ts'
import { mayNameSecret } from './secret-globs.ts'
import type { Walk } from './walk.ts'

/** Programs that show names, and not what is in the files. */
const SHOW_NAMES = new Set('test [ ls stat find echo printf which dirname basename realpath tree git'.split(' '))

/** True where the program shows what files are called, and not what is in them. */
export function showsNames(program: string): boolean {
  const name = program.replace(/^.*\//u, '')
  return name !== 'git' && SHOW_NAMES.has(name)
}

/**
 * Notes what a program would read by naming it: keys and tokens, and what lies outside the sandbox. `folders`: where it
 * counts from. True where it may be keys or tokens.
 */
export function looksAt(
  { found, feeds, scope }: Walk,
  program: string,
  argument: Argument,
  folders: Folders = scope.folders,
): boolean {
  // Files are also named as `if=…`, `--file=…` and `@…`.
  const path = (argument.text ?? argument.prefix).replace(/^(?:[\w-]+=|@|file:\/+(?=\/))/iu, '')
  if (escapes(path, folders)) found.note('sandbox-escape', `reaches ${short(path)}`)
  const name = program.replace(/^.*\//u, '')
  // `git show HEAD:.env` prints a file; most of what else git takes are names.
  const onlyName = SHOW_NAMES.has(name) && !(name === 'git' && argument.shown.includes(':'))
  const searched = /^--(?:include|i?glob)=(.*)$/u.exec(argument.text ?? '')?.[1] ?? ''
  const isSecret = (feeds || !onlyName) && (isSecretIn(argument, folders) || mayNameSecret(searched))
  if (isSecret) found.note('credential-access', `reads ${short(argument.shown)}`)
  return isSecret
}
