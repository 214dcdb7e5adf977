import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** How a replayed body ends: as recorded, cleanly after `at` bytes, or torn off after `at` bytes. */
export type ReplayEnd =
  { kind: 'whole' } | { kind: 'cut'; at: number } | { kind: 'reset'; at: number } | { kind: 'torn'; at: number }

/** One answer to one request. */
export interface Replay {
  readonly body: string | Uint8Array
  readonly end?: ReplayEnd
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes a piece, so that a reader meets borders inside of lines and characters; all at once without it. */
  readonly pieceBytes?: number
  /** The body ends, however it ends, only when this has resolved: a reader may drop what it had not read by then. */
  readonly endsAfter?: Promise<unknown>
}

/** A request as the replayer saw it. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const EVENT_STREAM = { 'content-type': 'text/event-stream' }

/** A body with one line put before line `line` (from 0), as a proxy does that talks into a stream. */
export function withBadLine(body: string, line: number, text = 'data: {"half": '): string {
  const lines = body.split('\n')
  return [...lines.slice(0, line), text, '', ...lines.slice(line)].join('\n')
}

/** The first `at` bytes of one body and then all of another: two answers in one stream. */
export function spliced(first: string, at: number, second: string): Uint8Array {
  return Buffer.concat([Buffer.from(first).subarray(0, at), Buffer.from(second)])
}

function pieces(replay: Replay): Uint8Array[] {
  const whole = typeof replay.body === 'string' ? Buffer.from(replay.body) : replay.body
  const end = replay.end ?? { kind: 'whole' }
  const sent = end.kind === 'whole' ? whole : whole.subarray(0, end.at)
  const size = replay.pieceBytes ?? Math.max(1, sent.length)
  const found: Uint8Array[] = []
  for (let from = 0; from < sent.length; from += size) found.push(sent.subarray(from, from + size))
  return found
}

/** A `fetch` that answers from memory, for tests that need thousands of streams. It heeds the signal. */
export function replayFetch(answer: (request: SeenRequest) => Replay, seen: SeenRequest[] = []): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const headers = Object.fromEntries(request.headers)
    const made = { method: request.method, path: url.pathname + url.search, headers, body: await request.text() }
    seen.push(made)
    init?.signal?.throwIfAborted()
    const replay = answer(made)
    const queue = pieces(replay)
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = queue.shift()
        if (piece !== undefined) controller.enqueue(piece)
        else if (replay.end?.kind === 'reset' || replay.end?.kind === 'torn')
          controller.error(new TypeError('terminated'))
        else controller.close()
      },
    })
    return new Response(body, { status: replay.status ?? 200, headers: { ...EVENT_STREAM, ...replay.headers } })
  }
}

/** A running replayer. */
export interface ByteReplayer {
  /** Without a trailing slash. */
  readonly url: string
  readonly requests: SeenRequest[]
  close(): Promise<void>
}

/**
 * An HTTP server on loopback that replays bytes (spec PV2): whole, cut, reset, with a bad line, spliced. Every
 * origin may ask, and unlike at most vendors the page may read `retry-after`.
 */
export async function startByteReplayer(answer: (request: SeenRequest) => Replay): Promise<ByteReplayer> {
  const requests: SeenRequest[] = []
  const server = createServer((request, response) => {
    void reply(request, response, answer, requests)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The replayer has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: SeenRequest) => Replay,
  requests: SeenRequest[],
): Promise<void> {
  const cors = {
    'access-control-allow-origin': request.headers.origin ?? '*',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
    'access-control-allow-private-network': 'true',
    'access-control-expose-headers': 'retry-after, retry-after-ms',
  }
  if (request.method === 'OPTIONS') {
    response.writeHead(204, cors).end()
    return
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk)
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const seen = {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers,
    body: Buffer.concat(chunks).toString(),
  }
  requests.push(seen)
  const replay = answer(seen)
  response.writeHead(replay.status ?? 200, { ...EVENT_STREAM, ...cors, ...replay.headers })
  response.flushHeaders()
  for (const piece of pieces(replay)) {
    // One write at a time, so that a reset comes after all that was to be sent.
    await new Promise<void>((resolve) => response.write(piece, () => resolve()))
  }
  await replay.endsAfter
  if (replay.end?.kind === 'reset') request.socket.resetAndDestroy()
  else if (replay.end?.kind === 'torn') request.socket.end()
  else response.end()
}
