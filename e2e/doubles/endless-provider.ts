import { createServer } from 'node:http'
import { CHAT_MODELS, chatEnd, chatText } from './chat-stream.ts'
import { TEST_WORDS } from './mock-providers.ts'

/** Milliseconds between two words of the endless answer. */
const PACE_MS = 20

/** A provider whose first answer never ends by itself, so that a test can act in its middle without a race. */
export interface EndlessProvider {
  /** Without a trailing slash. */
  readonly url: string
  /** Endless answers whose connection is open now. */
  open(): number
  /** Bodies of the requests for an answer, without those of the connection test. */
  readonly bodies: string[]
  close(): Promise<void>
}

/** Starts one on loopback, in the Chat Completions dialect. The second answer and all later ones are `later`. */
export async function startEndlessProvider(later: string): Promise<EndlessProvider> {
  const bodies: string[] = []
  let open = 0
  const server = createServer((request, response) => {
    void (async () => {
      const cors = {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-allow-private-network': 'true',
      }
      if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end()
      if (request.method === 'GET')
        return void response.writeHead(200, { ...cors, 'content-type': 'application/json' }).end(CHAT_MODELS)
      const chunks: Uint8Array[] = []
      for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk)
      const body = Buffer.concat(chunks).toString()
      response.writeHead(200, { ...cors, 'content-type': 'text/event-stream' })
      if (body.includes(TEST_WORDS)) return void response.end(chatText('OK') + chatEnd('stop'))
      bodies.push(body)
      if (bodies.length > 1) return void response.end(chatText(later) + chatEnd('stop'))
      open += 1
      let word = 0
      const timer = setInterval(() => response.write(chatText(`word${(word += 1)} `)), PACE_MS)
      response.on('close', () => {
        clearInterval(timer)
        open -= 1
      })
      return undefined
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The endless provider has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    open: () => open,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
