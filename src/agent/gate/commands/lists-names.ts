import type { ShellCommand, ShellScript, ShellWord } from '#contracts/ports/shell-grammar.ts'
import { exact, isNamedByEnding, type Argument } from './argument.ts'
import { parseOptions, type OptionTable, type Parsed } from './options.ts'
import { plainText } from './plain-text.ts'
import { programName } from './program-name.ts'
import { XARGS } from './xargs-options.ts'

/**
 * Which programs print names of what is there and nothing else, and which leave such names whole. The tables here are
 * no descriptions of these programs: they hold only the options with which that is so, and what is not in them counts
 * as printing anything.
 */
type Judged = (args: readonly Argument[]) => boolean

/** What words become where they stand. */
export type Expand = (words: readonly ShellWord[]) => readonly Argument[]

/**
 * By the options and operands; false where there is one that is not in the table, or that may be any. `anyWord`: no option
 * makes it print anything else, so that a word which may be one does not matter.
 */
const only =
  (table: OptionTable, judge: (parsed: Parsed) => boolean = () => true, anyWord = false): Judged =>
  (args) => {
    const parsed = parseOptions(anyWord ? args.map(asOperand) : args, table)
    const { unresolved, unknown } = parsed
    // What nobody in this script set is no option that somebody hid in it.
    const hidden =
      unresolved !== null &&
      (unresolved.computed === true || unresolved.given === true || (unresolved.many && !isNamedByEnding(unresolved)))
    return unknown === null && !hidden && judge(parsed)
  }

/** A word that stays one, taken for no option. */
function asOperand(word: Argument): Argument {
  return word.text === null && !word.many && word.prefix === '' ? { ...word, plain: true } : word
}

const hasOption = ({ options }: Parsed, names: string): boolean =>
  options.some(({ name }) => names.split(' ').includes(name))

/** The names alone, or behind a time or a size, each with an end of its own. */
const PRINTED_NAMES = /^(?:(?:%T[@A-Za-z+]|%[sdy])(?:\\[nt]|\s)+)*%(?:p|P|f|h\/%f)(?:\\n|\\0|\n)$/u
const STARTS = /^-(?:exec|execdir|ok|okdir)$/u

/** A program that is started with the names: in no word are they put together with anything. */
function startedWith(words: readonly Argument[], mark: string): boolean {
  return words.every(({ text }) => text === null || text === mark || !text.includes(mark)) && lists(words)
}

const find: Judged = (args) => {
  const texts = args.map(({ text }) => text ?? '')
  const start = texts.findIndex((text) => STARTS.test(text))
  const first = start < 0 ? texts.length : start
  return texts.every((text, i) => {
    if (/^-(?:files0-from|fprintf)/u.test(text)) return false
    if (args[i]?.computed === true && i < first) return false
    // What is looked for may be given so that it finds but one file.
    if (args[i]?.given === true && i < first && texts[i - 1]?.startsWith('-') === true) return false
    if (text === '-printf') return PRINTED_NAMES.test(texts[i + 1] ?? '')
    if (!STARTS.test(text)) return true
    const words = args.slice(i + 1)
    const end = words.findIndex((word) => word.text === ';' || word.text === '+')
    return startedWith(words.slice(0, end), '{}')
  })
}

/** Of commits only their numbers, and no words of those who made them. */
const isNumbers = ({ options }: Parsed): boolean => {
  const formats = options.filter(({ name }) => name === 'format' || name === 'pretty')
  return formats.length > 0 && formats.every(({ value }) => /^(?:t?format:)?(?:%[hHn]|\s)*$/u.test(value?.text ?? 'x'))
}
/** No file in a commit, and no tag with words of its own. */
const COMMIT = /^(?:HEAD|[0-9a-f]{7,40})(?:[~^]\d*)*$/u
const NAME_ONLY = 'name-only name-status'
const DIFF = { flags: 'zrwM', long: `${NAME_ONLY} cached staged diff-filter= no-renames no-commit-id` }
const LOG = {
  flags: 'z0123456789',
  values: 'n',
  long: `${NAME_ONLY} format= pretty= max-count= diff-filter= since= until= author= grep= all no-merges first-parent`,
}
const GIT: ReadonlyMap<string, Judged> = new Map([
  ['ls-files', only({ flags: 'cdmokuz', long: 'cached deleted modified others exclude-standard full-name' })],
  ['ls-tree', only({ flags: 'rz', long: `${NAME_ONLY} full-tree full-name` })],
  ['status', only({ flags: 'sz', attached: 'u', long: 'short porcelain? untracked-files?' })],
  [
    'grep',
    only(
      { flags: 'lirwEFGPI', values: 'e', long: 'files-with-matches name-only ignore-case untracked cached' },
      (parsed) => hasOption(parsed, 'l files-with-matches name-only'),
    ),
  ],
  ['diff', only(DIFF, (parsed) => hasOption(parsed, NAME_ONLY))],
  ['diff-tree', only(DIFF, (parsed) => hasOption(parsed, NAME_ONLY))],
  ['log', only(LOG, isNumbers)],
  [
    'show',
    only(LOG, (parsed) => isNumbers(parsed) && parsed.operands.every(({ text }) => text !== null && COMMIT.test(text))),
  ],
  ['rev-list', only({ flags: '0123456789', values: 'n', long: 'max-count= all no-merges' })],
])

