import { z } from '#contracts/zod.ts'
import type { Vault } from '#contracts/ports/vault.ts'
import type { Records } from '../storage/records.ts'
import { missingKey, newMaster, openSecret, SealedSecret, sealSecret, unreadable } from './seal.ts'

const MASTER_ID = 'master'
const MasterRow = z.object({ id: z.literal(MASTER_ID), key: z.instanceof(CryptoKey) })

function readMaster(row: unknown): CryptoKey | null {
  const parsed = MasterRow.safeParse(row)
  // A key of the wrong kind would only fail later and less clearly.
  return parsed.success && parsed.data.key.algorithm.name === 'HKDF' ? parsed.data.key : null
}

/**
 * The vault in "this device" mode: secrets sealed under a master key that no script can extract, kept
 * beside them. It stops a copied database and casual reading, not code that runs in this origin. The
 * same over storage in memory, where master and secrets end with the thread.
 */
export function deviceVault(records: Records): Vault {
  const storedMaster = async (): Promise<CryptoKey | null> =>
    readMaster(await records.read(['vaultKeys'], (rows) => rows.get('vaultKeys', MASTER_ID)))

  /** The master there is, or a new one. Two tabs that make one at once agree on the first that was stored. */
  const master = async (): Promise<CryptoKey> => {
    const stored = await storedMaster()
    if (stored !== null) return stored
    const fresh = await newMaster()
    return records.write(['vaultKeys'], 'strict', async (rows) => {
      const first = readMaster(await rows.get('vaultKeys', MASTER_ID))
      if (first !== null) return first
      await rows.put('vaultKeys', { id: MASTER_ID, key: fresh })
      return fresh
    })
  }

  return {
    async seal(keyId, secret) {
      const sealed = await sealSecret(await master(), keyId, secret)
      await records.write(['secrets'], 'strict', (rows) => rows.put('secrets', sealed))
    },

    async open(keyId) {
      const row = await records.read(['secrets'], (rows) => rows.get('secrets', keyId))
      if (row === undefined) throw missingKey()
      const sealed = SealedSecret.safeParse(row)
      const key = await storedMaster()
      if (!sealed.success || key === null) throw unreadable()
      return openSecret(key, keyId, sealed.data)
    },

    async remove(keyId) {
      await records.write(['secrets'], 'strict', (rows) => rows.remove('secrets', keyId))
    },
  }
}
