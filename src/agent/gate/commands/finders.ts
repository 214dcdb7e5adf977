import { exact, isNamedByEnding, LISTED, unknownArgument, type Argument } from './argument.ts'
import type { Judge, Rule, Rules } from './judge.ts'
import { isClear } from './optioned.ts'
import { parseOptions } from './options.ts'
import { showsNames } from './looks-at.ts'
import { isSecret } from './paths.ts'
import { RG } from './search-options.ts'
import { mayNameSecret } from './secret-globs.ts'
import { fill } from './wrappers.ts'

/** Tests and actions of find that only look, without an argument. */
const FIND_PLAIN = new Set(
  (
    '-a -and -o -or -not ! ( ) , -depth -d -daystart -follow -ignore_readdir_race -noignore_readdir_race -mount -xdev -x -noleaf ' +
    '-warn -nowarn -empty -executable -readable -writable -nogroup -nouser -true -false -ls -print -print0 -prune -quit ' +
    '-H -L -P -E -X -s -O0 -O1 -O2 -O3 -help --help -version --version'
  ).split(' '),
)
/** Those with one. */
const FIND_VALUE = new Set(
  (
    '-maxdepth -mindepth -regextype -amin -anewer -atime -cmin -cnewer -ctime -fstype -gid -group -ilname -iname -inum -ipath ' +
    '-iregex -iwholename -links -lname -mmin -mtime -name -newer -path -perm -regex -samefile -size -type -uid -used -user ' +
    '-wholename -xtype -context -printf -D -f -flags -files0-from'
  ).split(' '),
)
/** Those that say what the files are called. */
const FIND_NAMES = /^-(?:i?name|i?path|i?wholename|i?lname|i?regex)$/u
/** How what is found is named. */
const FOUND = 'what it finds'
const FIND_RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir'])
const FIND_WRITES = new Set(['-fprint', '-fprint0', '-fls', '-fprintf'])

const find: Rule = (judge, { args }) => {
  const starts: Argument[] = []
  const wanted: Argument[] = []
  let at = 0
  let expression = false
  const next = (): Argument | undefined => {
    at += 1
    return args[at - 1]
  }
  for (let word = next(); word !== undefined; word = next()) {
    const { text } = word
    if (text === null) {
      // A name found by a pattern with an ending is no action: none of them ends like that.
      if (!word.plain && !isNamedByEnding(word))
        return judge.found('destructive-local', `runs find with ${word.shown}, which may turn out to be an action`)
      if (!expression) starts.push(word)
      continue
    }
    if (!expression && !/^[-(!,)]/u.test(text)) {
      starts.push(word)
      continue
    }
    if (text === '-files0-from') judge.found('destructive-local', 'reads places whose names stand in a file')
    if (text === '-delete') {
      judge.found('destructive-local', `deletes what it finds in ${placesOf(starts)}`)
      expression = true
    } else if (FIND_RUNS.has(text)) {
      expression = true
      const words: Argument[] = []
      let end = next()
      while (end !== undefined && end.text !== ';' && !(end.text === '+' && words.at(-1)?.text === '{}')) {
        words.push(end)
        end = next()
      }
      if (end === undefined) return judge.found('destructive-local', 'runs a program that is not given whole')
      runsOnFound(judge, text, words, starts, wanted, end.text === '+')
    } else if (FIND_WRITES.has(text)) {
      expression = true
      const file = next()
      if (file !== undefined) judge.writes(file)
      if (text === '-fprintf') next()
    } else if (FIND_VALUE.has(text) || /^-newer[aBcm][aBcmt]$/u.test(text)) {
      if (!/^-[DfHLP]$/u.test(text)) expression = true
      const negated = /^(?:!|-not)$/u.test(args[at - 2]?.text ?? '')
      const value = next()
      if (value !== undefined && !negated && FIND_NAMES.test(text)) wanted.push(value)
      // It shows the lines of that file as names which are not there.
      if (text === '-files0-from' && value !== undefined && judge.isSecret(value))
        judge.found('credential-access', `reads ${value.shown}`)
      if (value?.many === true && !isNamedByEnding(value))
        return judge.found('destructive-local', `runs find with ${value.shown}, which may turn out to be an action`)
    } else if (FIND_PLAIN.has(text)) {
      if (!/^-[HLPEXsxdO]/u.test(text)) expression = true
    } else if (/^[-]/u.test(text)) {
      return judge.found('destructive-local', `runs find with ${text}, which is not known here`)
    }
  }
}
function runsOnFound(
  judge: Judge,
  action: string,
  words: readonly Argument[],
  starts: readonly Argument[],
  wanted: readonly Argument[],
  several: boolean,
): void {
  const inEach = action.endsWith('dir')
  const prefix = inEach ? './' : commonStart(starts)
  const program = words[0]?.text ?? ''
  for (const start of starts.length === 0 ? [exact('.')] : starts)
    if (judge.isSecret(start)) judge.found('credential-access', `reads ${start.shown}`)
  for (const name of showsNames(program) ? [] : wanted)
    if (isSecret(name) || mayNameSecret(name.shown)) judge.found('credential-access', `reads ${name.shown}`)
  if (inEach && /(?:^|\/)git$/u.test(program))
    judge.found('destructive-local', "runs git in each directory, where a repository's own settings may start programs")
  judge.apart(() => {
    // Each runs where its file lies, which may be among files that steer other programs.
    if (inEach) judge.moves(null)
    const filled = fill(words, '{}', { prefix, several, shown: FOUND })
    // What is looked for may be given so that it finds but one file.
    const computed = wanted.some((name) => name.computed === true || name.given === true)
    judge.program(
      filled.map((word) => (computed && !words.includes(word) ? { ...word, computed } : word)),
      { kind: 'none' },
    )
  })
}