const git: Judged = (args) => {
  const [command, ...rest] = args[0]?.text === '--no-pager' ? args.slice(1) : args
  return GIT.get(command?.text ?? '')?.(rest) === true
}

const SEARCH_FILTERS = 'include= exclude= exclude-dir='
const LISTS: ReadonlyMap<string, Judged> = byName([
  ['ls', only({ flags: '1aAdlhrRStUp', long: 'all almost-all directory reverse recursive' })],
  ['which', only({ flags: 'a' })],
  // Of one file the name of that file.
  ['realpath readlink', only({ flags: 'fem' }, ({ operands }) => operands.every(({ text }) => !text?.includes('{')))],
  ['find gfind', find],
  [
    'fd fdfind',
    only({ flags: 'HIasiFgp0', values: 'tedE', long: 'type= extension= hidden no-ignore exclude= max-depth=' }),
  ],
  [
    'grep egrep fgrep',
    only(
      {
        flags: 'rRlLinwxEFPsIvHhZ',
        values: 'em',
        long: `files-with-matches files-without-match recursive ignore-case ${SEARCH_FILTERS}`,
      },
      (parsed) => hasOption(parsed, 'l L files-with-matches files-without-match'),
      true,
    ),
  ],
  [
    'rg ripgrep',
    only(
      {
        flags: 'lniwxFPsSvuLH0',
        values: 'egtTmj',
        long: 'files files-with-matches files-without-match glob= iglob= type= type-not= hidden no-ignore sort= max-depth= null',
      },
      (parsed) => hasOption(parsed, 'l files files-with-matches files-without-match'),
    ),
  ],
  ['git', git],
  // Numbers in front of names.
  ['wc', only({ flags: 'clmwL' }, ({ operands }) => !operands.some(({ computed }) => computed === true))],
  ['seq', (args) => args.every(({ text }) => /^-?\d+$/u.test(text ?? ''))],
])

const NUMBERED = (parsed: Parsed): boolean => hasOption(parsed, 'n c line-number count')
/** Without context, whose lines have another mark, and with numbers, which stand there where no name does. */
const NAMED_LINES: ReadonlyMap<string, Judged> = byName([
  [
    'grep egrep fgrep',
    only(
      { flags: 'rRncinwxEFPsIvH', values: 'em', long: `recursive line-number count ignore-case ${SEARCH_FILTERS}` },
      NUMBERED,
      true,
    ),
  ],
  [
    'rg ripgrep',
    only({ flags: 'nciwxFPsSvuH', values: 'egtTm', long: 'line-number count glob= type= hidden no-ignore' }, NUMBERED),
  ],
])

/** No file is named. */
const fromInput = ({ operands }: Parsed): boolean => operands.every(({ text }) => text === '-')
const found = (parsed: Parsed): boolean =>
  fromInput({ ...parsed, operands: parsed.operands.slice(hasOption(parsed, 'e regexp') ? 0 : 1) })

