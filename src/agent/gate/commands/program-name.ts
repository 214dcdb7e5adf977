/** The program that a word names: a path to a well-known place is that program, any other is whatever lies there. */
export function programName(word: string): string {
  return word.replace(/^(?:\/usr)?(?:\/local)?\/bin\/(?=[^/]+$)/u, '')
}
