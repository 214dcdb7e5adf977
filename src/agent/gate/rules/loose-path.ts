import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'

// Signs in a path of which not all is known, from Unicode's private use: no keyboard writes them, and where a
// script does they only make more possible.
/** One character of a name. */
export const ONE = '\uE000'
/** Any part of one name. */
export const SOME = '\uE001'
/** Anything, slashes included. */
export const ANY = '\uE002'
/** Braces that are not expanded yet, and the comma between two choices. */
export const OPEN = '\uE003'
export const COMMA = '\uE004'
export const CLOSE = '\uE005'
/** The value of a variable or the output of a command: anything, but nothing that can be told. */
export const HOLE = '\uE006'

/** What a folder is that cannot be told: the root of the workspace, or any below it. */
export const UNKNOWN_FOLDERS: readonly string[] = [WORKSPACE_ROOT, `${WORKSPACE_ROOT}/${ANY}`]

/** Words that the braces of one word may make before they stand for anything. */
const MAX_CHOICES = 64

/** The words that braces make of one; braces without a choice are themselves. */
export function expandBraces(word: string): string[] {
  if (!word.includes(OPEN)) return [plainBraces(word)]
  const open = word.lastIndexOf(OPEN)
  const close = word.indexOf(CLOSE, open)
  if (close < 0) return expandBraces(`${word.slice(0, open)}{${word.slice(open + 1)}`)
  const inside = word.slice(open + 1, close)
  const [before, after] = [word.slice(0, open), word.slice(close + 1)]
  const choices = inside.split(COMMA)
  // `{1..9}` makes numbers or letters, never a slash.
  if (choices.length === 1) return expandBraces(`${before}${inside.includes('..') ? SOME : `{${inside}}`}${after}`)
  const rest = (word.match(/\uE003/gu)?.length ?? 0) > 6 || choices.length > MAX_CHOICES
  if (rest) return [plainBraces(`${word.slice(0, word.indexOf(OPEN))}${ANY}`)]
  const words = choices.flatMap((choice) => expandBraces(`${before}${choice}${after}`))
  return words.length > MAX_CHOICES ? [plainBraces(`${word.slice(0, word.indexOf(OPEN))}${ANY}`)] : words
}

function plainBraces(word: string): string {
  return word.replaceAll(OPEN, '{').replaceAll(COMMA, ',').replaceAll(CLOSE, '}')
}

/** Joins and resolves `.` and `..`, as far as can be told; absolute. */
export function joinLoose(path: string, base: string): string {
  const parts: string[] = []
  for (const part of (path.startsWith('/') ? path : `${base}/${path}`).split('/')) {
    if (part === '' || part === '.') continue
    // Above what may be several folders lies any of them.
    if (part === '..' && parts.at(-1)?.includes(ANY) !== true) parts.pop()
    else if (part !== '..') parts.push(part)
  }
  return `/${parts.join('/')}`
}

/** An absolute path relative to the workspace, `''` for its root; null for what cannot lie in it. */
export function looseRelative(path: string): string | null {
  const [root = '', ...below] = path.slice(1).split('/')
  const any = root.indexOf(ANY)
  if (any >= 0) return [root.slice(any), ...below].join('/')
  return couldBe(root, WORKSPACE_ROOT.slice(1)) ? below.join('/') : null
}

/** True for the folders above the workspace. */
export function isAboveWorkspace(path: string): boolean {
  return path === '/'
}

/** True where a name with signs in it may be exactly this one. */
function couldBe(name: string, exact: string): boolean {
  if (!/[\uE000\uE001]/u.test(name)) return name === exact
  let reached = new Set([0])
  for (const char of name) {
    const next = new Set<number>()
    for (const at of reached) {
      if (char === SOME) for (let to = at; to <= exact.length; to += 1) next.add(to)
      else if (at < exact.length && (char === ONE || exact[at] === char)) next.add(at + 1)
    }
    if (next.size === 0) return false
    reached = next
  }
  return reached.has(exact.length)
}
