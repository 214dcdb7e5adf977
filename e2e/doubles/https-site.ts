import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PinnedOptions } from '#e2e/relay/pinned-connect.ts'

// A throwaway pair for example.com, example.org and names below them, signed by itself and trusted by nobody. It stands in
// the open because it protects nothing: it is the identity of a server that lives for one test.
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgw9Z7ZU+UhVQBVEu5
xAsUn5aQx+APzu00GaSTEHEhmsOhRANCAAT15cCpOG9yaqW4eHlvrtcSwJgFZKA2
qsLwiDYR1UM1UH4oRoU5ulVzI9NZ6aYrTaND1B+J8hfFr0F5YUnQyAo6
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIB1zCCAXygAwIBAgIUbJ1j2e6LL6UXzzrNgDLWd9UKKo4wCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwSc3RhbmQtaW4gZm9yIHRlc3RzMCAXDTI2MTEzMDAxMDUxMloY
DzIxMjYxMTA2MDEwNTEyWjAdMRswGQYDVQQDDBJzdGFuZC1pbiBmb3IgdGVzdHMw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT15cCpOG9yaqW4eHlvrtcSwJgFZKA2
qsLwiDYR1UM1UH4oRoU5ulVzI9NZ6aYrTaND1B+J8hfFr0F5YUnQyAo6o4GXMIGU
MB0GA1UdDgQWBBRIkGRe2h6KIFbPf6p5zd8BeiHBDTAfBgNVHSMEGDAWgBRIkGRe
2h6KIFbPf6p5zd8BeiHBDTAPBgNVHRMBAf8EBTADAQH/MEEGA1UdEQQ6MDiCC2V4
YW1wbGUuY29tgg0qLmV4YW1wbGUuY29tggtleGFtcGxlLm9yZ4INKi5leGFtcGxl
Lm9yZzAKBggqhkjOPQQDAgNJADBGAiEA3y5IdkyinjPWQE4UZb7za5JmnMaKaUoH
dTO4xF5PL9UCIQD/ACF0oPFwajMZ2pbC7VwT75ugVj/hkqavYEYVKs2VbQ==
-----END CERTIFICATE-----`

/** A site on a real TLS socket of this computer that answers as any name of example.com. */
export interface HttpsSite {
  /** On 127.0.0.1. */
  readonly port: number
  /** Requests that arrived, as `host path`. */
  readonly asked: string[]
  /** Headers of each request, in the same order. */
  readonly headers: IncomingMessage['headers'][]
  /** How a pinned connection gets here: every address and port leads to this server. */
  readonly pinned: Required<PinnedOptions> & { readonly dialled: string[] }
  close(): Promise<void>
}

/** Starts a site; `answer` is called for each request. */
export async function startHttpsSite(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<HttpsSite> {
  const asked: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const dialled: string[] = []
  const server: Server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    asked.push(`${request.headers.host ?? ''} ${request.url ?? ''}`)
    headers.push(request.headers)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    asked,
    headers,
    pinned: {
      ca: CERTIFICATE,
      dialled,
      dial: (wanted, wantedPort) => {
        dialled.push(`${wanted} ${wantedPort}`)
        return { address: '127.0.0.1', port }
      },
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
