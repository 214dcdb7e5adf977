import { callsOf, lastWordsOf, resultsOf } from '#e2e/doubles/mock-providers.ts'
import { expect, test } from './models/flow-test.ts'

const write = (path: string, content = 'text\n') => ({ name: 'write_file', arguments: { path, content } })

test('calls of one step are each answered, in the order of the model', async ({ session, mock }) => {
  mock.script(
    { calls: [write('a.txt', 'alpha\n'), write('b.txt', 'beta\n')] },
    {
      calls: [
        { name: 'read_file', arguments: { path: 'b.txt' } },
        { name: 'current_time', arguments: {} },
        { name: 'read_file', arguments: { path: 'a.txt' } },
      ],
    },
    { text: 'Both were read.' },
  )
  await session.choose('Mode', 'Edit')
  await session.say('Write two files and read them.')
  await expect(session.log).toContainText('Both were read.')

  const [, second, third] = mock.requests()
  if (second === undefined || third === undefined) throw new Error('A step did not reach the mock.')
  expect(callsOf(second).map(({ name }) => name)).toEqual(['write_file', 'write_file'])
  expect(resultsOf(second).map(({ id }) => id)).toEqual(callsOf(second).map(({ id }) => id))
  expect(resultsOf(third).map(({ id }) => id)).toEqual(callsOf(third).map(({ id }) => id))
  expect(resultsOf(third).map(({ text }) => text)).toEqual([
    expect.stringContaining('beta'),
    expect.stringMatching(/\d{4}-\d\d-\d\d/),
    expect.stringContaining('alpha'),
  ])
})

test('a denied call does not run, and the model reads the reason', async ({ session, mock }) => {
  mock.script({ calls: [write('secret.txt')] }, { text: 'I leave it.' })
  await session.say('Write it.')
  await session.approval.getByRole('button', { name: 'Give a reason' }).click()
  await session.approval.getByRole('textbox', { name: 'What should it do instead?' }).fill('Ask the owner first')
  await session.answer('Deny')

  await expect(session.log).toContainText('I leave it.')
  await expect(session.call('Denied: Write secret.txt')).toBeVisible()
  await expect(session.noFiles).toBeVisible()
  const [result, ...more] = resultsOf(mock.lastRequest())
  expect(more).toEqual([])
  expect(result?.text).toMatch(/^denied/)
  expect(result?.text).toContain('Ask the owner first')
})

test('"allow for this session" covers the folder and nothing else', async ({ session, mock }) => {
  mock.script(
    { calls: [write('src/a.txt')] },
    { calls: [write('src/b.txt')] },
    { calls: [write('other/c.txt')] },
    { text: 'Two of three.' },
  )
  await session.say('Write three files.')
  await expect(session.approval).toContainText('Write src/a.txt?')
  await session.answer('Allow for this session')
  await expect(session.approval).toContainText('Write other/c.txt?')
  await session.answer('Deny')
  await expect(session.log).toContainText('Two of three.')
  await expect(session.call('Done: Write src/b.txt')).toBeVisible()
  await expect(session.call('Denied: Write other/c.txt')).toBeVisible()
})

test('several calls that wait are one card, and each is decided for itself', async ({ session, mock }) => {
  mock.script({ calls: [write('a.txt'), write('b.txt')] }, { text: 'One of two.' })
  await session.say('Write two files.')
  await expect(session.approval).toContainText('Write a.txt?')
  await session.answer('Allow once')
  await expect(session.approval).toContainText('Write b.txt?')
  await session.answer('Deny')
  await expect(session.log).toContainText('One of two.')
  expect(resultsOf(mock.lastRequest()).map(({ text }) => text.startsWith('denied'))).toEqual([false, true])
})

test('plan mode blocks a change without a question, and reads all the same', async ({ session, mock }) => {
  mock.script(
    { calls: [write('plan.txt')] },
    { calls: [{ name: 'ls', arguments: { path: '.' } }] },
    { text: 'Nothing was changed.' },
  )
  await session.choose('Mode', 'Plan')
  await session.say('Plan it.')
  await expect(session.log).toContainText('Nothing was changed.')
  await expect(session.call(/^(Blocked|Unavailable): Write plan.txt/)).toBeVisible()
  await expect(session.call(/^Done: List \./)).toBeVisible()
  await expect(session.noFiles).toBeVisible()
  expect(resultsOf(mock.requests()[1] ?? mock.lastRequest())[0]?.text).toMatch(/^blocked/)
})

test('the model asks a question and gets the answer', async ({ session, mock }) => {
  const ask = (options: { label: string }[]) => ({
    name: 'ask_user_question',
    arguments: { question: 'Which colour?', options },
  })
  mock.script({ calls: [ask([{ label: 'Red' }, { label: 'Blue' }])] }, { calls: [ask([])] }, { text: 'So be it.' })
  await session.say('Paint it.')
  await session.question.getByRole('button', { name: 'Blue' }).click()
  await session.question.getByRole('textbox', { name: 'Your answer' }).fill('A warm green')
  await session.question.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(session.log).toContainText('So be it.')
  // Told as words of the person's, not as the result of a call.
  expect(mock.requests().slice(1).map(lastWordsOf)).toEqual(['The user chose: Blue', 'The user answered: A warm green'])
})

test('the model asks to confirm, and a no is told to it', async ({ session, mock }) => {
  const confirm = { action: 'Delete reports', target: 'reports/', scope: '12 files', consequence: 'They are gone.' }
  mock.script({ calls: [{ name: 'confirm', arguments: confirm }] }, { text: 'They stay.' })
  await session.say('Tidy up.')
  for (const words of Object.values(confirm)) await expect(session.question).toContainText(words)
  await session.question.getByRole('button', { name: 'Decline' }).click()
  await expect(session.log).toContainText('They stay.')
  expect(lastWordsOf(mock.lastRequest())).toMatch(/^The user declined\./)
})

test('a call with wrong arguments or an unknown name runs nothing, and the model is told why', async ({
  session,
  mock,
}) => {
  mock.script(
    {
      calls: [
        { name: 'write_file', arguments: { path: 'x.txt' } },
        { name: 'write_files', arguments: { path: 'y.txt' } },
      ],
    },
    { text: 'I see.' },
  )
  await session.say('Try it.')
  await expect(session.log).toContainText('I see.')
  await expect(session.noFiles).toBeVisible()
  expect(resultsOf(mock.lastRequest()).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^invalid[\s\S]*content/),
    expect.stringMatching(/^(invalid|unavailable)[\s\S]*write_file/),
  ])
})