/** What each path that find prints begins with; '' where that is not known. */
function commonStart(starts: readonly Argument[]): string {
  if (starts.length === 0) return './'
  return starts.every(({ plain, many, text }) => plain && (!many || text === null)) ? 'x' : ''
}

function placesOf(starts: readonly Argument[]): string {
  return starts.length === 0 ? 'this directory' : starts.map(({ shown }) => shown).join(', ')
}

/** What stands for a name that was found, or for a part of it. */
const FD_MARK = /\{(?:\/?\.?|\/\/)\}/u

const fd: Rule = (judge, call) => {
  // What follows -x is the program, with all of its words.
  const at = call.args.findIndex(
    ({ text }) => text !== null && /^(?:-[A-Za-wyzA-WYZ0-9]*[xX]|--exec(?:-batch)?)$/u.test(text),
  )
  const own = at < 0 ? call.args : call.args.slice(0, at)
  const parsed = parseOptions(own, {
    flags: 'HIusigalLp0qh1V',
    values: 'deEtScojM',
    long: 'hidden no-ignore no-ignore-vcs no-ignore-parent unrestricted case-sensitive ignore-case glob regex fixed-strings absolute-path list-details follow full-path print0 max-depth= min-depth= exact-depth= exclude= type= extension= size= changed-within= changed-before= owner= color= threads= max-results= quiet show-errors base-directory= path-separator= search-path= strip-cwd-prefix? prune one-file-system and= format= help version',
  })
  if (!isClear(judge, call.name, parsed)) return
  if (at < 0) return
  if (!showsNames(call.args[at + 1]?.text ?? ''))
    for (const { text, shown } of parsed.operands)
      if (isSecret(exact((text ?? shown).replace(/[\^$\\]/gu, '')))) judge.found('credential-access', `reads ${shown}`)
  const words = call.args.slice(at + 1).filter(({ text }) => text !== ';')
  const marked = words.some(({ text }) => text !== null && FD_MARK.test(text))
  const several = /^(?:-\w*X|--exec-batch)$/u.test(call.args[at]?.text ?? '')
  const program = words.map((word) => {
    if (word.text === null || !FD_MARK.test(word.text)) return word
    const filled = word.text.replaceAll(new RegExp(FD_MARK, 'gu'), () => '${…}')
    const alone = filled === '${…}'
    return unknownArgument('', several, alone ? FOUND : mayNameSecret(filled) ? filled : word.text)
  })
  judge.apart(() => {
    for (const { name, value } of parsed.options) if (name === 'base-directory') judge.moves(value)
    judge.program(marked ? program : [...program, LISTED], { kind: 'none' })
  })
}

const rg: Rule = (judge, call) => {
  const parsed = parseOptions(call.args, RG)
  if (!isClear(judge, call.name, parsed)) return
  for (const { name, value } of parsed.options) {
    if (/^(?:g|glob|iglob)$/u.test(name) && value !== null && (isSecret(value) || mayNameSecret(value.shown)))
      judge.found('credential-access', `reads ${value.shown}`)
    if (name === 'pre' || name === 'hostname-bin')
      judge.found('destructive-local', `runs ${value?.shown ?? 'a program'}`)
    if (name === 'z' || name === 'search-zip')
      judge.found('destructive-local', 'runs programs that unpack what it searches')
  }
}

/** Programs that look for files and may do something with each. */
export const FINDERS: Rules = [
  ['find gfind', find],
  ['fd fdfind', fd],
  ['rg ripgrep', rg],
  ['locate mlocate plocate', () => {}],
]
