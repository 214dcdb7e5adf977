import type { Failure, FailureKind } from '#contracts/failure.ts'
import type { Clock } from '#contracts/ports/clock.ts'

/** How long the second request may take. */
const PROBE_MS = 5_000

/** What is known of this place in the browser; a test hands in its own. */
export interface Surroundings {
  readonly online: boolean
  /** Of the page: `https:`, `http:`; '' outside a browser. */
  readonly protocol: string
  /** Of the page, to be named in advice; '' outside a browser. */
  readonly origin: string
}

/** Reads the surroundings of this thread. */
export function surroundings(): Surroundings {
  const scope: { navigator?: { onLine?: boolean }; location?: { protocol?: string; origin?: string } } = globalThis
  return {
    online: scope.navigator?.onLine !== false,
    protocol: scope.location?.protocol ?? '',
    origin: scope.location?.origin ?? '',
  }
}

/**
 * Finds out why a request came to nothing (spec PV8). A browser says only "Failed to fetch" for a missing
 * CORS header, a closed port and a blocked address alike; a second request that asks for nothing readable
 * (`no-cors`) resolves where a server is there and fails where none is. It carries no key.
 */
export async function diagnoseConnection(
  place: { label: string; url: string; hasKey: boolean; fetch: typeof fetch; clock: Clock },
  here: Surroundings,
  signal: AbortSignal,
): Promise<Failure> {
  const { label, url, hasKey } = place
  const host = hostOf(url)
  if (host === null) {
    return failure(
      'bad-request',
      `The address of ${label} is not a web address. Correct it in the settings.`,
      'certain',
    )
  }
  const local = isLoopback(host)
  if (!here.online && !local) {
    return failure(
      'offline',
      `This device is offline, so ${label} cannot be reached. Go online and try again.`,
      'certain',
    )
  }
  if (here.protocol === 'https:' && url.startsWith('http:') && !local) {
    const said = `The browser blocks ${url}, because this page was loaded over https and that address is http. Use an https address, or open this page over http.`
    return failure('network', said, 'certain', { reason: 'mixed-content' })
  }
  const answered = await answers(place, signal)
  const from = here.origin === '' ? 'this page' : here.origin
  if (answered) {
    const key = hasKey
      ? ' A wrong key can look the same, where a server answers it without CORS headers: check the key too.'
      : ''
    const said = `${label} is there, but does not let ${from} ask (CORS). ${local ? corsAdvice(url, from) : 'The server must allow this origin and the headers of the request, or be reached through a proxy that does.'} A server that redirects looks the same: enter its final address.${key}`
    return failure('no-cors', said, 'likely')
  }
  if (local) {
    const said = `Nothing answers at ${url}. Start the server there, or correct the address; if the browser asked for leave to reach the local network, grant it.`
    return failure('not-listening', said, 'likely')
  }
  const said = `Nothing answers at ${url}. Check the address and the network; a blocker or a firewall can do this too.`
  return failure('not-listening', said, 'likely')
}

async function answers(
  place: { url: string; fetch: typeof fetch; clock: Clock },
  signal: AbortSignal,
): Promise<boolean> {
  const stop = new AbortController()
  const cancel = place.clock.after(PROBE_MS, () => stop.abort())
  try {
    const response = await place.fetch(place.url, {
      method: 'GET',
      mode: 'no-cors',
      credentials: 'omit',
      signal: AbortSignal.any([signal, stop.signal]),
    })
    await response.body?.cancel()
    return true
  } catch {
    return false
  } finally {
    cancel()
  }
}

function corsAdvice(url: string, from: string): string {
  // The usual ports say which program it most likely is.
  const port = URL.canParse(url) ? new URL(url).port : ''
  if (port === '11434') return `Start Ollama with OLLAMA_ORIGINS=${from === 'this page' ? "'*'" : from}.`
  if (port === '1234') return 'In LM Studio, turn on "Enable CORS" in the server settings.'
  if (port === '8000') return `Start vLLM with --allowed-origins '["${from === 'this page' ? '*' : from}"]'.`
  return `Ollama: set OLLAMA_ORIGINS; LM Studio: turn on "Enable CORS"; vLLM: --allowed-origins.`
}

function hostOf(url: string): string | null {
  return /^https?:\/\//.test(url) && URL.canParse(url) ? new URL(url).hostname : null
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}

function failure(
  kind: FailureKind,
  message: string,
  sure: 'certain' | 'likely',
  more: Record<string, string> = {},
): Failure {
  const retryable = kind === 'offline' || kind === 'not-listening'
  return { stage: 'model', kind, message, retryable, detail: { sure, ...more } }
}
