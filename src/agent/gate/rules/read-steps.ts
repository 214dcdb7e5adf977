import { COMMAND_MAX_INNER } from '#contracts/limits.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { ANY, CLOSE, COMMA, HOLE, ONE, OPEN, SOME } from './loose-path.ts'

/**
 * A piece of a script in the order in which it stands. The words of a simple command hold the signs of
 * `loose-path.ts` for what is not known; `files` are what its redirects name. `then`: what comes next runs only
 * if this went well; `next`: it runs anyway. Substitutions stand before the command that they are part of.
 */
export type ScriptPiece =
  | { readonly kind: 'command'; readonly words: readonly string[]; readonly files: readonly string[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'then' | 'or' | 'next' | 'open' | 'close' | 'inner' | 'inner-end' | 'unsound' }

/** Characters within which the `]` of a class is looked for. */
const MAX_CLASS = 200
const CLASS = /^\[[!^]?\]?(?:\[:\w+:\]|[^\]\s'"\\$`;&|<>()/])*\]/u
/** In `$'…'`. */
const ESCAPE = /^\\(?:x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|[0-7]{1,3}|c.|.)/su
const PARAMETER = /\$(?:\w+|[@*#?!$-])/uy

/**
 * Reads a script for the words that a rule may be about, glob signs and braces kept. It follows quotes,
 * substitutions and here-documents, not the grammar: it never fails, and what it cannot follow it notes as
 * `unsound`. It runs in time proportional to the text.
 */
export function readSteps(script: string): ScriptPiece[] {
  const pieces: ScriptPiece[] = []
  read(script.replace(/[\uE000-\uE006]/gu, ONE).replace(/\\\r?\n/gu, ''), 0, pieces)
  return pieces
}

/** The same for a word that is a script itself. */
export function readInner(word: string, depth: number): ScriptPiece[] {
  const pieces: ScriptPiece[] = []
  read(word, depth, pieces)
  return pieces
}

function read(text: string, depth: number, pieces: ScriptPiece[]): void {
  if (depth > COMMAND_MAX_INNER) {
    pieces.push({ kind: 'unsound' })
    return
  }
  let at = 0
  let words: string[] = []
  let files: string[] = []
  let word = null as string | null
  /** What the next word is, where it is no plain one. */
  let role: 'word' | 'file' | 'document' = 'word'
  let documents: string[] = []
  /** Signs whose partner was looked for in vain: looking again would take the square of the length. */
  const unclosed = new Set<string>()

  const unsound = (): void => void pieces.push({ kind: 'unsound' })
  const add = (more: string): void => void (word = (word ?? '') + more)
  const endWord = (): void => {
    if (word !== null) {
      if (role === 'document') documents.push(word)
      else (role === 'file' ? files : words).push(word === OPEN ? '{' : word === CLOSE ? '}' : word)
      role = 'word'
    }
    word = null
  }
  const endCommand = (kind: 'then' | 'or' | 'next' | 'open' | 'close'): void => {
    endWord()
    if (words.length > 0 || files.length > 0) pieces.push({ kind: 'command', words, files })
    words = []
    files = []
    pieces.push({ kind })
  }
  const inner = (script: string): void => {
    pieces.push({ kind: 'inner' })
    read(script, depth + 1, pieces)
    pieces.push({ kind: 'inner-end' })
  }
  /** The last character of the here-document that begins here: signs in it have no partner. */
  const endOfDocument = (from: number): number => {
    const mark = /^<<-?[ \t]*(['"]?)(\w{1,60})\1/u.exec(text.slice(from, from + 80))?.[2]
    if (mark === undefined || unclosed.has(mark)) return from + 1
    const end = new RegExp(`\\n\\t*${mark}(?=[\\s)]|$)`, 'gu')
    end.lastIndex = from
    const found = end.exec(text)
    if (found === null) unclosed.add(mark)
    return found === null ? from + 1 : found.index + found[0].length - 1
  }
  /** Where the sign that closes the one at `from` stands; -1 where it is missing. */
  const closing = (from: number): number => {
    const open = text[from] ?? ''
    const waits: string[] = []
    for (let i = from; i < text.length && !unclosed.has(open); i += 1) {
      const char = text[i] ?? ''
      const wait = waits.at(-1)
      const opens = char === '"' || char === '`' || (char === '(' && wait === ')') || i === from
      if (char === '\\') i += 1
      else if (wait === ')' && text.startsWith('<<', i) && text[i + 2] !== '<') i = endOfDocument(i)
      else if (char === wait) {
        waits.pop()
        if (waits.length === 0) return i
      } else if (char === "'" && wait === ')') {
        const end = text.indexOf("'", i + 1)
        if (end > 0) i = end
      } else if (opens || ((char === '(' || char === '{') && text[i - 1] === '$'))
        waits.push(char === '(' ? ')' : char === '{' ? '}' : char)
    }
    unclosed.add(open)
    unsound()
    return -1
  }
  const backtick = (): void => {
    const end = closing(at)
    if (end >= 0) inner(text.slice(at + 1, end).replace(/\\([\\`$])/gu, '$1'))
    add(HOLE)
    at = end < 0 ? at + 1 : end + 1
  }
  const dollar = (quoted: boolean): void => {
    const next = text[at + 1]
    if (next === "'" && !quoted) {
      at += 2
      while (at < text.length && text[at] !== "'") {
        // An escape may stand for any character, a slash too.
        const escape = ESCAPE.exec(text.slice(at, at + 12))?.[0]
        add(escape === undefined ? (text[at] ?? '') : ANY)
        at += escape?.length ?? 1
      }
      if (at >= text.length) unsound()
      at += 1
    } else if (next === '"' && !quoted) at += 1
    else if (next === '(' || next === '{') {
      const end = closing(at + 1)
      const inside = end < 0 ? '' : text.slice(at + 2, end)
      if (next === '(') inner(inside)
      else {
        // What stands in for a value that is missing is a word of its own.
        const other = /^[!#]?\w+(?:\[[^\]]*\])?:?[-+=?]/u.exec(inside)
        if (other !== null) inner(inside.slice(other[0].length))
        else if (/[$`]/u.test(inside)) inner(inside)
      }
      add(next === '{' ? valueOf(inside) : HOLE)
      at = end < 0 ? at + 2 : end + 1
    } else {
      PARAMETER.lastIndex = at
      const found = PARAMETER.exec(text)?.[0]
      add(found === undefined ? '$' : valueOf(found.slice(1)))
      at += found?.length ?? 1
    }
  }
  const doubleQuoted = (): void => {
    add('')
    at += 1
    while (at < text.length && text[at] !== '"') {
      const char = text[at] ?? ''
      if (char === '\\' && /["\\$`]/u.test(text[at + 1] ?? '')) {
        add(text[at + 1] ?? '')
        at += 2
      } else if (char === '$') dollar(true)
      else if (char === '`') backtick()
      else {
        add(char)
        at += 1
      }
    }
    if (at >= text.length) unsound()
    at += 1
  }
  /** The lines up to the end of each here-document that has begun. */
  const skipDocuments = (): void => {
    for (const end of documents) {
      const lines: string[] = []
      for (;;) {
        if (at >= text.length) break
        const stop = text.indexOf('\n', at)
        const line = text.slice(at, stop < 0 ? text.length : stop)
        at = stop < 0 ? text.length : stop + 1
        if (line.replace(/^\t+/u, '').replace(/\r$/u, '') === end) break
        lines.push(line)
      }
      pieces.push({ kind: 'text', text: lines.join('\n') })
    }
    documents = []
  }
  const redirect = (): void => {
    // A number before it is a descriptor, not a word.
    if (word !== null && /^\d+$/u.test(word)) word = null
    endWord()
    const sign = /^(?:&>>?|<<<|<<-?|<>|[<>]&|>\||>>|<|>)/u.exec(text.slice(at, at + 4))?.[0] ?? ''
    at += Math.max(1, sign.length)
    if (text[at] === '(') return
    role = sign === '<<<' ? 'word' : sign.startsWith('<<') ? 'document' : 'file'
  }

  while (at < text.length) {
    const char = text[at] ?? ''
    switch (char) {
      case '\\':
        add(text[at + 1] ?? '')
        at += 2
        break
      case "'": {
        const end = text.indexOf("'", at + 1)
        if (end < 0) unsound()
        add(text.slice(at + 1, end < 0 ? text.length : end))
        at = end < 0 ? text.length : end + 1
        break
      }
      case '"':
        doubleQuoted()
        break
      case '$':
        dollar(false)
        break
      case '`':
        backtick()
        break
      case ' ':
      case '\t':
      case '\r':
        endWord()
        at += 1
        break
      case '\n':
        endCommand('next')
        at += 1
        skipDocuments()
        break
      case ';':
      case '&':
      case '|':
        if (char === '&' && text[at + 1] === '>') redirect()
        else {
          const twice = text[at + 1] === char
          endCommand(twice && char === '&' ? 'then' : twice && char === '|' ? 'or' : 'next')
          at += twice || text.startsWith('|&', at) ? 2 : 1
        }
        break
      case '<':
      case '>':
        redirect()
        break
      case '(':
        if (word !== null && /[\uE000-\uE002+@!]$/u.test(word)) {
          // An extended pattern, or a command that is only negated.
          const end = closing(at)
          if (end >= 0) inner(text.slice(at + 1, end))
          word = `${String(word).slice(0, -1)}${ANY}`
          at = end < 0 ? at + 1 : end + 1
          break
        }
        endCommand('open')
        at += 1
        break
      case ')':
        endCommand('close')
        at += 1
        break
      case '*': {
        const stars = /^\*+/u.exec(text.slice(at, at + MAX_CLASS))?.[0].length ?? 1
        add(stars > 1 ? ANY : SOME)
        at += stars
        // A double star stands for no folder too.
        if (stars > 1 && text[at] === '/') at += 1
        break
      }
      case '?':
        add(ONE)
        at += 1
        break
      case '[': {
        const ahead = text.slice(at, at + MAX_CLASS)
        const simple = CLASS.exec(ahead)?.[0].length ?? 0
        const end = ahead.indexOf(']')
        const isTest = word === null && /^\[{1,2}(?:\s|$)/u.test(text.slice(at, at + 3))
        if (isTest || end < 0) add(char)
        else {
          if (simple === 0 && /[$`]/u.test(ahead.slice(0, end))) inner(text.slice(at + 1, at + end))
          // With quotes in it, where it ends and what it takes is not followed.
          add(simple > 0 ? ONE : ANY)
        }
        at += isTest || end < 0 ? 1 : simple > 0 ? simple : end + 1
        break
      }
      case '{':
      case ',':
      case '}':
        add(char === '{' ? OPEN : char === ',' ? COMMA : CLOSE)
        at += 1
        break
      case '~':
        add(word === null && /^~(?:$|[\s/;&|)])/u.test(text.slice(at, at + 2)) ? WORKSPACE_ROOT : char)
        at += 1
        break
      case '#':
        if (word === null) {
          const end = text.indexOf('\n', at)
          at = end < 0 ? text.length : end
          break
        }
        add(char)
        at += 1
        break
      default:
        add(char)
        at += 1
    }
  }
  endCommand('next')
}

/** Of the variables that every script has, those that stand for a folder. */
function valueOf(name: string): string {
  return name === 'HOME' ? WORKSPACE_ROOT : name === 'PWD' ? '.' : HOLE
}
