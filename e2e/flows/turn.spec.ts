import { startEndlessProvider } from '#e2e/doubles/endless-provider.ts'
import { resultsOf, textOf } from '#e2e/doubles/mock-providers.ts'
import { expect, test } from './models/flow-test.ts'

/** How long a stop may take until the person sees it (spec RN4). */
const STOPPED_MS = 1_000

test('a message that is sent while a turn runs waits, can be changed, and is sent after it', async ({
  session,
  mock,
  page,
}) => {
  mock.script(
    { calls: [{ name: 'write_file', arguments: { path: 'a.txt', content: 'a\n' } }] },
    { text: 'The first is done.' },
    { text: 'The second is done.' },
  )
  await session.say('First.')
  await expect(session.approval).toBeVisible()
  await session.say('Secnd.')
  const queue = page.getByRole('region', { name: 'Queued messages' })
  await queue.getByRole('button', { name: 'Edit' }).click()
  await queue.getByRole('textbox', { name: 'Queued message' }).fill('Second.')
  await queue.getByRole('button', { name: 'Save' }).click()
  await expect(queue.getByRole('listitem')).toHaveText(['Second.'])
  expect(mock.requests()).toHaveLength(1)

  await session.answer('Allow once')
  await expect(session.log).toContainText('The second is done.')
  await expect(queue).toBeHidden()
  const users = mock.lastRequest().messages.filter(({ role }) => role === 'user')
  expect(users.map(textOf)).toEqual(['First.', 'Second.'])
})

test('stop closes the connection in the middle of an answer, and the session goes on', async ({ workbench }) => {
  const provider = await startEndlessProvider('And here is the rest.')
  try {
    await workbench.useProvider(
      { preset: 'Another OpenAI-compatible server', label: 'Endless', baseUrl: provider.url },
      'made',
    )
    await workbench.say('Talk.')
    await expect(workbench.log).toContainText('word5 ')
    expect(provider.open()).toBe(1)
    await workbench.stop.click()
    await expect(workbench.stop).toBeHidden({ timeout: STOPPED_MS })
    await expect.poll(() => provider.open(), { timeout: STOPPED_MS }).toBe(0)
    await expect(workbench.log).toContainText('word5 ')
    await expect(workbench.log.getByRole('note').filter({ hasText: 'The user stopped this turn.' })).toBeVisible()

    await workbench.log.getByRole('button', { name: 'Go on' }).click()
    await expect(workbench.log).toContainText('And here is the rest.')
    expect(provider.bodies).toHaveLength(2)
    expect(provider.bodies[1]).toContain('word5 ')
  } finally {
    await provider.close()
  }
})

test('stop ends a long command at once, and what it had done stays', async ({ session, mock }) => {
  mock.script(
    {
      calls: [{ name: 'execute', arguments: { command: 'echo begun > begun.txt; echo begun; sleep 60; echo never' } }],
    },
    { text: 'I go on.' },
  )
  await session.say('Run it.')
  await session.answer('Allow once')
  await session.call(/^Running: Run echo begun/).click()
  await expect(session.log).toContainText('begun')
  await expect(session.file('begun.txt')).toBeVisible()
  await session.stop.click()
  await expect(session.call(/^Stopped: Run echo begun/)).toBeVisible({ timeout: STOPPED_MS })
  await expect(session.stop).toBeHidden({ timeout: STOPPED_MS })
  expect(mock.requests()).toHaveLength(1)

  await session.log.getByRole('button', { name: 'Go on' }).click()
  await expect(session.log).toContainText('I go on.')
  expect(mock.requests()).toHaveLength(2)
  await expect(session.file('begun.txt')).toBeVisible()
  const told = resultsOf(mock.lastRequest())
  expect(told.map(({ text }) => text)).toEqual([expect.stringMatching(/^cancelled [\s\S]*begun/)])
})
