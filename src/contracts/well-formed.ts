/** Replaces every lone surrogate by U+FFFD: providers answer 400 to half a surrogate pair, and storage may refuse it. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD')
}
