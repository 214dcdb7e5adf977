import { FLAG, KEYCAP, PICTURE, writeOut } from './show-invisible.ts'

/** Scripts whose letters take another shape, or none, by a joiner between them. */
const JOINING = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Nko',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Myanmar',
  'Khmer',
  'Tibetan',
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')
/** One joiner or non-joiner between two letters of such a script: how Persian and Hindi are spelt. */
const JOINER = `(?<=[${JOINING}])[\\u200C\\u200D](?=[${JOINING}])`
/** One variant of a Han character or of a sign of mathematics; a run of selectors is hidden text. */
const VARIANT = '(?<=\\p{Script=Han}|\\p{Sm})[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]'
const MONGOLIAN = '(?<=\\p{Script=Mongolian})[\\u180B-\\u180D\\u180F]'
const SOFT_HYPHEN = '(?<=\\p{L})\\u00AD(?=\\p{L})'
/** Formats that are seen: signs round Arabic, Syriac and Kaithi numbers and verses. */
const SEEN = '[\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}]'
/** As in `showInvisible`, without lone surrogates (half of a sign that still streams) and the blank of Braille. */
const HIDDEN = '[\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F]'

const ANY_HIDDEN = new RegExp(HIDDEN, 'u')
const PIECES = new RegExp(
  `${FLAG}|${PICTURE}(?:\\u200D${PICTURE})*|${KEYCAP}|${JOINER}|${VARIANT}|${MONGOLIAN}|${SOFT_HYPHEN}|${SEEN}|(${HIDDEN})`,
  'gu',
)

/**
 * `text` that the model wrote to be read, with what would hide words or turn their order written out: bidi controls,
 * zero-width and tag characters. What languages and pictures need stays. Names, commands and whatever is approved go
 * through the stricter `showInvisible`.
 */
export function showInProse(text: string): string {
  if (!ANY_HIDDEN.test(text)) return text
  return text.replace(PIECES, (piece: string, hidden: string | undefined) =>
    hidden === undefined ? piece : writeOut(hidden),
  )
}