/** Picks some of the lines, puts a folder in front of each, takes `./` away, or puts another common ending behind. */
const SED_PICKS = [
  /^(?:\d+(?:,(?:\d+|\$))?|\$|\/[^/\\]*\/)[pdq]$/u,
  /^s\/\^\/(?:\w[\w.-]*\\\/)+\/$/u,
  /^s([|#,])\^\1(?:\w[\w.-]*\/)+\1$/u,
  /^s([|#,])\^\\?\.\/\1\1$/u,
  /^s\/(?:\\\.\w+)+\$\/(?:\.(?:[cm]?[jt]sx?|d|test|spec|md|css|html|py|go|rs|java))+\/$/u,
]
const AWK_PICKS = /^\s*(?:\/[^/]*\/)?\s*\{\s*print\s*(?:\$(?:\d+|NF)|"(?:\w[\w.-]*\/)+"\s*\$0);?\s*\}\s*$/u

/** Programs that print lines, or words, of what is piped in. */
const PICKS: ReadonlyMap<string, Judged> = byName([
  ['cat tac', only({ flags: 'u' }, fromInput)],
  ['wc', only({ flags: 'clmwL' }, fromInput)],
  ['sort', only({ flags: 'bdfghinrRVuz', values: 'kSt', long: 'reverse unique zero-terminated' }, fromInput)],
  ['uniq', only({ flags: 'cdiuz', values: 'fsw', long: 'count repeated unique' }, fromInput)],
  ['shuf', only({ flags: 'z', values: 'n' }, fromInput)],
  ['head tail', only({ flags: 'qz0123456789', values: 'n', long: 'lines=' }, fromInput)],
  [
    'grep egrep fgrep rg',
    only({ flags: 'EFGPivwxz', values: 'em', long: 'regexp= ignore-case invert-match word-regexp line-regexp' }, found),
  ],
  [
    'sed gsed',
    only(
      { flags: 'nEr' },
      ({ operands: [script, ...files] }) =>
        files.length === 0 && SED_PICKS.some((form) => form.test(script?.text ?? '')),
    ),
  ],
  ['awk gawk mawk nawk', (args) => args.length === 1 && AWK_PICKS.test(args[0]?.text ?? '')],
  ['tr', (args) => args.length === 2 && args.every(({ text }) => /^(?:\s|\\[nt0]|\\000)$/u.test(text ?? ''))],
  ['cut', (args) => args.every(({ text }) => /^(?:-d[ :\t]?|[ :\t]|-f[\d,-]*|[\d,-]+|-s)$/u.test(text ?? ''))],
  [
    'xargs',
    only(XARGS, ({ options, operands }) => {
      const isPlain = options.every(({ name }) =>
        /^(?:0|null|r|no-run-if-empty|t|n|max-args|L|P|max-procs)$/u.test(name),
      )
      return isPlain && startedWith(operands, '{}')
    }),
  ],
  ['tee', (args) => args.every(({ text }) => text === '/dev/null' || text === '/dev/stderr')],
])

/**
 * True where a command prints names of what is there, and nothing that stands in a file or was put together. Where its
 * input comes from is not looked at.
 */
export function listsNames(command: ShellCommand, expand: Expand): boolean {
  return command.kind === 'simple' && command.assignments.length === 0 && lists(expand(command.words))
}

/** True where a command only picks some of the lines that it reads. Where they come from is not looked at. */
export function picksLines(command: ShellCommand, expand: Expand): boolean {
  return command.kind === 'simple' && command.assignments.length === 0 && judgedBy(PICKS, expand(command.words))
}

/** True where its input comes from a file. */
export function readsFile({ redirections }: ShellCommand): boolean {
  return redirections.some(
    ({ operator, target }) => /^<[&>]?$/u.test(operator) && !/^(?:\/dev\/null|[0-2])$/u.test(plainText(target) ?? ''),
  )
}

/** What comes out of a stage of a pipeline: names, names with a colon and more behind them, or anything. */
export type Stage = 'names' | 'named lines' | 'anything'

/** What a command makes of what came out of the stage before it. */
export function nextStage(before: Stage, command: ShellCommand, expand: Expand): Stage {
  if (before === 'anything' || readsFile(command) || command.kind !== 'simple') return 'anything'
  if (before === 'named lines' && isFirstField(expand(command.words))) return 'names'
  return picksLines(command, expand) ? before : 'anything'
}

/** True where it prints lines, or how many, of files, each behind the file's name or a number. */
export function printsNamedLines(command: ShellCommand, expand: Expand): boolean {
  if (command.kind !== 'simple' || command.assignments.length > 0 || readsFile(command)) return false
  const [program, ...args] = expand(command.words)
  const judged = NAMED_LINES.get(programName(program?.text ?? ''))
  return judged?.(args.map(asOperand)) === true
}

function isFirstField([program, ...args]: readonly Argument[]): boolean {
  const words = [program, ...args].map((word) => word?.text ?? '').join(' ')
  return /^cut (?:-d ?: -f ?1|-f ?1 -d ?:)$|^g?awk -F ?: \{ ?print \$1 ?\}$/u.test(words)
}

/** True where a substitution prints names of what is there. */
export function printsNames({ statements }: ShellScript, expand: Expand): boolean {
  return statements.every(({ pipelines }) =>
    pipelines.every(({ commands: [first, ...more] }) => {
      if (first === undefined || readsFile(first)) return false
      const stage: Stage = listsNames(first, expand)
        ? 'names'
        : printsNamedLines(first, expand)
          ? 'named lines'
          : 'anything'
      return more.reduce<Stage>((before, command) => nextStage(before, command, expand), stage) === 'names'
    }),
  )
}

function lists(words: readonly Argument[]): boolean {
  return judgedBy(LISTS, words)
}

function judgedBy(table: ReadonlyMap<string, Judged>, [program = exact(''), ...args]: readonly Argument[]): boolean {
  return table.get(programName(program.text ?? ''))?.(args) === true
}

function byName(entries: readonly (readonly [names: string, judged: Judged])[]): ReadonlyMap<string, Judged> {
  return new Map(entries.flatMap(([names, judged]) => names.split(' ').map((name) => [name, judged] as const)))
}
