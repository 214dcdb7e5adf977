import { type Replay, startByteReplayer, withBadLine } from '#e2e/doubles/byte-replayer.ts'
import { madeStream } from '#e2e/doubles/made-streams.ts'
import { TEST_WORDS } from '#e2e/doubles/mock-providers.ts'
import { DIALECTS } from './models/dialects.ts'
import { expect, KEY, test } from './models/flow-test.ts'

const JSON_ANSWER = { 'content-type': 'application/json' }
const MODEL = 'made-model'
const GONE = /broke off|cannot be read|was unusable|without finishing/

/** A list of one model, in the form of each vendor's endpoint at once. */
const MODELS = JSON.stringify({
  data: [{ id: MODEL, type: 'model', name: MODEL }],
  models: [{ name: `models/${MODEL}`, supportedGenerationMethods: ['generateContent'] }],
})

for (const { preset, dialect } of DIALECTS) {
  test(`a limit that says when, clean cuts and a bad line with ${preset}`, async ({ workbench, page }) => {
    test.setTimeout(120_000)
    const good = madeStream(dialect, { text: 'All is well again.', calls: [] }).body
    const writing = madeStream(dialect, {
      text: 'I write. ',
      calls: [{ id: 'id_w1', name: 'write_file', arguments: { path: 'cut.txt', content: 'half of it' } }],
    }).body
    const limited: Replay = {
      body: JSON.stringify({ error: { message: 'Slow down', type: 'rate_limit_error' } }),
      status: 429,
      headers: { ...JSON_ANSWER, 'retry-after': '2' },
    }
    // The last three events say how the answer ended, each in its vendor's way.
    const events = writing.split('\n\n')
    const faults: readonly (readonly [string, string])[] = [
      ['cut in the arguments of its call', writing.slice(0, writing.lastIndexOf('half'))],
      ['cut before its last three events', `${events.slice(0, -4).join('\n\n')}\n\n`],
      ['with a line that is not JSON', withBadLine(writing, writing.split('\n').length - 7)],
    ]
    const answers: Replay[] = [limited, { body: good }, ...faults.map(([, body]) => ({ body }))]

    let asked = 0
    const replayer = await startByteReplayer((request) => {
      if (request.method === 'GET') return { body: MODELS, headers: JSON_ANSWER }
      if (request.body.includes(TEST_WORDS)) return { body: good }
      asked += 1
      return answers[asked - 1] ?? { body: good }
    })
    try {
      await workbench.useProvider({ preset, label: 'Replayer', baseUrl: replayer.url, key: KEY }, MODEL)
      await workbench.choose('Mode', 'Auto')

      await workbench.say('Hello.')
      // What the server named, and a share by lot on top.
      await expect(page.getByText(/Trying again in [23] s \(attempt 2 of 4\)\./)).toBeVisible()
      await expect(workbench.log).toContainText('All is well again.')
      expect(asked).toBe(2)
      await workbench.rested()

      for (const [index, [fault]] of faults.entries()) {
        await workbench.say(`Write it, ${fault}.`)
        const line = workbench.log.getByRole('note').filter({ hasText: GONE })
        await expect(line.nth(index)).toBeVisible()
        await workbench.rested()
        expect(asked, fault).toBe(3 + index)
      }
      await expect(workbench.noFiles).toBeVisible()

      await workbench.say('Again, please.')
      await expect(workbench.log.getByText('All is well again.')).toHaveCount(2)
    } finally {
      await replayer.close()
    }
  })
}
