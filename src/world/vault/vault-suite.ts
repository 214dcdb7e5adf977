import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Vault } from '#contracts/ports/vault.ts'
import type { Storage } from '../storage/open-storage.ts'
import { EVERYTHING } from '../storage/records.ts'
import { STORE_NAMES } from '../storage/schema.ts'
import { deviceVault } from './device-vault.ts'
import { newMaster } from './seal.ts'

const CANARY = 'sk-canary-7f3a9b2c4d5e6f708192a3b4c5d6e7f8'

/** All bytes and texts in a value, however deep, as one string of one character a byte. */
function rawText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return String.fromCharCode(...value)
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, part]) => `${name}=${rawText(part)}`)
    .join(';')
}

async function everyRow(storage: Storage): Promise<unknown[]> {
  return storage.records.read(STORE_NAMES, async (rows) => {
    const found: unknown[] = []
    for (const store of STORE_NAMES) found.push(...(await rows.list(store, EVERYTHING)))
    return found
  })
}

/** What the vault promises, over either kind of storage. */
export function vaultSuite(name: string, open: () => Promise<Storage>): void {
  describe(`vault: ${name}`, () => {
    let storage: Storage
    let vault: Vault
    beforeEach(async () => {
      storage = await open()
      vault = deviceVault(storage.records)
    })
    afterEach(() => storage.close())

    const change = (alter: (row: Record<string, unknown>) => object) =>
      storage.records.write(['secrets'], 'relaxed', async (rows) => {
        const row = await rows.get('secrets', 'k')
        await rows.put('secrets', alter({ ...(row as object) }))
      })
    const mustBeEntered = { failure: { kind: 'bad-key', message: expect.stringContaining('must be entered again') } }

    test('a secret that was sealed opens, whatever characters it has', async () => {
      for (const secret of [CANARY, 'ключ-🔑', 'a']) {
        await vault.seal('k', secret)
        expect(await vault.open('k')).toBe(secret)
      }
    })

    test('the canary is in no store in clear, and its sealed form is', async () => {
      await vault.seal('k', CANARY)
      const rows = await everyRow(storage)
      expect(rows).toContainEqual(expect.objectContaining({ keyId: 'k', format: 1 }))
      const text = rawText(rows)
      expect(text).toContain('ciphertext=')
      expect(text).not.toContain(CANARY)
      expect(text).not.toContain(CANARY.slice(3, 20))
      expect(text).not.toContain(btoa(CANARY).slice(0, 20))
    })

    test('sealing the same secret twice gives nothing that is equal', async () => {
      await vault.seal('k', CANARY)
      await vault.seal('l', CANARY)
      const [first, second] = await storage.records.read(['secrets'], (rows) => rows.list('secrets', EVERYTHING))
      for (const part of ['salt', 'iv', 'ciphertext'])
        expect(first).not.toHaveProperty(part, Reflect.get(second as object, part))
    })

    test('no key is stored under an unknown id', async () => {
      await expect(vault.open('nobody')).rejects.toMatchObject({
        failure: { kind: 'bad-key', message: expect.stringContaining('No key is stored') },
      })
    })

    test('a removed secret is gone', async () => {
      await vault.seal('k', CANARY)
      await vault.remove('k')
      await expect(vault.open('k')).rejects.toMatchObject({ failure: { kind: 'bad-key' } })
      expect(await storage.records.read(['secrets'], (rows) => rows.list('secrets', EVERYTHING))).toEqual([])
    })

    test.each(['salt', 'iv', 'ciphertext'])('one changed bit in the %s keeps it shut', async (part) => {
      await vault.seal('k', CANARY)
      await change((row) => {
        const bytes = (row[part] as Uint8Array).slice()
        bytes[0] = (bytes[0] ?? 0) ^ 1
        return { ...row, [part]: bytes }
      })
      await expect(vault.open('k')).rejects.toMatchObject(mustBeEntered)
    })

    test('a ciphertext does not open under another id', async () => {
      await vault.seal('k', CANARY)
      await change((row) => ({ ...row, keyId: 'other' }))
      await expect(vault.open('other')).rejects.toMatchObject(mustBeEntered)
    })

    test.each([
      ['cut', (row: Record<string, unknown>) => ({ ...row, ciphertext: new Uint8Array(3) })],
      ['of an unknown form', (row: Record<string, unknown>) => ({ ...row, format: 2 })],
      ['without its parts', () => ({ keyId: 'k' })],
    ])('a record that is %s asks for the key again', async (_, alter) => {
      await vault.seal('k', CANARY)
      await change(alter)
      await expect(vault.open('k')).rejects.toMatchObject(mustBeEntered)
    })

    test('a lost master asks for the keys again, and sealing anew works', async () => {
      await vault.seal('k', CANARY)
      await storage.records.write(['vaultKeys'], 'relaxed', (rows) => rows.remove('vaultKeys', 'master'))
      await expect(vault.open('k')).rejects.toMatchObject(mustBeEntered)
      await vault.seal('k', 'sk-second')
      expect(await vault.open('k')).toBe('sk-second')
    })

    test('another master keeps it shut', async () => {
      await vault.seal('k', CANARY)
      const key = await newMaster()
      await storage.records.write(['vaultKeys'], 'relaxed', (rows) => rows.put('vaultKeys', { id: 'master', key }))
      await expect(vault.open('k')).rejects.toMatchObject(mustBeEntered)
    })

    test('the stored master cannot be read back', async () => {
      await vault.seal('k', CANARY)
      const row = await storage.records.read(['vaultKeys'], (rows) => rows.get('vaultKeys', 'master'))
      const key: unknown = Reflect.get(row as object, 'key')
      expect(key).toMatchObject({ type: 'secret', extractable: false, usages: ['deriveKey'] })
      await expect(crypto.subtle.exportKey('raw', key as CryptoKey)).rejects.toThrow()
    })

    test('two that seal at once for the first time agree on one master', async () => {
      const other = deviceVault(storage.records)
      await Promise.all([vault.seal('k', CANARY), other.seal('l', 'sk-other')])
      expect([await other.open('k'), await vault.open('l')]).toEqual([CANARY, 'sk-other'])
    })
  })
}
