/** Emoji with their joiners, styles, skin tones and flags: what belongs to a picture hides nothing. */
export const PICTURE = '\\p{Extended_Pictographic}(?:\\uFE0E|\\uFE0F|\\p{Emoji_Modifier})?'
/** A key with a digit or a sign on it. */
export const KEYCAP = '[0-9#*]\\uFE0F\\u20E3'
/** The three flags of regions that are in use, spelt with tags; any other run of tags is hidden text. */
export const FLAG =
  '\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F}'
/** A carriage return that ends a line is part of its end. */
const LINE_END = '\\r(?=\\n|$)|\\n|\\t'
/** Controls, formats (bidi, zero width), lone surrogates, odd line ends, and whatever shows as nothing. */
const HIDDEN = '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]'

const ANY_HIDDEN = new RegExp(HIDDEN, 'u')
const PIECES = new RegExp(`${FLAG}|${PICTURE}(?:\\u200D${PICTURE})*|${KEYCAP}|${LINE_END}|(${HIDDEN})`, 'gu')

/**
 * `text` with every character that cannot be seen, or that turns the order of others round, written out as
 * ⟨U+202E⟩. Line ends, tabs and ordinary emoji stay. What is approved must be what is read.
 */
export function showInvisible(text: string): string {
  if (!ANY_HIDDEN.test(text)) return text
  return text.replace(PIECES, (piece: string, hidden: string | undefined) =>
    hidden === undefined ? piece : writeOut(hidden),
  )
}

/** One character as ⟨U+202E⟩. */
export function writeOut(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
}
