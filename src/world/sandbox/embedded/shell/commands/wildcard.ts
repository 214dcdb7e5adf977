/**
 * Whether all of a text fits a pattern of `*` (anything, slashes too), `?` and plain characters, as archivers read
 * them. Goes back only to the last star, so that no pattern takes longer than its length times the text's.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  let [p, t] = [0, 0]
  let [star, resumed] = [-1, 0]
  while (t < text.length) {
    const wanted = pattern[p]
    if (wanted === '*') {
      star = p
      resumed = t
      p += 1
    } else if (wanted === '?' || (wanted !== undefined && wanted === text[t])) {
      p += 1
      t += 1
    } else if (star !== -1) {
      resumed += 1
      p = star + 1
      t = resumed
    } else return false
  }
  while (pattern[p] === '*') p += 1
  return p === pattern.length
}
