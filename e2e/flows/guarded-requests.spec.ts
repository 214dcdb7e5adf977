import { type ByteReplayer, type Replay, type SeenRequest, startByteReplayer } from '#e2e/doubles/byte-replayer.ts'
import { chatEnd, CHAT_MODELS, chatText } from '#e2e/doubles/chat-stream.ts'
import { TEST_WORDS } from '#e2e/doubles/mock-providers.ts'
import { expect, KEY, test } from './models/flow-test.ts'
import type { Workbench } from './models/workbench.ts'

/** Headers of an answer that the browser may fetch, but that only a page of another origin may read. */
const UNREADABLE = { 'access-control-allow-origin': 'https://its-own.example' }
const GOOD = chatText('All is well.') + chatEnd('stop')

/** Runs `act` with two servers on loopback: `lab` answers as `answer` says, `caught` is where nothing must arrive. */
async function withServers(
  answer: (request: SeenRequest, caught: ByteReplayer) => Replay,
  act: (lab: ByteReplayer, caught: ByteReplayer) => Promise<void>,
): Promise<void> {
  const caught = await startByteReplayer(() => ({ body: CHAT_MODELS }))
  const lab = await startByteReplayer((request) => answer(request, caught))
  try {
    await act(lab, caught)
  } finally {
    await lab.close()
    await caught.close()
  }
}

const entry = ({ url }: ByteReplayer) => ({
  preset: 'Another OpenAI-compatible server',
  label: 'The lab',
  baseUrl: `${url}/v1`,
  key: KEY,
})

async function enter(workbench: Workbench, lab: ByteReplayer) {
  await workbench.openSettings()
  return (await workbench.enterProvider(entry(lab))).getByRole('status')
}

/** What each request carried that could give a person away. */
const carried = ({ requests }: ByteReplayer) =>
  requests.map(({ method, headers: { authorization, cookie, referer } }) => ({
    method,
    authorization,
    cookie,
    referer,
  }))
const WITH_KEY = { method: 'GET', authorization: `Bearer ${KEY}`, cookie: undefined, referer: undefined }
const BARE = { ...WITH_KEY, authorization: undefined }

test('a provider that redirects is refused, and where it leads is never asked', async ({ workbench }) => {
  const moved = (_: SeenRequest, { url }: ByteReplayer): Replay => ({
    body: '',
    status: 307,
    headers: { location: `${url}/v1/models` },
  })
  await withServers(moved, async (lab, caught) => {
    await expect(await enter(workbench, lab)).toContainText('The address of The lab redirects')
    expect({ lab: carried(lab), caught: carried(caught) }).toEqual({ lab: [WITH_KEY], caught: [] })
  })
})

test('a redirect that may not be read is named as what it may be, and takes no key along', async ({ workbench }) => {
  const moved = (_: SeenRequest, { url }: ByteReplayer): Replay => ({
    body: '',
    status: 302,
    headers: { ...UNREADABLE, location: `${url}/v1/models` },
  })
  await withServers(moved, async (lab, caught) => {
    await expect(await enter(workbench, lab)).toContainText('A server that redirects looks the same')
    expect({ lab: carried(lab), caught: carried(caught) }).toEqual({ lab: [WITH_KEY, BARE], caught: [BARE] })
  })
})

test('a key that is refused without CORS headers is told from a server that is not there', async ({ workbench }) => {
  await withServers(
    () => ({ body: '{}', status: 401, headers: UNREADABLE }),
    async (lab) => {
      const said = await enter(workbench, lab)
      await expect(said).toContainText('The lab is there, but does not let')
      await expect(said).toContainText('check the key too')
      expect(carried(lab)).toEqual([WITH_KEY, BARE])
    },
  )
})

test('so it is where the key is refused in the middle of a session', async ({ workbench }) => {
  let refuses = false
  const answer = (request: SeenRequest): Replay => {
    if (refuses) return { body: '{}', status: 401, headers: UNREADABLE }
    if (request.method === 'GET') return { body: CHAT_MODELS, headers: { 'content-type': 'application/json' } }
    if (!request.body.includes(TEST_WORDS)) refuses = true
    return { body: GOOD }
  }
  await withServers(answer, async (lab) => {
    await workbench.useProvider(entry(lab), 'made')
    await workbench.say('Hello.')
    await expect(workbench.log).toContainText('All is well.')
    await workbench.rested()
    await workbench.say('Again.')
    const line = workbench.log.getByRole('note').filter({ hasText: 'The lab is there, but does not let' }).first()
    await expect(line).toContainText('check the key too')
  })
})
