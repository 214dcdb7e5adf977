/** After these words a slash begins a pattern, as it does after an operator. */
const BEFORE_PATTERN = new Set(['print', 'printf', 'return', 'in', 'else', 'do', 'exit', 'delete', 'getline', 'case'])

/** Whether an awk program only prints, writes files, or may run commands; the last where that cannot be told. */
export function awkDoes(program: string): 'prints' | 'writes' | 'runs' {
  // Looked for in the whole text, strings and patterns included: what a slash begins depends on the rest.
  if (/\bsystem\b|@\s*[A-Za-z_]|\/inet|\bfflush\s*\(\s*[^)\s]|\\\n/u.test(program)) return 'runs'
  const doubtful = /[|>]/u.test(program) && /\)\s*\/|\+\+\s*\/|--\s*\/|\b(?:getline|exit|delete)\s*\//u.test(program)
  if (doubtful) return 'runs'
  let printing = false
  let depth = 0
  let printDepth = 0
  let writes = false
  /** What stood before ends a value, so that a slash divides. */
  let afterValue = false
  let at = 0
  while (at < program.length) {
    const character = program.charAt(at)
    if (character === '"') {
      const end = endOf(program, at + 1, '"')
      if (end < 0) return 'runs'
      at = end + 1
      afterValue = true
    } else if (character === '#') {
      const end = program.indexOf('\n', at)
      at = end < 0 ? program.length : end
    } else if (character === '/' && !afterValue) {
      const end = endOf(program, at + 1, '/')
      if (end < 0) return 'runs'
      at = end + 1
      afterValue = true
    } else if (/[A-Za-z_]/u.test(character)) {
      const name = /^\w+/u.exec(program.slice(at, at + 64))?.[0] ?? character
      at += name.length
      if (name === 'print' || name === 'printf') {
        printing = true
        printDepth = depth
      }
      afterValue = !BEFORE_PATTERN.has(name)
    } else if (/[\d.]/u.test(character)) {
      at += 1
      afterValue = true
    } else {
      at += 1
      if (character === '|') {
        if (program.charAt(at) !== '|') return 'runs'
        at += 1
      } else if (character === '>') {
        if (printing && depth === printDepth) {
          const target = /^>?\s*"\/dev\/(?:stderr|stdout)"\s*(?:[;}\n]|$)/u.exec(program.slice(at, at + 40))
          if (target === null) writes = true
        }
      } else if (/[([]/u.test(character)) depth += 1
      else if (/[)\]]/u.test(character)) depth -= 1
      // A line end may stand after a comma, within what is printed.
      else if (/[;{}]/u.test(character)) printing = false
      if (!/[ \t]/u.test(character)) afterValue = /[)\]$]/u.test(character)
      // A closing brace or a line end begins anew; `$` begins a value of its own.
      if (character === '$') afterValue = false
    }
  }
  return writes ? 'writes' : 'prints'
}

/** True where it reads a file whose name is more than one text that stands in it. */
export function makesNames(program: string): boolean {
  if (/\bARGV\s*\[[^\]]*\]\s*=[^=]/u.test(program)) return true
  const reads = program.match(/\bgetline\b[^<;}\n)]*<\s*/gu) ?? []
  const plain = program.match(/\bgetline\b[^<;}\n)]*<\s*"(?:[^"\\\n]|\\.)*"\s*(?:[);}\n]|$)/gu) ?? []
  return reads.length > plain.length
}

/** Names that a program may read files by: its texts, and what they make together. None where it reads no file itself. */
export function awkReads(program: string): readonly string[] {
  if (!/\bgetline\b|\bARGV\b/u.test(program)) return []
  const texts = [...program.matchAll(/"((?:[^"\\\n]|\\.)*)"/gu)].map(([, text = '']) => text)
  // Texts that stand side by side, or are put together over variables, make one name.
  const joined = texts.flatMap((_, i) => [1, 2, 3, 4].map((count) => texts.slice(i, i + count).join('')))
  return [...new Set(joined)]
}

/** Where a text that began at `from` ends; -1 where it does not. A backslash takes the next character. */
function endOf(program: string, from: number, delimiter: string): number {
  let inside = false
  for (let at = from; at < program.length; at += 1) {
    const character = program.charAt(at)
    if (character === '\n') return -1
    if (character === '\\') at += 1
    else if (delimiter === '/' && character === '[' && !inside) {
      inside = true
      if (program.charAt(at + 1) === '^') at += 1
      if (program.charAt(at + 1) === ']') at += 1
    } else if (inside && character === ']') inside = false
    else if (character === delimiter) {
      // In brackets awks differ about whether it ends.
      return inside ? -1 : at
    }
  }
  return -1
}
