import { LISTED, type Argument } from './argument.ts'
import { parseOptions, type OptionTable } from './options.ts'
import { AWK, GREP, JQ, RG, SED, YQ } from './search-options.ts'

/** How programs are told what to look for. */
interface Search {
  readonly names: string
  readonly table: OptionTable
  /** Options whose value is what is looked for. */
  readonly by: RegExp
  /** Options with which no operand is. */
  readonly noOperand: RegExp
  /** Of a list of names it prints those that it looks for. */
  readonly picks: boolean
}

const SEARCHES: readonly Search[] = [
  {
    names: 'grep egrep fgrep rgrep zgrep',
    table: GREP,
    by: /^(?:e|regexp)$/u,
    noOperand: /^(?:e|regexp|f|file)$/u,
    picks: true,
  },
  {
    names: 'rg ripgrep',
    table: RG,
    by: /^(?:e|regexp)$/u,
    noOperand: /^(?:e|regexp|f|file|files|type-list)$/u,
    picks: true,
  },
  {
    names: 'sed gsed',
    table: SED,
    by: /^(?:e|expression)$/u,
    noOperand: /^(?:e|expression|f|file)$/u,
    picks: true,
  },
  {
    names: 'awk gawk mawk nawk',
    table: AWK,
    by: /^(?:e|source)$/u,
    noOperand: /^(?:e|source|f|file|E|exec|i|include|l|load)$/u,
    picks: true,
  },
  { names: 'jq gojq', table: JQ, by: /^$/u, noOperand: /^$/u, picks: false },
  { names: 'yq', table: YQ, by: /^expression$/u, noOperand: /^(?:expression|from-file)$/u, picks: false },
]
const BY_NAME: ReadonlyMap<string, Search> = new Map(
  SEARCHES.flatMap((search) => search.names.split(' ').map((name) => [name, search] as const)),
)

/**
 * The words by which a program is told what to look for, and not where: a search for `config.env` reads no such file.
 * None where its options are not clear. `named`: what it prints may be taken for names of files.
 */
export function searchWords(program: string, args: readonly Argument[], named: boolean): readonly Argument[] {
  const search = BY_NAME.get(program)
  if (search === undefined || (named && search.picks)) return []
  const { options, operands, unknown, unresolved } = parseOptions(
    program === 'jq' || program === 'gojq' ? withoutPairs(args) : args,
    search.table,
  )
  // Names of a list are files.
  if (unknown !== null || (unresolved !== null && unresolved !== LISTED)) return []
  const given = options.flatMap(({ name, word }) => (search.by.test(name) ? [word] : []))
  if (options.some(({ name }) => search.noOperand.test(name))) return given
  const [first, ...files] = program === 'yq' ? operands.filter(({ text }) => !YQ_COMMAND.test(text ?? '')) : operands
  // One that becomes several names files as well.
  if (first === undefined || first.many || (program === 'yq' && !isPathInDocument(first, files))) return given
  return [...given, first]
}

/** The operand that says what to look for; null where an option does, or where that cannot be told. */
export function patternOf(program: string, args: readonly Argument[]): Argument | null {
  const search = BY_NAME.get(program)
  if (search === undefined) return null
  const own = program === 'jq' || program === 'gojq' ? withoutPairs(args) : args
  // A word in quotes that is not known is taken for what it most likely is.
  const words = own.map((word) =>
    word.text === null && !word.many && word.prefix === ''
      ? { word, plain: { ...word, plain: true } }
      : { word, plain: word },
  )
  const { options, operands, unknown } = parseOptions(
    words.map(({ plain }) => plain),
    search.table,
  )
  if (unknown !== null || options.some(({ name }) => search.noOperand.test(name))) return null
  return words.find(({ plain }) => plain === operands[0])?.word ?? null
}

const YQ_COMMAND = /^(?:e|ea|eval|eval-all)$/u

/** The program takes a first word that is there for a file. What begins like a file of variables is not taken for a path. */
function isPathInDocument({ text }: Argument, files: readonly Argument[]): boolean {
  return files.length > 0 && text !== null && /^\.(?!env\b)\w+(?:\.\w+)*\.env$/u.test(text)
}

/** Without what takes two values, which are no files. */
function withoutPairs(args: readonly Argument[]): readonly Argument[] {
  const at = args.findIndex(({ text }) => text === '--arg' || text === '--argjson')
  const end = args.findIndex(({ text }) => text === '--')
  if (at < 0 || (end >= 0 && end < at) || args.slice(at, at + 3).some(({ many }) => many)) return args
  return [...args.slice(0, at), ...withoutPairs(args.slice(at + 3))]
}
