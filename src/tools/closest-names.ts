/**
 * The known names nearest to one that is not known, best first, at most `limit`. A name counts as near
 * when a third of it would have to change, or when one contains the other. Case, `-` and `_` are ignored.
 */
export function closestNames(name: string, known: Iterable<string>, limit = 3): string[] {
  const wanted = plain(name.slice(0, 100))
  if (wanted === '') return []
  const near: { name: string; distance: number }[] = []
  for (const candidate of known) {
    const other = plain(candidate)
    const contains = other.length > 2 && wanted.length > 2 && (other.includes(wanted) || wanted.includes(other))
    const distance = contains ? 1 : editDistance(wanted, other)
    if (distance <= Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 3)))
      near.push({ name: candidate, distance })
  }
  // Equal distances keep the order of `known`: the sort is stable.
  return near
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map((entry) => entry.name)
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, '')
}

/** Letters to put in, take out, replace, or swap with their neighbour, until `a` is `b`. Three rows of memory. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : Infinity
      next.push(Math.min(replace, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
