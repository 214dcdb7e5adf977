import { request as startRequest } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { fail } from '#contracts/failure.ts'
import type { HopAnswer } from '#world/web/follow.ts'
import type { RelayParts } from '#world/web/relay-handler.ts'

/** For tests: another certificate authority, and where connections to an address really go. */
export interface PinnedOptions {
  readonly ca?: string
  dial?(address: string, port: number): { address: string; port: number }
}

/** All that a site learns of who asks. */
const HEADERS = {
  accept: 'text/html, application/xhtml+xml, application/json;q=0.9, text/*;q=0.8, */*;q=0.5',
  'accept-encoding': 'gzip, br, deflate',
  'user-agent': 'Mozilla/5.0 (compatible; Sallyport fetch relay)',
}

/**
 * One GET over TLS to exactly the address given: the name is only looked up in what was already checked, so no second
 * answer of a resolver can change where it goes. The certificate must be the name's.
 */
export function pinnedConnect({ ca, dial }: PinnedOptions = {}): RelayParts['connect'] {
  return (url, address, signal) =>
    new Promise<HopAnswer>((resolve, reject) => {
      const { hostname, port, pathname, search } = new URL(url)
      const host = hostname.replace(/^\[|\]$/g, '')
      const wanted = Number(port === '' ? 443 : port)
      const end = dial?.(address, wanted) ?? { address, port: wanted }
      const lookup: LookupFunction = (_, options, done) => {
        const found = { address: end.address, family: isIP(end.address) }
        if (options.all === true) done(null, [found])
        else done(null, found.address, found.family)
      }
      const outgoing = startRequest({
        // A literal is connected to as it stands, without a look-up.
        host: isIP(host) === 0 ? host : end.address,
        port: end.port,
        path: `${pathname}${search}`,
        headers: { host: new URL(url).host, ...HEADERS },
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ...(ca === undefined ? {} : { ca }),
        // A connection of its own: a pooled one may have been made before the address was checked.
        agent: false,
        lookup,
        signal,
      })
      outgoing.on('response', (incoming) => resolve(answerOf(incoming)))
      outgoing.on('error', (error) => reject(signal.aborted ? signal.reason : explain(error, new URL(url).host)))
      outgoing.end()
    })
}

function answerOf(incoming: IncomingMessage): HopAnswer {
  const headers = new Headers()
  const { location, 'content-type': type, 'content-length': length, 'content-encoding': encoding } = incoming.headers
  // Header bytes come as latin1; those beyond ASCII are escaped, as a browser does.
  if (location !== undefined)
    headers.set(
      'location',
      location.replace(/[^\x21-\x7e]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`),
    )
  if (type !== undefined) headers.set('content-type', type.replace(/[^\x20-\x7e]/g, ''))
  if (length !== undefined && encoding === undefined) headers.set('content-length', length)
  const plain = unpacked(incoming, encoding?.toLowerCase())
  return { status: incoming.statusCode ?? 0, headers, body: Readable.toWeb(plain) as ReadableStream<Uint8Array> }
}

/** Unpacks as far as it is read: a small body that would grow without end costs what is read of it. */
function unpacked(incoming: IncomingMessage, encoding: string | undefined): Readable {
  const stage =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : null
  if (stage === null) return incoming
  incoming.on('error', (error) => stage.destroy(error))
  stage.on('close', () => incoming.destroy())
  return incoming.pipe(stage)
}

function explain(error: NodeJS.ErrnoException, host: string) {
  const code = error.code ?? 'no code'
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO|ALTNAME/.test(code))
    return fail('execution', 'network', `${host} could not prove that it is that site (${code}), so nothing was read.`)
  if (code === 'ECONNRESET' || code.startsWith('HPE_'))
    return fail('execution', 'network', `${host} broke the connection off (${code}).`, { retryable: true })
  const said = `Nothing answers at ${host} (${code}). Check the address, or try again later.`
  return fail('execution', 'not-listening', said, { retryable: true })
}
