import { startEndlessProvider } from '#e2e/doubles/endless-provider.ts'
import { resultsOf, textOf } from '#e2e/doubles/mock-providers.ts'
import { expect, test } from './models/flow-test.ts'

test('a reload in the middle of an answer keeps what was shown, and one can go on', async ({ workbench }) => {
  const provider = await startEndlessProvider('And here is the rest.')
  try {
    await workbench.useProvider(
      { preset: 'Another OpenAI-compatible server', label: 'Endless', baseUrl: provider.url },
      'made',
    )
    await workbench.say('Talk.')
    await expect(workbench.log).toContainText('word60 ')
    await workbench.reload()
    // The draft is written four times a second, so what stood there a while ago must be there still.
    await expect(workbench.log).toContainText('word20 ')
    await expect(workbench.log.getByRole('note').filter({ hasText: 'Interrupted' })).toContainText('The tab closed')
    await expect(workbench.stop).toBeHidden()
    await expect.poll(() => provider.open()).toBe(0)
    expect(provider.bodies).toHaveLength(1)

    await workbench.log.getByRole('button', { name: 'Go on' }).click()
    await expect(workbench.log).toContainText('And here is the rest.')
    expect(provider.bodies[1]).toContain('word20 ')
  } finally {
    await provider.close()
  }
})

test('a question that was open at a reload waits again, and its call runs once', async ({ session, mock }) => {
  mock.script(
    { calls: [{ name: 'execute', arguments: { command: 'echo line >> log.txt && wc -l log.txt' } }] },
    { text: 'It ran.' },
  )
  await session.say('Run it.')
  await expect(session.approval).toContainText('echo line >> log.txt && wc -l log.txt')
  await session.reload()
  await expect(session.approval).toContainText('echo line >> log.txt && wc -l log.txt')
  expect(mock.requests()).toHaveLength(1)
  await session.answer('Allow once')
  await expect(session.log).toContainText('It ran.')
  await expect(session.approval).toBeHidden()
  expect(mock.requests()).toHaveLength(2)
  expect(resultsOf(mock.lastRequest()).map(({ text }) => /\d+ log\.txt/.exec(text)?.[0])).toEqual(['1 log.txt'])
})

test('a command that ran at a reload has an unknown outcome and is not run again', async ({ session, mock }) => {
  mock.script(
    { calls: [{ name: 'execute', arguments: { command: 'echo line >> log.txt; sleep 60' } }] },
    { calls: [{ name: 'execute', arguments: { command: 'wc -l log.txt' } }] },
    { text: 'Seen.' },
  )
  await session.say('Run it.')
  await session.answer('Allow once')
  await expect(session.call(/^Running: Run echo line/)).toBeVisible()
  await expect(session.file('log.txt')).toBeVisible()
  await session.reload()
  await expect(session.call(/^Outcome unknown: Run echo line/)).toBeVisible()
  await expect(session.approval).toBeHidden()
  expect(mock.requests()).toHaveLength(1)

  await session.log.getByRole('button', { name: 'Go on' }).click()
  await expect(session.log).toContainText('Seen.')
  const told = mock.requests()[1]?.messages.find(({ role }) => role === 'tool')
  expect(told === undefined ? '' : textOf(told)).toMatch(/^unknown/)
  // The file may or may not have reached the disk; what must not be there is a second line.
  expect(resultsOf(mock.lastRequest())[0]?.text).not.toContain('2 log.txt')
})

test('what was finished is there after a reload: words, calls, files, usage', async ({ session, mock, page }) => {
  mock.script(
    { text: 'I write.', calls: [{ name: 'write_file', arguments: { path: 'kept.txt', content: 'kept content\n' } }] },
    { text: 'Written.' },
  )
  await session.choose('Mode', 'Edit')
  await session.say('Write it.')
  await expect(session.log).toContainText('Written.')
  await session.rested()
  await expect(session.usage).toContainText('1.2k in context')
  await session.reload()
  await expect(session.log).toContainText('Write it.')
  await expect(session.log).toContainText('Written.')
  await expect(session.call('Done: Write kept.txt')).toBeVisible()
  await expect(session.usage).toContainText('1.2k in context')
  await session.file('kept.txt').click()
  await expect(page.getByRole('textbox', { name: 'Text of kept.txt' })).toContainText('kept content')
  expect(mock.requests()).toHaveLength(2)
})
