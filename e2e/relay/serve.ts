import { randomBytes } from 'node:crypto'
import { createRelay } from '#workers/relay.ts'
import { systemClock } from '#world/clock.ts'
import { serveHandler } from './node-server.ts'
import { pinnedConnect } from './pinned-connect.ts'
import { resolveHost } from './resolve-host.ts'

const DEFAULT_PORT = 4180
/** Where `npm start` and `npm run dev` serve the app. */
const DEFAULT_ORIGINS = [
  'http://127.0.0.1:4173',
  'http://localhost:4173',
  'http://127.0.0.1:5173',
  'http://localhost:5173',
]
const TOKEN_MIN_CHARS = 20

function wantedPort(): number {
  const text = process.env['RELAY_PORT'] ?? process.env['PORT'] ?? ''
  if (text === '') return DEFAULT_PORT
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new Error(`RELAY_PORT=${text} is not a port. Give a number from 1 to 65535, or 0 for any free one.`)
}

/** Pages that may use the relay: `RELAY_ORIGINS`, separated by commas, or where the app is served from this computer. */
function wantedOrigins(): string[] {
  const text = process.env['RELAY_ORIGINS'] ?? ''
  if (text === '') return DEFAULT_ORIGINS
  return text.split(',').map((entry) => {
    const typed = entry.trim()
    if (!URL.canParse(typed) || !/^https?:$/.test(new URL(typed).protocol))
      throw new Error(`RELAY_ORIGINS: ${typed} is not an origin. It looks like https://app.example.com`)
    return new URL(typed).origin
  })
}

/** A new token for each start, unless one is given, so that it need not be entered again. */
function wantedToken(): string {
  const given = process.env['RELAY_TOKEN'] ?? ''
  if (given === '') return randomBytes(24).toString('base64url')
  if (given.length >= TOKEN_MIN_CHARS && /^[\x21-\x7e]+$/.test(given)) return given
  throw new Error(`RELAY_TOKEN needs at least ${TOKEN_MIN_CHARS} characters, without spaces.`)
}

async function main(): Promise<void> {
  const port = wantedPort()
  const origins = wantedOrigins()
  const token = wantedToken()
  const handler = createRelay({
    resolve: resolveHost,
    connect: pinnedConnect(),
    token,
    origins,
    clock: systemClock(),
    log: (host, status) => console.log(`${host} ${status}`),
  })
  try {
    const server = await serveHandler(handler, port)
    const address = server.address()
    const bound = typeof address === 'object' && address !== null ? address.port : port
    console.log(`The fetch relay is at http://127.0.0.1:${bound}  (Ctrl+C stops it)`)
    console.log(`Token: ${token}`)
    console.log(`Pages that may use it: ${origins.join(', ')}  (RELAY_ORIGINS changes that)`)
    console.log('Enter the address and the token in the settings of Sallyport, under Web.')
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!taken) throw error
    throw new Error(`Port ${port} is taken by another program. Choose another: RELAY_PORT=${port + 1} npm run relay`, {
      cause: error,
    })
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
