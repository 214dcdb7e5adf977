/**
 * Control characters and marks that reorder or hide text: a name with one of them does not look like what it is, so no
 * tool takes it. Joiners inside emoji (U+200C, U+200D) stay allowed.
 */
export const DECEPTIVE =
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\p{Surrogate}]/u

/** What is wrong with such a path and what to do, without its full stop. */
export const DECEPTIVE_PATH =
  'The path holds a control character, an invisible mark or half a character. Write it with visible characters only'
