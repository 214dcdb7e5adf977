import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

type Handler = (request: Request) => Promise<Response>

/** Bytes of a request line and its headers: an address of the longest kind, escaped. */
const HEADER_MAX_BYTES = 64_000

/** Serves a web-standard handler over plain HTTP on 127.0.0.1; resolves once it listens. Port 0 is any free one. */
export async function serveHandler(handler: Handler, port: number): Promise<Server> {
  const server = createServer(
    { maxHeaderSize: HEADER_MAX_BYTES, headersTimeout: 5_000, requestTimeout: 10_000 },
    (incoming, outgoing) => {
      answer(handler, incoming, outgoing).catch(() => outgoing.destroy())
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  return server
}

async function answer(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) if (typeof value === 'string') headers.set(name, value)
  const url = new URL(incoming.url ?? '/', 'http://127.0.0.1')
  // A body is never read: the relay takes GET and OPTIONS, and refuses the rest by its method.
  const response = await handler(new Request(url, { method: incoming.method ?? 'GET', headers, signal: gone.signal }))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body === null) outgoing.end()
  else await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing)
}
