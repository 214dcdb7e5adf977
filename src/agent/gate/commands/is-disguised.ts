/** First and last code point of what is not what it seems. */
const RANGES: readonly (readonly [number, number])[] = [
  // Controls, but for tab and line end.
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  // Spaces that no shell takes for one.
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  // Marks without width, and marks that turn the direction of writing.
  [0xad, 0xad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xfff0, 0xfffd],
  [0xe0000, 0xe0fff],
  // Letters that show nothing.
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xffa0, 0xffa0],
  // Halves of a pair.
  [0xd800, 0xdfff],
]
/** Dashes at the start of a word that are no hyphen. */
const FALSE_DASH = /(?:^|\s)[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/u

/** True where a text holds characters that a person does not see, or takes for others. */
export function isDisguised(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code >= 0x20 && code < 0x7f) continue
    if (RANGES.some(([first, last]) => code >= first && code <= last)) return true
  }
  return FALSE_DASH.test(text)
}
