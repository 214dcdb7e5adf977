/** "1 line", "2,000 lines": a number with its noun, for people and models. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? noun : plural}`
}

/** A size in bytes as people read it: "812 B", "1.2 KB", "3.4 MB" (powers of 1024). */
export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const units = ['KB', 'MB', 'GB']
  let value = bytes / 1024
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

/** A duration in milliseconds as people read it: "340 ms", "2.4 s", "3 min 20 s". */
export function durationInWords(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${Number((ms / 1_000).toFixed(1))} s`
  const seconds = Math.round(ms / 1_000)
  const rest = seconds % 60
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`
}
