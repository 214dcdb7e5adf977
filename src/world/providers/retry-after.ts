import type { ProviderError } from './read-provider-error.ts'

/** No provider means more than a day; a longer wait is a mistake in reading. */
const LONGEST_MS = 86_400_000

/**
 * How long a provider asks us to wait, in milliseconds; null where it does not say. A page sees the header
 * only if the provider exposes it, so the body's own words are read as well.
 */
export function retryAfterMs(error: ProviderError, now: number): number | null {
  const exact = Number(error.headers['retry-after-ms'])
  if (error.headers['retry-after-ms'] !== undefined && Number.isFinite(exact)) return bounded(exact)
  const header = error.headers['retry-after']
  if (header !== undefined && header !== '') {
    const seconds = Number(header)
    const at = Date.parse(header)
    if (Number.isFinite(seconds)) return bounded(seconds * 1_000)
    if (Number.isFinite(at)) return bounded(at - now)
  }
  const google = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(error.body)
  if (google?.[1] !== undefined) return bounded(Number(google[1]) * 1_000)
  const words = /try again in ((?:\d+(?:\.\d+)?\s*(?:ms|[dhms])(?![a-z])\s*)+)/i.exec(error.message)
  return words?.[1] === undefined ? null : bounded(msOf(words[1]))
}

/** Milliseconds of each unit that a wait is written in. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/** A wait written as a number and a unit, or several: `1.5s`, `20ms`, `1m30s`. */
function msOf(text: string): number {
  let ms = 0
  for (const [, number, unit] of text.toLowerCase().matchAll(/(\d+(?:\.\d+)?)\s*(ms|[dhms])/g))
    ms += Number(number) * (UNITS.get(unit ?? '') ?? 0)
  return ms
}

function bounded(ms: number): number {
  return Math.round(Math.min(LONGEST_MS, Math.max(0, ms)))
}
