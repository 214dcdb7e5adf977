/** The answer of the outbound guard to one address. `url` is normalised, without a fragment: the one to connect to. */
export type AddressVerdict =
  | { readonly allowed: true; readonly url: string; readonly host: string }
  | { readonly allowed: false; readonly reason: string }

/** The answer of the outbound guard to what a name resolves to; the addresses are those that may be connected to. */
export type ResolvedVerdict =
  | { readonly allowed: true; readonly addresses: readonly string[] }
  | { readonly allowed: false; readonly reason: string }

/**
 * The outbound guard for reading pages, as whoever connects is given it (spec WB3). Both are pure and never throw; a
 * `reason` is whole sentences. Asked on each hop, right before the connection.
 */
export interface AddressGuard {
  checkAddress(url: string): AddressVerdict
  /** `host` is for the words. No address at all is a refusal. */
  checkResolved(addresses: readonly string[], host: string): ResolvedVerdict
}

/**
 * The outbound guard for what the user entered in the settings, a provider or the relay: whether `url` may be asked where
 * `configured` was entered. Only its origin is, wherever that lies, http included: the user typed it. Pure, never throws.
 */
export type ConfiguredGuard = (url: string, configured: string) => AddressVerdict

/** What a page answered. */
export interface WebPage {
  /** Where it came from in the end. */
  readonly url: string
  /** Addresses that led there, in order; empty where nothing redirected. */
  readonly redirects: readonly string[]
  /** HTTP status, whatever it is: an error page is an answer too. */
  readonly status: number
  /** Media type in lower case, without parameters; '' where the server named none. */
  readonly mediaType: string
  /** The body as text by its charset; null where it is not text. */
  readonly text: string | null
  /** Bytes that were read of the body; 0 where it is not text. */
  readonly bytesRead: number
  /** Bytes that the server says it has; null where it does not say. */
  readonly bytesTotal: number | null
  /** The body went on after FETCH_MAX_BYTES. */
  readonly truncated: boolean
  /** Who asked: this browser, or the relay that the user runs. */
  readonly via: 'browser' | 'relay'
}

/** Whether a redirect may lead to `url`, on another origin than the one that redirects: null, or a sentence why not. */
export type MayLead = (url: string) => string | null

/**
 * Reads one page for the agent (spec WB2): `https` only, GET, no cookie, no referrer, no cache; at most FETCH_MAX_HOPS
 * redirects, each checked by the outbound guard right before the connection; FETCH_DEADLINE_MS for everything together,
 * the body included; a longer body is truncated. Throws `FailureError`: `authorization`/`blocked` where the guard refuses,
 * else `execution` with `timeout`, `offline`, `no-cors`, `not-listening`, `network` or `unsupported` (a redirect that the
 * browser hides); and the signal's reason where it is aborted. `mayLead` is asked before each hop to another origin, and
 * where it says no the call fails as `authorization`/`denied`; left out, the outbound guard alone decides.
 */
export interface WebPort {
  read(url: string, signal: AbortSignal, mayLead?: MayLead): Promise<WebPage>
  /** Whether a relay is there, allows this page and takes the token. Throws `FailureError` that says what to change. */
  greet(relay: { readonly url: string; readonly token: string }, signal: AbortSignal): Promise<void>
}
