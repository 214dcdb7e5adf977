import { fail } from '#contracts/failure.ts'
import { FETCH_MAX_HOPS } from '#contracts/limits.ts'
import type { AddressGuard, MayLead } from '#contracts/ports/web.ts'

/** What one address answered, before anything of its body is read. */
export interface HopAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
}

/**
 * Asks one address that the guard has just allowed. Throws `FailureError` where it cannot, and the signal's reason where
 * it is aborted. Never follows a redirect itself.
 */
export type AskHop = (url: string, host: string, signal: AbortSignal) => Promise<HopAnswer>

/** Where a chain of redirects ended. */
export interface Followed {
  readonly url: string
  readonly redirects: readonly string[]
  readonly answer: HopAnswer
}

export const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Follows redirects, at most FETCH_MAX_HOPS, each address checked right before it is asked (spec WB2), and each step to
 * another origin also by `mayLead`.
 */
export async function follow(
  address: string,
  guard: Pick<AddressGuard, 'checkAddress'>,
  ask: AskHop,
  signal: AbortSignal,
  mayLead: MayLead = () => null,
): Promise<Followed> {
  const redirects: string[] = []
  let next = address
  for (;;) {
    const verdict = guard.checkAddress(next)
    const from = redirects.at(-1)
    if (!verdict.allowed) throw blocked(verdict.reason, from)
    if (from !== undefined && new URL(from).origin !== new URL(verdict.url).origin) {
      const refused = mayLead(verdict.url)
      if (refused !== null) throw fail('authorization', 'denied', `${from} redirects elsewhere. ${refused}`)
    }
    signal.throwIfAborted()
    const answer = await ask(verdict.url, verdict.host, signal)
    const location = REDIRECTS.has(answer.status) ? answer.headers.get('location') : null
    if (location === null) return { url: verdict.url, redirects, answer }
    // What a redirect says beside where it leads is nobody's to read.
    answer.body?.cancel().catch(() => {})
    if (redirects.length === FETCH_MAX_HOPS) throw tooMany(address)
    redirects.push(verdict.url)
    if (!URL.canParse(location, verdict.url)) throw blocked('That is not an address.', verdict.url)
    next = new URL(location, verdict.url).href
  }
}

function blocked(reason: string, from: string | undefined) {
  // The refused address itself is in the reason: its host, and no more of what a stranger wrote.
  const led = from === undefined ? '' : `${from} redirects to an address that is refused. `
  return fail('authorization', 'blocked', `${led}${reason}`)
}

function tooMany(address: string) {
  const said = `${address} redirects more than ${FETCH_MAX_HOPS} times, which is where it was given up. Look for another address of the page.`
  return fail('execution', 'network', said)
}
