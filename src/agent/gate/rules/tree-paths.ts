import { skipGitOptions } from './skip-git-options.ts'
import { baseName, startsOthers } from './starts-others.ts'

/** How a program is told to go through whole trees, and what its words are. */
interface TreeProgram {
  /** Short options that make it do so; null where it always does. */
  readonly recurses: string | null
  /** Short options that take the next word. */
  readonly takesNext: string
  /** Words before the first path, such as a pattern or a mode. */
  readonly before: number
}

const PROGRAMS = new Map<string, TreeProgram>()
for (const [names, recurses, takesNext, before] of [
  ['grep egrep fgrep zgrep', 'rRd', 'ABCDdefm', 1],
  ['rgrep', null, 'ABCDdefm', 1],
  ['rg', null, 'ABCEMTdefgjmrt', 1],
  ['ag ack', null, 'ABCGgm', 1],
  ['fd fdfind', null, 'ESTcdejtxX', 1],
  ['find gfind', null, '', 0],
  ['tree', null, 'ILPo', 0],
  ['ls dir vdir', 'R', 'ITw', 0],
  ['exa eza lsd', 'RT', 'LIst', 0],
  ['cp gcp', 'rRa', 'tS', 0],
  ['mv gmv', null, 'tS', 0],
  ['rm', 'rR', '', 0],
  ['chmod chown chgrp chattr', 'R', '', 1],
  ['setfacl getfacl', 'R', 'mx', 0],
  ['tar gtar bsdtar', null, 'CTXbfg', 0],
  ['zip', 'rR', 'bitx', 1],
  ['7z 7za', null, '', 2],
  ['rsync', 'ra', 'Befmp', 0],
  ['scp', 'r', 'FPiloS', 0],
  ['du', null, 'BXdt', 0],
  ['diff', 'r', 'CFIUWXx', 0],
] as const)
  for (const name of names.split(' ')) PROGRAMS.set(name, { recurses, takesNext, before })

/** Subcommands of git that go through the working tree, or change it. */
const GIT = new Set('add archive checkout clean grep restore rm'.split(' '))
const RECURSES = ['--recursive', '--archive', '--dereference-recursive', '--directories=recurse', '--tree']
const PATTERN_OPTIONS = /^(?:-[A-Za-z]*[ef]|--(?:regexp|file|files|reference)(?:=.*)?)$/u
/** Long options that take the next word where no equals sign stands in them. */
const LONG_TAKES_NEXT = new Set(
  (
    '--after-context --before-context --block-size --context --directories --directory --exclude --exclude-dir --exclude-from ' +
    '--file --files-from --glob --group --iglob --include --level --max-count --max-depth --min-depth --owner --pattern ' +
    '--reference --regexp --suffix --target-directory --threads --type --type-not'
  ).split(' '),
)
/** Programs behind one that starts others which are looked at. */
const MAX_STARTED = 200

/**
 * The folders through whose whole tree a simple command may go, as its words say them; `.` where none does and
 * it starts where it stands. Empty where it goes through none.
 */
export function treePaths(words: readonly string[]): string[] {
  if (!startsOthers(words[0] ?? '')) return treeOf(words)
  const found = words.slice(0, MAX_STARTED).flatMap((_, index) => treeOf(words.slice(index)))
  return [...new Set(found)]
}

function treeOf(command: readonly string[]): string[] {
  let [program = '', ...args] = skipGitOptions(command)
  program = baseName(program)
  if (program === 'git') {
    const [subcommand = '', ...rest] = args
    return GIT.has(subcommand)
      ? operandsOf(rest, { recurses: null, takesNext: 'e', before: subcommand === 'grep' ? 1 : 0 })
      : []
  }
  const known = PROGRAMS.get(program)
  if (known === undefined) return []
  if (program.endsWith('find')) return startsOfFind(args)
  if (known.recurses !== null && !args.some((word) => isRecursive(word, known.recurses ?? ''))) return []
  const folders = operandsOf(args, known)
  return /^(?:g?(?:cp|mv)|rsync|scp)$/u.test(program) ? withDestination(folders, args, program) : folders
}

function isRecursive(word: string, letters: string): boolean {
  if (word.startsWith('--')) return word.length > 3 && RECURSES.some((option) => option.startsWith(word))
  return word.startsWith('-') && Array.from(word).some((letter) => letters.includes(letter))
}

/** What is no option and no option's value; the values too, where they may be folders. */
function operandsOf(args: readonly string[], { takesNext, before }: TreeProgram): string[] {
  const operands: string[] = []
  let skipped = args.some((word) => PATTERN_OPTIONS.test(word)) ? before : 0
  let options = true
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (options && word === '--') options = false
    else if (options && word.startsWith('--')) at += LONG_TAKES_NEXT.has(word) ? 1 : 0
    else if (options && word.startsWith('-') && word !== '-') {
      // The first that takes a value takes the rest of its word, or else the next word.
      const taking = [...word].findIndex((letter, index) => index > 0 && takesNext.includes(letter))
      if (taking === word.length - 1) at += 1
    } else if (skipped < before) skipped += 1
    else operands.push(word)
  }
  return operands.length === 0 ? ['.'] : operands
}

/** Where `find` starts: the words before its first test. */
function startsOfFind(args: readonly string[]): string[] {
  const starts: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (/^-(?:[HLP]|O.*)$/u.test(word)) continue
    if (word === '-D') at += 1
    else if (/^[-(!,]/u.test(word)) break
    else starts.push(word)
  }
  return starts.length === 0 ? ['.'] : starts
}

/** A copy lands below its destination under its own name; only that much of the destination is gone through. */
function withDestination(folders: readonly string[], args: readonly string[], program: string): string[] {
  const into = folders.at(-1)
  if (folders.length < 2 || into === undefined || args.some((word) => /^(?:-\w*t|--target)/u.test(word)))
    return program === 'rsync' ? [...folders] : [...folders, ...args.filter((word) => !word.startsWith('-'))]
  const sources = folders.slice(0, -1)
  const landed = sources.map((source) => {
    const wholeContent = program === 'rsync' && source.endsWith('/')
    const name = source.replace(/\/+$/u, '').replace(/^.*\//su, '')
    return wholeContent || name === '..' ? into : `${into}/${name}`
  })
  return [...sources, ...landed]
}
