/** Where the parser reads arithmetic: `((`, `$[`, and behind the colon of `${name:…}`; and how each of them ends. */
const ARITHMETIC: readonly (readonly [start: RegExp, end: string])[] = [
  [/\(\(/gu, '))'],
  [/\$\[/gu, ']'],
  [/\$\{[^}:\s]*:(?![-=?+])/gu, '}'],
]
/** A `$` that begins no expansion. */
const BARE_DOLLAR = /\$(?![A-Za-z0-9_{(@*#?$!'-])/u

/**
 * True for a script on which the library's parser (just-bash 3) never ends: it reads a `$` that expands nothing inside
 * of arithmetic over and over, and its memory grows meanwhile. Looks at the text alone, so that a few scripts are held
 * for such which are none; nobody needs a bare `$` there, because a shell refuses it.
 */
export function trapsParser(script: string): boolean {
  for (const [start, end] of ARITHMETIC) {
    for (const { index, 0: found } of script.matchAll(start)) {
      const from = index + found.length
      const to = script.indexOf(end, from)
      if (BARE_DOLLAR.test(script.slice(from, to < 0 ? script.length : to + 1))) return true
    }
  }
  return false
}

/** What a person and a model are told of such a script. */
export const TRAPS_PARSER = 'It holds a $ inside of an arithmetic expression that stands for nothing.'
