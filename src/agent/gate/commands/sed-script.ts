/** What a sed script does besides printing. */
export interface SedEffects {
  readonly writes: readonly string[]
  readonly reads: readonly string[]
  /** It runs a command, or cannot be read whole. */
  readonly unreadable: boolean
}

/** Reads a sed script command by command. What it does not know counts as unreadable. */
export function sedDoes(script: string): SedEffects {
  const writes: string[] = []
  const reads: string[] = []
  const failed: SedEffects = { writes, reads, unreadable: true }
  let at = 0
  const peek = (): string => script.charAt(at)
  const skip = (pattern: RegExp): void => {
    while (at < script.length && pattern.test(peek())) at += 1
  }
  /** To the end of the line; file names and texts go that far. */
  const raw = (): string => {
    const end = script.indexOf('\n', at)
    const text = script.slice(at, end < 0 ? script.length : end)
    at = end < 0 ? script.length : end
    return text
  }
  const line = (): string => raw().trim()
  /** Past the next `delimiter` that is neither escaped nor in brackets; false where there is none. */
  const pass = (delimiter: string, brackets: boolean): boolean => {
    let inside = false
    for (; at < script.length; at += 1) {
      const character = peek()
      if (character === '\\') {
        at += 1
        continue
      }
      // Not every sed takes a delimiter in brackets for itself: where they would differ, the script is not clear.
      if (brackets && inside && character === delimiter) return false
      if (brackets && character === '[' && !inside) {
        inside = true
        if (script.charAt(at + 1) === '^') at += 1
        if (script.charAt(at + 1) === ']') at += 1
        continue
      }
      if (inside && character === '[' && /[.:=]/u.test(script.charAt(at + 1))) {
        const end = script.indexOf(`${script.charAt(at + 1)}]`, at + 2)
        if (end < 0) return false
        at = end + 1
        continue
      }
      if (inside && character === ']') inside = false
      else if (!inside && character === delimiter) {
        at += 1
        return true
      }
    }
    return false
  }
  const address = (): boolean => {
    const first = peek()
    if (/[\d$]/u.test(first)) {
      skip(/[\d$~]/u)
      return true
    }
    if (first !== '/' && first !== '\\') return true
    const delimiter = first === '/' ? '/' : script.charAt(at + 1)
    at += first === '/' ? 1 : 2
    if (!/[^\sA-Za-z0-9\\[\]]/u.test(delimiter) || !pass(delimiter, true)) return false
    skip(/[IM]/u)
    return true
  }
  let depth = 0
  while (at < script.length) {
    skip(/[\s;]/u)
    if (at >= script.length) break
    if (peek() === '#') {
      line()
      continue
    }
    if (!address()) return failed
    skip(/[ \t]/u)
    if (peek() === ',') {
      at += 1
      skip(/[ \t]/u)
      if (/[+~]/u.test(peek())) at += 1
      if (!address()) return failed
      skip(/[ \t]/u)
    }
    while (/[! \t]/u.test(peek())) at += 1
    const name = peek()
    at += 1
    switch (name) {
      case '{':
        depth += 1
        continue
      case '}':
        depth -= 1
        break
      case '=':
      case 'd':
      case 'D':
      case 'F':
      case 'g':
      case 'G':
      case 'h':
      case 'H':
      case 'n':
      case 'N':
      case 'p':
      case 'P':
      case 'x':
      case 'z':
        break
      case 'l':
      case 'L':
      case 'q':
      case 'Q':
        skip(/[ \t]/u)
        skip(/\d/u)
        break
      case 'b':
      case 't':
      case 'T':
      case ':': {
        skip(/[ \t]/u)
        const label = /^[^\s;]*/u.exec(script.slice(at, at + 80))?.[0] ?? ''
        if (!/^[\w.-]*$/u.test(label)) return failed
        at += label.length
        break
      }
      case 'r':
      case 'R':
        // The name goes to the end of the line; some seds end it earlier, and go on with commands.
        {
          const file = line()
          if (/[;}]/u.test(file)) return failed
          reads.push(file)
        }
        continue
      case 'w':
      case 'W':
        writes.push(line())
        continue
      case 'a':
      case 'i':
      case 'c': {
        let text = raw()
        while (/(?:^|[^\\])(?:\\\\)*\\$/u.test(text) && at < script.length) {
          at += 1
          text = raw()
        }
        continue
      }
      case 's': {
        const delimiter = peek()
        at += 1
        if (delimiter === '' || /[\s\\]/u.test(delimiter) || !pass(delimiter, true) || !pass(delimiter, false))
          return failed
        const flags = /^[gpiIMm\d]*/u.exec(script.slice(at, at + 24))?.[0] ?? ''
        at += flags.length
        if (peek() === 'w') {
          at += 1
          writes.push(line())
          continue
        }
        break
      }
      case 'y': {
        const delimiter = peek()
        at += 1
        if (delimiter === '' || /[\s\\]/u.test(delimiter) || !pass(delimiter, false) || !pass(delimiter, false))
          return failed
        break
      }
      default:
        return failed
    }
    skip(/[ \t]/u)
    if (at < script.length && !/[\n;}#]/u.test(peek())) return failed
  }
  return { writes, reads, unreadable: depth !== 0 }
}
