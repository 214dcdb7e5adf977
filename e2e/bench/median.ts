/** The middle value, or the mean of the two middle ones. Throws where there is none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const high = sorted[Math.floor(sorted.length / 2)]
  const low = sorted[Math.floor((sorted.length - 1) / 2)]
  if (high === undefined || low === undefined) throw new Error('There is no median of no values.')
  return (low + high) / 2
}
