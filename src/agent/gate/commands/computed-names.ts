import type { Argument } from './argument.ts'
import { programName } from './program-name.ts'
import { patternOf } from './search-words.ts'

/** Programs that show what is in the files which they are given. */
const SHOWS = new Set(
  (
    'cat tac head tail nl rev cut paste comm join fold fmt expand unexpand pr cmp diff colordiff od hd hexdump xxd strings ' +
    'base64 base32 basenc sort uniq less more bat batcat zcat bzcat xzcat zstdcat column tsort shuf iconv look ' +
    'html-to-markdown lzcat gzip bzip2 xz zstd man tar dd grep egrep fgrep rgrep zgrep rg ripgrep sed gsed awk gawk mawk nawk jq gojq yq'
  ).split(' '),
)
const GIT_SHOWS = /^(?:show|diff|blame|annotate|grep|cat-file|archive|interpret-trailers)$/u
/** Options by which a history shows them, too. */
const GIT_CHANGES = /^(?:-[A-Za-z]*p|-L|--patch)/u
/** Options whose value stands in the next word and is a number, or says what of each line is meant. */
const VALUE = new Map([
  ['head', /^-[nc]$/u],
  ['tail', /^-[nc]$/u],
  ['cut', /^-[dfbc]$/u],
  ['fold', /^-w$/u],
  ['awk', /^-[vF]$/u],
  ['gawk', /^-[vF]$/u],
  ['paste', /^-d$/u],
])
/** Programs that show only what such an option names: where something is wrong with a line, they show the line. */
const LISTS_OF_FILES = new Map([
  ['date', /^-f/u],
  ['file', /^-[fm]/u],
  ['wc', /^--files0/u],
  ['du', /^--files0/u],
])
/** Options that name files. */
const OF_FILES = /^(?:--[\w-]*file[\w-]*=|--contents=|-L)/u
/** An end by which a name is told, whatever stands before it. */
const TELLING = /\/[^/]*[^/.][^/]*$|\.[A-Za-z]\w*$/u

/** Words of a program among which are the names of files that it shows: those that are certainly something else are left out. */
export function namesOf(program: string, args: readonly Argument[]): readonly Argument[] {
  const name = programName(program)
  if (name === 'git') {
    const [command, ...more] = args
    const changes = command?.text === 'log' && more.some(({ prefix }) => GIT_CHANGES.test(prefix))
    return changes || GIT_SHOWS.test(command?.text ?? '') ? more : []
  }
  const lists = LISTS_OF_FILES.get(name)
  if (lists !== undefined)
    return args.filter((argument, i) => lists.test(argument.prefix) || lists.test(args[i - 1]?.text ?? ''))
  if (!SHOWS.has(name)) return []
  const wanted = patternOf(name, args)
  return args.filter(
    (argument, i) => argument !== wanted && !isValue(name, args[i - 1]?.text ?? '', args[i - 2]?.text ?? ''),
  )
}

/**
 * True for a word that may become any name, because the script put it together or read it: nothing of it is known before
 * it runs, and no file need be called so by chance.
 */
export function isComputedName(argument: Argument): boolean {
  return (
    argument.computed === true &&
    mayBeAny(argument) &&
    (!argument.prefix.startsWith('-') || OF_FILES.test(argument.prefix))
  )
}

/** True for one that may become any name that is given to the function in which it stands. */
export function isGivenName(argument: Argument): boolean {
  return argument.given === true && mayBeAny(argument)
}

function mayBeAny(argument: Argument): boolean {
  return argument.text === null && !isTold(argument)
}

/** True where the end tells what kind of file it is. Of a word that may become several, it tells only of the last. */
export function isTold({ suffix, splits }: Argument): boolean {
  return !splits && TELLING.test(suffix)
}

function isValue(program: string, before: string, earlier: string): boolean {
  if (/^g?o?jq$/u.test(program) && /^--arg(?:json)?$/u.test(earlier)) return true
  return VALUE.get(program)?.test(before) === true
}
