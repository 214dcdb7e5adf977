import { callsOf, GEMINI_MODEL, resultsOf } from '#e2e/doubles/mock-providers.ts'
import { DIALECTS } from './models/dialects.ts'
import { expect, KEY, test } from './models/flow-test.ts'

const LABEL = 'My provider'
/** All tries of one request take about this long, at their waits of 1, 2 and 4 seconds. */
const ALL_TRIES_MS = 30_000

for (const { preset, path, typed, model } of DIALECTS) {
  test(`calls, a denial, a stop and a failing server with ${preset}`, async ({ workbench, mock }) => {
    test.setTimeout(150_000)
    const { log } = workbench
    await workbench.useProvider(
      { preset, baseUrl: mock.url + path, key: KEY, label: LABEL },
      typed ?? (model === GEMINI_MODEL ? model : 'mock-model'),
    )
    await workbench.choose('Mode', 'Edit')

    // Two calls in one answer: one runs, one is denied, and both are answered under their own ids.
    mock.script(
      {
        calls: [
          { name: 'write_file', arguments: { path: 'a.txt', content: 'alpha\n' } },
          { name: 'execute', arguments: { command: 'rm -rf a.txt' } },
        ],
      },
      { text: 'It stays, then.' },
    )
    await workbench.say('Write it and remove it.')
    await expect(workbench.approval).toContainText('rm -rf a.txt')
    await workbench.answer('Deny')
    await expect(log).toContainText('It stays, then.')
    const answered = mock.lastRequest()
    expect(callsOf(answered).map(({ name }) => name)).toEqual(['write_file', 'execute'])
    expect(resultsOf(answered).map(({ id }) => id)).toEqual(callsOf(answered).map(({ id }) => id))
    expect(resultsOf(answered).map(({ text }) => text)).toEqual([
      expect.stringContaining('alpha'),
      expect.stringContaining('The user denied it.'),
    ])
    await expect(workbench.file('a.txt')).toBeVisible()
    await workbench.rested()

    // A limit and an overload pass by themselves.
    mock.script(
      { error: { status: 429, message: 'Slow down' } },
      { error: { status: 529, message: 'Overloaded' } },
      { text: 'After the rush.' },
    )
    await workbench.say('Are you there?')
    await expect(log).toContainText('After the rush.', { timeout: ALL_TRIES_MS })
    await workbench.rested()

    // A key that is refused is not tried again.
    const before = mock.requests().length
    mock.script({ error: { status: 401, message: 'invalid key' } })
    await workbench.say('And now?')
    await expect(log.getByRole('note').filter({ hasText: `${LABEL} did not accept the key.` })).toBeVisible()
    expect(mock.requests().length).toBe(before + 1)
    await workbench.rested()

    // An answer that is no stream runs nothing.
    mock.script({ malformed: true })
    await workbench.say('Say something.')
    await expect(
      log
        .getByRole('note')
        .filter({ hasText: /broke off|cannot be read/ })
        .first(),
    ).toBeVisible({
      timeout: ALL_TRIES_MS,
    })
    mock.heal()
    await workbench.rested()

    // A connection that is torn off keeps what was said. It is torn long after the first words were read.
    const long = 'These are many words that come slowly. '.repeat(40)
    mock.script({ text: `Torn. ${long}`, pace: { everyMs: 100, chars: 20 }, disconnectAfterMs: 3_000 })
    await workbench.say('Tell me all.')
    await expect(log.getByRole('note').filter({ hasText: /broke off in the middle of the answer/ })).toBeVisible()
    await expect(log).toContainText('Torn. These are many words')
    await workbench.rested()

    // A stop in the middle of an answer keeps what was said; the session goes on.
    mock.script({ text: `Stopped. ${long}`, pace: { everyMs: 100, chars: 20 } }, { text: 'All is well again.' })
    await workbench.say('Talk to me.')
    await expect(log).toContainText('Stopped. These are many words')
    await workbench.stop.click()
    await expect(log.getByRole('note').filter({ hasText: 'The user stopped this turn.' })).toBeVisible()
    await workbench.say('Again, please.')
    await expect(log).toContainText('All is well again.')
  })
}
