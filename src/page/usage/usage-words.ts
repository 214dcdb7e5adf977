import { plural } from '../plural.ts'

/** What the usage says of money. */
export const usageWords = {
  /** Behind the sum of a session that has a cap. */
  more: '+ ?',
  incomplete: 'Not all requests are counted: open it to see why.',
  uncounted: (requests: number) =>
    `The cost of ${plural(requests, 'request', 'requests')} of this session is not known: it is in no sum, and no cap counts it.`,
  caps: (turn: string | null, session: string | null) =>
    `Caps: ${[turn !== null && `${turn} a turn`, session !== null && `${session} a session`].filter(Boolean).join(', ')}.`,
  letGoOn: (at: string) => `The session’s counts from ${at} on, where you let it go on.`,
  converted: (perDollar: number, currency: string) => `Converted at ${perDollar} ${currency} for one US dollar.`,
} as const
