import type { CommandPattern } from '#contracts/rules.ts'

/** Signs that would make the line more than one simple command, or something else than its words. */
const OPERATORS = new Set([';', '&', '|', '<', '>', '(', ')', '$', '`', '\n', '\r'])
/** A last word that means "any further words", unless it is quoted. */
const MORE = new Set(['…', '...', '*'])

interface Word {
  readonly text: string
  readonly quoted: boolean
}

/**
 * Reads one line as a pattern for one simple command: words apart by spaces, `'…'` and `"…"` and a backslash
 * to take signs as they are. No operator has a meaning here, so none may stand unquoted.
 * @throws Error with a sentence
 */
export function readCommand(line: string): CommandPattern {
  const words: Word[] = []
  let word = null as Word | null
  let quote: string | null = null
  const chars = [...line]
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? ''
    if (quote !== null) {
      if (char === quote) quote = null
      else if (char === '\\' && quote === '"' && /["\\$`]/u.test(chars[at + 1] ?? ''))
        word = add(word, chars[++at] ?? '')
      else if (quote === '"' && (char === '$' || char === '`')) throw new Error(operator(char))
      else word = add(word, char)
    } else if (char === ' ' || char === '\t') {
      if (word !== null) words.push(word)
      word = null
    } else if (char === "'" || char === '"') {
      quote = char
      word = { text: word?.text ?? '', quoted: true }
    } else if (char === '\\') {
      if (chars[at + 1] === undefined) throw new Error('The command ends in a lone backslash.')
      word = { text: add(word, chars[++at] ?? '').text, quoted: true }
    } else if (OPERATORS.has(char)) throw new Error(operator(char))
    else word = add(word, char)
  }
  if (quote !== null) throw new Error(`A ${quote} in the command is not closed.`)
  if (word !== null) words.push(word)
  const last = words.at(-1)
  const more = last !== undefined && words.length > 1 && !last.quoted && MORE.has(last.text)
  if (more) words.pop()
  if (words.length === 0 || words[0]?.text === '') throw new Error('Write the command that the rule is about.')
  return { words: words.map(({ text }) => text), more }
}

function add(word: Word | null, char: string): Word {
  return { text: `${word?.text ?? ''}${char}`, quoted: word?.quoted ?? false }
}

function operator(char: string): string {
  const shown = char === '\n' || char === '\r' ? 'A line break' : `“${char}”`
  return `${shown} is no part of a simple command. Write one simple command a line; the rule holds each against every part of a script.`
}

/** A pattern as it can be read again: quoted where a word would mean something else, `…` for further words. */
export function commandText({ words, more }: CommandPattern): string {
  const shown = words.map((word) =>
    /^[\p{L}\p{N}_./:=@%+,~^#!?{}[\]-]+$/u.test(word) && !MORE.has(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`,
  )
  return [...shown, ...(more ? ['…'] : [])].join(' ')
}
