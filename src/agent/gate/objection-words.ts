import type { RunWatch, WatchEntries } from '#contracts/run-watch.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Why a call that can carry data out is asked about, as one sentence: what entered and when, and what private data was
 * read. Null where neither has happened. Times are those of this computer; `now` is for the date.
 */
export function objectionWords({ entered, privateReads }: RunWatch, now: number): string | null {
  const came = named(entered, now)
  const read = named(privateReads, now)
  const facts = [
    ...(came === null ? [] : [`${came.what} entered ${came.when}`]),
    ...(read === null ? [] : [`${read.what} was read ${read.when}`]),
  ]
  return facts.length === 0 ? null : `It can carry data out; ${facts.join(', and ')}.`
}

function named({ first, more }: WatchEntries, now: number): { what: string; when: string } | null {
  const [earliest, ...others] = first
  if (earliest === undefined) return null
  const rest = others.length + more
  const also = rest === 0 ? '' : ` (and ${rest} more since)`
  return { what: earliest.what, when: `${timeWords(earliest.at, now)}${also}` }
}

/** "at 14:02", or with the date where it was another day. */
function timeWords(at: number, now: number): string {
  const date = new Date(at)
  const two = (number: number): string => String(number).padStart(2, '0')
  const time = `at ${two(date.getHours())}:${two(date.getMinutes())}`
  const sameDay = date.toDateString() === new Date(now).toDateString()
  return sameDay ? time : `on ${date.getDate()} ${MONTHS[date.getMonth()] ?? ''} ${time}`
}
