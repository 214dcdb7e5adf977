import type { Argument } from './argument.ts'
import { programName } from './program-name.ts'

/** Programs that show what is in the files which they are given. */
const SHOWS = new Set(
  (
    'cat tac head tail nl rev cut paste comm join fold fmt expand unexpand pr cmp diff colordiff od hd hexdump xxd strings ' +
    'base64 base32 basenc sort uniq less more bat batcat zcat bzcat xzcat zstdcat column tsort shuf iconv look ' +
    'html-to-markdown grep egrep fgrep rgrep zgrep rg ripgrep sed gsed awk gawk mawk nawk jq gojq yq'
  ).split(' '),
)
/** Those whose first operand says what to look for, unless an option does. */
const SEARCHES = /^(?:[efrz]?grep|rg|ripgrep|g?sed|[gmn]?awk|g?o?jq|yq)$/u
const GIVEN = /^(?:-[A-Za-z]*[ef]|--(?:regexp|expression|file|from-file|source))/u
/** Options whose value stands in the next word and is a number, or says what of each line is meant. */
const VALUE = new Map([
  ['head', /^-[nc]$/u],
  ['tail', /^-[nc]$/u],
  ['cut', /^-[dfbc]$/u],
  ['fold', /^-w$/u],
  ['paste', /^-d$/u],
])
/** An end by which a name is told, whatever stands before it. */
const TELLING = /\/[^/]*[^/.][^/]*$|\.[A-Za-z]\w*$/u

/** The words which a program takes for files that it shows. */
export function namesOf(program: string, args: readonly Argument[]): readonly Argument[] {
  const name = programName(program)
  if (!SHOWS.has(name)) return []
  const [wanted] =
    SEARCHES.test(name) && !args.some(({ prefix }) => GIVEN.test(prefix))
      ? args.filter(({ prefix }) => !prefix.startsWith('-'))
      : []
  return args.filter((argument, i) => argument !== wanted && !isValue(name, args[i - 1]?.text ?? ''))
}

/**
 * True for a word that may become any name, because the script put it together or read it: nothing of it is known before
 * it runs, and no file need be called so by chance.
 */
export function isComputedName({ computed, text, prefix, suffix }: Argument): boolean {
  return computed === true && text === null && !prefix.startsWith('-') && !TELLING.test(suffix)
}

/** True for one that may become any name that is given to the function in which it stands. */
export function isGivenName({ given, text, suffix }: Argument): boolean {
  return given === true && text === null && !TELLING.test(suffix)
}

function isValue(program: string, before: string): boolean {
  return VALUE.get(program)?.test(before) === true
}
