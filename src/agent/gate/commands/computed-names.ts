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
const GIT_SHOWS = /^(?:show|diff|blame|annotate|grep|cat-file)$/u
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
/** Options that name files. */
const OF_FILES = /^--[\w-]*file[\w-]*=/u
/** An end by which a name is told, whatever stands before it. */
const TELLING = /\/[^/]*[^/.][^/]*$|\.[A-Za-z]\w*$/u

/** Words of a program among which are the names of files that it shows: those that are certainly something else are left out. */
export function namesOf(program: string, args: readonly Argument[]): readonly Argument[] {
  const name = programName(program)
  if (name === 'git') return GIT_SHOWS.test(args[0]?.text ?? '') ? args.slice(1) : []
  if (!SHOWS.has(name)) return []
  const [wanted] =
    SEARCHES.test(name) && !args.some(({ prefix }) => GIVEN.test(prefix))
      ? args.filter(({ prefix }) => !prefix.startsWith('-'))
      : []
  return args.filter(
    (argument, i) => argument !== wanted && !isValue(name, args[i - 1]?.text ?? '', args[i - 2]?.text ?? ''),
  )
}

/**
 * True for a word that may become any name, because the script put it together or read it: nothing of it is known before
 * it runs, and no file need be called so by chance.
 */
export function isComputedName({ computed, text, prefix, suffix }: Argument): boolean {
  return (
    computed === true && text === null && (!prefix.startsWith('-') || OF_FILES.test(prefix)) && !TELLING.test(suffix)
  )
}

/** True for one that may become any name that is given to the function in which it stands. */
export function isGivenName({ given, text, suffix }: Argument): boolean {
  return given === true && text === null && !TELLING.test(suffix)
}

function isValue(program: string, before: string, earlier: string): boolean {
  if (/^g?o?jq$/u.test(program) && /^--arg(?:json)?$/u.test(earlier)) return true
  return VALUE.get(program)?.test(before) === true
}
