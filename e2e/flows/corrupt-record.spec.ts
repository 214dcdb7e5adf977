import { expect, test } from './models/flow-test.ts'

test('a record that cannot be read is shown as such, and the session opens and goes on', async ({
  session,
  mock,
  page,
}) => {
  mock.script({ text: 'The first answer.' }, { text: 'The second answer.' }, { text: 'The third answer.' })
  await session.say('First.')
  await expect(session.log).toContainText('The first answer.')
  await session.rested()
  await session.say('Second.')
  await expect(session.log).toContainText('The second answer.')
  await session.rested()

  // No person does this; a failing disk or a version that wrote something else can.
  const spoiled = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('sallyport')
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(opening.error))
    })
    const store = database.transaction('messages', 'readwrite').objectStore('messages')
    const rows = await new Promise<{ sessionId: string; seq: number; role?: string }[]>((resolve, reject) => {
      const reading = store.getAll()
      reading.addEventListener('success', () => resolve(reading.result))
      reading.addEventListener('error', () => reject(reading.error))
    })
    const row = rows.find(({ role }) => role === 'agent')
    if (row === undefined) return 0
    store.put({ sessionId: row.sessionId, seq: row.seq, role: 'agent', parts: 'garbage' })
    await new Promise((resolve) => store.transaction.addEventListener('complete', resolve))
    database.close()
    return 1
  })
  expect(spoiled).toBe(1)

  await session.reload()
  await expect(session.log.getByText('Unreadable record')).toBeVisible()
  await expect(session.log).not.toContainText('The first answer.')
  await expect(session.log).toContainText('The second answer.')
  await session.say('Third.')
  await expect(session.log).toContainText('The third answer.')
})
