import { createServer } from 'node:http'
import { chatEnd, chatText, CHAT_MODELS } from '#e2e/doubles/chat-stream.ts'
import { type Replay, startByteReplayer } from '#e2e/doubles/byte-replayer.ts'
import { TEST_WORDS } from '#e2e/doubles/mock-providers.ts'
import { expect, test } from './models/flow-test.ts'
import type { Workbench } from './models/workbench.ts'

const GOOD = chatText('All is well again.') + chatEnd('stop')
const OTHER = 'Another OpenAI-compatible server'
/** All tries of one request take about this long, at their waits of 1, 2 and 4 seconds. */
const ALL_TRIES_MS = 20_000

/** Runs `act` with a byte replayer that gives these answers in turn, after the list of models and the connection test. */
async function withReplays(
  workbench: Workbench,
  replays: readonly Replay[],
  act: (requests: () => number) => Promise<void>,
): Promise<void> {
  let asked = 0
  const replayer = await startByteReplayer((request) => {
    if (request.method === 'GET') return { body: CHAT_MODELS, headers: { 'content-type': 'application/json' } }
    if (request.body.includes(TEST_WORDS)) return { body: GOOD }
    asked += 1
    return replays[asked - 1] ?? { body: 'No answer was made for this request.', status: 500 }
  })
  try {
    await workbench.useProvider({ preset: OTHER, label: 'Replayer', baseUrl: replayer.url }, 'made')
    await act(() => asked)
  } finally {
    await replayer.close()
  }
}

/** The line that says how an answer or a turn failed. */
function failureLine(workbench: Workbench, text: string | RegExp) {
  return workbench.log.getByRole('note').filter({ hasText: text }).first()
}

/** The app is still of use: the next message is answered, and nothing ran meanwhile. */
async function goesOn(workbench: Workbench): Promise<void> {
  await expect(workbench.noFiles).toBeVisible()
  await workbench.say('Again, please.')
  await expect(workbench.log).toContainText('All is well again.')
}

test('a key that is refused is said as such, with what to do', async ({ session, mock }) => {
  mock.script({ error: { status: 401, message: 'invalid x-api-key' } }, { text: 'All is well again.' })
  await session.say('Hello.')
  await expect(failureLine(session, 'Anthropic did not accept the key. Check it in the settings')).toBeVisible()
  expect(mock.requests()).toHaveLength(1)
  await goesOn(session)
})

test('a rate limit that is too long to wait for is said at once', async ({ workbench }) => {
  const limited: Replay = {
    body: JSON.stringify({ error: { message: 'Come back tomorrow', type: 'rate_limit_error' } }),
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': '86400' },
  }
  await withReplays(workbench, [limited, { body: GOOD }], async (asked) => {
    await workbench.say('Hello.')
    await expect(failureLine(workbench, 'Replayer is limiting how often you may ask.')).toBeVisible()
    expect(asked()).toBe(1)
    await goesOn(workbench)
  })
})

test('a provider that is overloaded is tried four times and then said to be', async ({ session, mock }) => {
  const overloaded = { error: { status: 529, message: 'Overloaded' } }
  mock.script(overloaded, overloaded, overloaded, overloaded, { text: 'All is well again.' })
  await session.say('Hello.')
  await expect(failureLine(session, 'Anthropic is overloaded')).toBeVisible({ timeout: ALL_TRIES_MS })
  expect(mock.requests()).toHaveLength(4)
  await goesOn(session)
})

test('an answer that is no stream at all runs nothing and is said to have broken off', async ({ session, mock }) => {
  mock.script({ malformed: true }, { text: 'All is well again.' })
  await session.say('Hello.')
  const line = failureLine(session, 'The answer broke off before its end.')
  await expect(line).toBeVisible({ timeout: ALL_TRIES_MS })
  mock.heal()
  await goesOn(session)
})

test('a connection that is torn off in the middle of an answer keeps the text and says so', async ({ workbench }) => {
  const body = chatText('This is long enough to be torn off somewhere in its middle.')
  let tear = (): void => {}
  const endsAfter = new Promise<void>((resolve) => (tear = resolve))
  const torn: Replay = { body, end: { kind: 'torn', at: body.length }, endsAfter }
  await withReplays(workbench, [torn, { body: GOOD }], async () => {
    await workbench.say('Hello.')
    await expect(workbench.log).toContainText('This is long')
    tear()
    await expect(workbench.log.getByRole('note').filter({ hasText: 'This answer failed.' })).toBeVisible()
    await expect(failureLine(workbench, /broke off in the middle of the answer/)).toBeVisible()
    await expect(workbench.log).toContainText('This is long')
    await goesOn(workbench)
  })
})

test('a port where nobody listens and a server without CORS are told apart', async ({ workbench }) => {
  const mute = createServer((_, response) => response.end('{}'))
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const address = mute.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const baseUrl = `http://127.0.0.1:${address.port}/v1`
  try {
    await workbench.openSettings()
    const card = await workbench.enterProvider({ preset: OTHER, label: 'Mute', baseUrl })
    await expect(card.getByRole('status')).toContainText('Mute is there, but does not let')
    await expect(card.getByRole('status')).toContainText('(CORS)')
    await new Promise<void>((resolve) => {
      mute.close(() => resolve())
      mute.closeAllConnections()
    })
    await card.getByRole('button', { name: 'Test connection' }).click()
    await expect(card.getByRole('status')).toContainText(`Nothing answers at ${baseUrl}.`)
  } finally {
    mute.closeAllConnections()
    mute.close()
  }
})
