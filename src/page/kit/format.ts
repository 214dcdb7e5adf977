const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "12 ms", "4.1 s", "2 min", "2 min 5 s", "1 h 3 min". */
export function duration(ms: number): string {
  if (ms < SECOND) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s`
  if (ms < MINUTE) return `${Math.round(ms / SECOND)} s`
  return inTwo(ms).replace(/ 0 (?:s|min)$/, '')
}

/** Whole seconds, for a figure that grows and must not jump: "4 s", "2 min 0 s", "2 min 5 s". */
export function elapsed(ms: number): string {
  return ms < MINUTE ? `${Math.max(0, Math.floor(ms / SECOND))} s` : inTwo(ms)
}

/** A minute or more, in its two largest units. */
function inTwo(ms: number): string {
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ${Math.floor((ms % MINUTE) / SECOND)} s`
  return `${Math.floor(ms / HOUR)} h ${Math.floor((ms % HOUR) / MINUTE)} min`
}

/** "940", "12.4k", "1.2M". */
export function tokens(count: number): string {
  if (count < 1_000) return String(count)
  if (count < 100_000) return `${(count / 1_000).toFixed(1).replace(/\.0$/, '')}k`
  if (count < 1_000_000) return `${Math.round(count / 1_000)}k`
  return `${(count / 1_000_000).toFixed(1).replace(/\.0$/, '')}M`
}

/** "940 B", "12.4 kB", "3.1 MB", "1.2 GB"; decimal, as storage is counted. */
export function bytes(size: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = size
  let unit = 0
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1).replace(/\.0$/, '')} ${units[unit]}`
}

/** "now", "4 min", "3 h", "2 d", then the date: short enough for a list. */
export function ago(at: number, now: number): string {
  const ms = now - at
  if (ms < MINUTE) return 'now'
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`
  if (ms < 7 * DAY) return `${Math.floor(ms / DAY)} d`
  return new Date(at).toLocaleDateString('en', { day: 'numeric', month: 'short' })
}

/** The exact time, for hovering. */
export function exactTime(at: number): string {
  return new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' })
}
