import type { ShellCommand, ShellSimpleCommand } from '#contracts/ports/shell-grammar.ts'
import { exact, LISTED } from './argument.ts'
import { parseOptions, type OptionTable } from './options.ts'
import { plainText } from './plain-text.ts'
import { programName } from './program-name.ts'
import { GREP, RG } from './search-options.ts'
import { XARGS } from './xargs-options.ts'

/** The words of a command, each null where it is only known when it runs. */
type Words = readonly (string | null)[]
type Judged = (args: Words) => boolean

const always: Judged = () => true
const has = (args: Words, option: RegExp): boolean => args.some((word) => option.test(word ?? ''))

/** By the options and operands of a program; false where these are not clear. */
const parsed =
  (table: OptionTable, judge: (options: ReadonlySet<string>, operands: Words) => boolean): Judged =>
  (args) => {
    const words = args.map((text) => (text === null ? LISTED : exact(text)))
    const { options, operands, unknown, unresolved } = parseOptions(words, table)
    if (unknown !== null || unresolved !== null) return false
    return judge(
      new Set(options.map(({ name }) => name)),
      operands.map(({ text }) => text),
    )
  }

/** A search that prints only in which files it found something. */
const printsNames = (options: ReadonlySet<string>, letters: string): boolean =>
  [...letters, 'files', 'files-with-matches', 'files-without-match'].some((name) => options.has(name))

/** `find -printf` with nothing but names in it. */
const PRINTED_NAMES = /^(?:%[pfhPdsTy]|\\[nt0]|[\s/])*$/u
const STARTS = /^-(?:exec|execdir|ok|okdir)$/u

const find: Judged = (args) => {
  const started = args.flatMap((word, i) => (STARTS.test(word ?? '') ? [args.slice(i + 1)] : []))
  if (
    !started.every((words) =>
      listsBy(
        words.slice(
          0,
          words.findIndex((word) => word === ';' || word === '+'),
        ),
      ),
    )
  )
    return false
  return args.every((word, i) => !/^-f?printf$/u.test(args[i - 1] ?? '') || PRINTED_NAMES.test(word ?? 'x'))
}

const GIT_NAMES = new Set('ls-files ls-tree status branch tag'.split(' '))
/** Options with which it prints other words as well. */
const OTHER_WORDS = /^--(?:format|pretty|line-prefix|output|sort)|^-n/u
/** No words of those who wrote a commit. */
const NO_MESSAGE = /^--(?:format|pretty)=(?:format:)?(?:%[hHn]|\s)*$/u

const git: Judged = ([command, ...args]) => {
  const end = args.indexOf('--')
  const options = end < 0 ? args : args.slice(0, end)
  const words = options.filter((word) => !NO_MESSAGE.test(word ?? ''))
  if (has(words, OTHER_WORDS)) return false
  if (GIT_NAMES.has(command ?? '')) return words.length === options.length
  if (command === 'grep')
    return has(options, /^(?:-[ilrw]*l[ilrw]*|--files-with-matches|--name-only)$/u) && !has(options, /^-[ef]/u)
  if (!has(options, /^--name-(?:only|status)$/u)) return false
  return command === 'diff' || ((command === 'log' || command === 'show') && words.length < options.length)
}

/** A name of which an end is cut off may be any other. */
const basename: Judged = (args) => {
  const [first, ...more] = args.filter((word) => word === null || !word.startsWith('-'))
  return first === null || first === '{}' || (more.length === 0 && !has(args, /^-s|^--suffix/u))
}

const LISTS: ReadonlyMap<string, Judged> = byName([
  // Of a text it leaves another one.
  ['dirname', (args) => args.every((word) => word === null || /^-|^\{\}$/u.test(word))],
  ['ls which type realpath readlink pwd mktemp locate cd', always],
  ['tree', (args) => !has(args, /^--from/u)],
  ['command', (args) => /^-[vV]$/u.test(args[0] ?? '')],
  ['find gfind', find],
  ['fd fdfind', (args) => !has(args, /^-[A-Za-z]*[xX]|^--(?:exec|format)/u)],
  ['grep egrep fgrep', parsed(GREP, (options) => printsNames(options, 'lL'))],
  ['rg ripgrep', parsed(RG, (options) => printsNames(options, 'l'))],
  ['git', git],
  ['basename', basename],
  ['seq', (args) => args.every((word) => /^-?\d+$/u.test(word ?? ''))],
])

