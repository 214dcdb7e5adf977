import { existsSync } from 'node:fs'
import { preview, type PreviewServer } from 'vite'

const DEFAULT_PORT = 4173

function wantedPort(): number {
  const text = process.env['PORT']
  if (text === undefined || text === '') return DEFAULT_PORT
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new Error(`PORT=${text} is not a port. Give a number from 1 to 65535, or 0 for any free one.`)
}

/** Serves `dist/` on 127.0.0.1 with the response headers of a good host. Throws a sentence where it cannot. */
export async function serve(port: number): Promise<PreviewServer> {
  if (!existsSync('dist/index.html')) throw new Error('There is no dist/index.html. Run `npm run build` first.')
  try {
    return await preview({ logLevel: 'warn', preview: { host: '127.0.0.1', port, strictPort: true } })
  } catch (error) {
    const taken = error instanceof Error && /already in use|EADDRINUSE/.test(error.message)
    if (!taken) throw error
    const message = `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`
    throw new Error(message, { cause: error })
  }
}

if (process.argv[1]?.endsWith('serve.ts') === true) {
  try {
    const server = await serve(wantedPort())
    const address = server.httpServer.address()
    const port = typeof address === 'object' && address !== null ? address.port : wantedPort()
    console.log(`Sallyport is at http://127.0.0.1:${port}/  (Ctrl+C stops it)`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
