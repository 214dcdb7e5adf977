import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'

/** Starts `npm run relay` as a person does; `act` gets what it has printed once `until` is in it, or once it has ended. */
async function started(
  env: Record<string, string>,
  until: string,
  act: (printed: string) => Promise<void>,
): Promise<void> {
  const child = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'e2e/relay/serve.ts'], {
    env: { ...process.env, PORT: '', RELAY_TOKEN: '', RELAY_ORIGINS: '', RELAY_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  let printed = ''
  const said = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        if (printed.includes(until)) resolve()
      })
  })
  try {
    await Promise.race([said, ended])
    await act(printed)
  } finally {
    child.kill()
    await ended
  }
}

test('the command prints an address, a token and the pages, and the token opens it to them', async () => {
  await started({ RELAY_ORIGINS: 'https://app.example.com/, http://127.0.0.1:4173' }, 'under Web.', async (printed) => {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? ''
    const token = /^Token: (\S{32})$/m.exec(printed)?.[1] ?? ''
    expect(printed).toContain('Pages that may use it: https://app.example.com, http://127.0.0.1:4173')
    const hello = async (origin: string, bearer: string) =>
      (await fetch(`${address}/hello`, { headers: { origin, authorization: `Bearer ${bearer}` } })).status
    expect(await hello('https://app.example.com', token)).toBe(204)
    expect(await hello('https://app.example.com', 'x')).toBe(401)
    expect(await hello('https://other.example.com', token)).toBe(403)
    // The real resolver and the real connection are behind it: a private literal is refused before either.
    const read = await fetch(`${address}/read?url=${encodeURIComponent('https://127.0.0.1/')}`, {
      headers: { origin: 'https://app.example.com', authorization: `Bearer ${token}` },
    })
    expect([read.status, await read.json()]).toEqual([403, { failure: expect.objectContaining({ kind: 'blocked' }) }])
  })
})

test.each([
  [{ RELAY_PORT: 'http' }, 'RELAY_PORT=http is not a port.'],
  [{ RELAY_ORIGINS: 'example.com' }, 'RELAY_ORIGINS: example.com is not an origin.'],
  [{ RELAY_TOKEN: 'short' }, 'RELAY_TOKEN needs at least 20 characters'],
])('%j is refused with a sentence', async (env, said) => {
  await started(env as Record<string, string>, said, async (printed) => {
    expect(printed).toContain(said)
    expect(printed).not.toContain('Token:')
  })
})
