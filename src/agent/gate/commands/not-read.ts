import type { Argument } from './argument.ts'
import { valueWords } from './curl-files.ts'
import { CURL } from './curl-options.ts'
import { parseOptions } from './options.ts'
import { searchWords } from './search-words.ts'

/**
 * The words of a program that name no file which it reads, whatever they look like, or whose files its own rule judges.
 * None where its options are not clear. `names`: what it prints may be taken for names of files.
 */
export function notRead(program: string, args: readonly Argument[], names: boolean): readonly Argument[] {
  if (program !== 'curl') return searchWords(program, args, names)
  const { options, unknown, unresolved } = parseOptions(args, CURL)
  const clear =
    unknown === null && unresolved === null && !options.some(({ name }) => name === 'K' || name === 'config')
  return clear ? valueWords(options) : []
}