const areInput = (operands: Words): boolean => operands.every((word) => word === '-')
const picks = (table: OptionTable): Judged => parsed(table, (_, operands) => areInput(operands))
const picksMatches = (table: OptionTable): Judged =>
  parsed(table, (options, operands) => {
    const isTold = ['e', 'regexp', 'f', 'file'].some((name) => options.has(name))
    const cuts = ['o', 'only-matching', 'r', 'R', 'replace', 'recursive', 'dereference-recursive', 'files'].some(
      (name) => options.has(name),
    )
    return !cuts && areInput(isTold ? operands : operands.slice(1))
  })

/** Picks some of the lines, or puts a folder in front of each. */
const SED_PICKS =
  /^(?:\d+(?:,(?:\d+|\$))?|\$|\/[^/\\]*\/)[pdq]$|^s\/\^\/(?:\w[\w.-]*\\\/)+\/$|^s([|#,])\^\1(?:\w[\w.-]*\/)+\1$/u
const AWK_PICKS = /^\s*\{\s*print \$(?:\d+|NF);?\s*\}\s*$/u

/** Programs that print lines, or words, of what is piped in, as long as no word names a file. */
const PICKS: ReadonlyMap<string, Judged> = byName([
  ['cat tac wc', picks({ flags: 'AbeEnstTuvclmwL' })],
  [
    'sort',
    picks({ flags: 'bdfghiMnRrVcCmsuz0123456789', values: 'kStT', long: 'reverse unique key= zero-terminated' }),
  ],
  ['uniq', picks({ flags: 'cdDiuz', values: 'fsw', long: 'count repeated unique' })],
  ['head tail', picks({ flags: 'qvzfF0123456789', values: 'n', long: 'lines= quiet silent verbose zero-terminated' })],
  ['grep egrep fgrep', picksMatches(GREP)],
  ['rg ripgrep', picksMatches(RG)],
  ['sed gsed', parsed({ flags: 'nEr' }, (_, [script, ...files]) => files.length === 0 && SED_PICKS.test(script ?? ''))],
  ['awk gawk mawk nawk', (args) => args.length === 1 && AWK_PICKS.test(args[0] ?? '')],
  ['tr', (args) => args.length === 2 && args.every((word) => /^(?:\s|\\[nt0]|\\000)$/u.test(word ?? ''))],
  ['cut', (args) => args.every((word) => /^(?:-d[ :\t]?|[ :\t]|-f[\d,-]*|[\d,-]+|-s)$/u.test(word ?? ''))],
  ['xargs', parsed(XARGS, (options, words) => !options.has('a') && !options.has('arg-file') && listsBy(words))],
  ['tee', (args) => args.every((word) => word === '/dev/null' || word === '/dev/stderr')],
])

/** True where a command prints names of what is there, and nothing that stands in a file or was put together. */
export function listsNames(command: ShellCommand): boolean {
  return command.kind === 'simple' && !readsFile(command) && listsBy(wordsOf(command))
}

/** True where a command only picks some of the lines that are piped into it. */
export function picksNames(command: ShellCommand): boolean {
  return !readsFile(command) && picksLinesOfInput(command)
}

/** The same, wherever its input comes from. */
export function picksLinesOfInput(command: ShellCommand): boolean {
  if (command.kind !== 'simple') return false
  const [program, ...args] = wordsOf(command)
  return PICKS.get(programName(program ?? ''))?.(args) === true
}

/** True where its input comes from a file. */
export function readsFile({ redirections }: ShellCommand): boolean {
  return redirections.some(
    ({ operator, target }) => /^<[&>]?$/u.test(operator) && !/^(?:\/dev\/null|[0-2])$/u.test(plainText(target) ?? ''),
  )
}

function listsBy([program, ...args]: Words): boolean {
  return LISTS.get(programName(program ?? ''))?.(args) === true
}

function wordsOf({ words }: ShellSimpleCommand): Words {
  return words.map(plainText)
}

function byName(entries: readonly (readonly [names: string, judged: Judged])[]): ReadonlyMap<string, Judged> {
  return new Map(entries.flatMap(([names, judged]) => names.split(' ').map((name) => [name, judged] as const)))
}
