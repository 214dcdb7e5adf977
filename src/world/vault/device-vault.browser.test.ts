import { afterAll, expect, test } from 'vitest'
import { openStorage } from '../storage/open-storage.ts'
import { deviceVault } from './device-vault.ts'
import { vaultSuite } from './vault-suite.ts'

const used: string[] = []
afterAll(() => {
  for (const name of used) indexedDB.deleteDatabase(name)
})
const newName = () => {
  const name = `vault-${crypto.randomUUID()}`
  used.push(name)
  return name
}

vaultSuite('IndexedDB', () => openStorage({ databaseName: newName() }))

test('a secret opens again after the database was closed and opened', async () => {
  const databaseName = newName()
  const first = await openStorage({ databaseName })
  await deviceVault(first.records).seal('k', 'sk-kept')
  first.close()
  const second = await openStorage({ databaseName })
  expect(await deviceVault(second.records).open('k')).toBe('sk-kept')
  second.close()
})
