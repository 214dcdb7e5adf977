import type { Page } from '@playwright/test'
import { expect, test } from './models/flow-test.ts'

/** Changes the first record of a store that has those values. No person does this; a failing disk can. Throws without one. */
async function spoil(page: Page, store: string, of: Record<string, string>, values: Record<string, string>) {
  await page.evaluate(
    async ([name, wanted, put]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result))
          request.addEventListener('error', () => reject(request.error))
        })
      const database = await done(indexedDB.open('sallyport'))
      const rows = database.transaction(name, 'readwrite').objectStore(name)
      const all: Record<string, unknown>[] = await done(rows.getAll())
      const row = all.find((each) => Object.entries(wanted).every(([key, value]) => each[key] === value))
      if (row === undefined) throw new Error('There is no such record.')
      rows.put({ ...row, ...put })
      await new Promise((resolve) => rows.transaction.addEventListener('complete', resolve))
      database.close()
    },
    [store, of, values] as const,
  )
}

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

  await spoil(page, 'messages', { role: 'agent' }, { parts: 'garbage' })

  await session.reload()
  await expect(session.log.getByText('Unreadable record')).toBeVisible()
  await expect(session.log).not.toContainText('The first answer.')
  await expect(session.log).toContainText('The second answer.')
  await session.say('Third.')
  await expect(session.log).toContainText('The third answer.')
})

test('settings that cannot be read are told of after the next start, and in the settings until they are written anew', async ({
  session,
  page,
}) => {
  await spoil(page, 'settings', { id: 'settings' }, { theme: 'pink' })
  await session.reload()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('theme')
  await session.openSettings()
  await session.settings.getByRole('tab', { name: 'Appearance' }).click()
  const damage = session.settings.getByText('Some stored settings cannot be read')
  await expect(damage).toBeVisible()
  await session.settings.getByRole('button', { name: 'Store what is left now' }).click()
  await expect(damage).toBeHidden()

  await session.reload()
  await session.openSettings()
  await expect(session.settings.getByRole('article', { name: 'Anthropic', exact: true })).toBeVisible()
  await expect(damage).toBeHidden()
})
