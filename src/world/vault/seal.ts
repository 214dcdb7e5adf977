import { z } from '#contracts/zod.ts'
import { fail, type FailureError } from '#contracts/failure.ts'

/** The form of a sealed secret. It is part of what is authenticated, so that an old form cannot be passed off as a new one. */
const FORMAT = 1
const SALT_BYTES = 32
const IV_BYTES = 12

/** A sealed secret as it is stored: nothing in it opens it without the master key. */
export const SealedSecret = z.object({
  keyId: z.string(),
  format: z.literal(FORMAT),
  salt: z.instanceof(Uint8Array),
  iv: z.instanceof(Uint8Array),
  ciphertext: z.instanceof(Uint8Array),
})
export type SealedSecret = z.infer<typeof SealedSecret>

const encoder = new TextEncoder()

/** A new master key: 32 random bytes that this thread forgets at once and no script can read back. */
export async function newMaster(): Promise<CryptoKey> {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const master = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])
  bytes.fill(0)
  return master
}

function deriveKey(master: CryptoKey, keyId: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const info = encoder.encode(`sallyport vault ${FORMAT} ${keyId}`)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    master,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

/** Authenticated, not encrypted: a ciphertext only opens under the id and form that it was sealed with. */
function boundTo(keyId: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify([FORMAT, keyId]))
}

/** Seals `secret` under a key of its own, derived from the master with a random salt. */
export async function sealSecret(master: CryptoKey, keyId: string, secret: string): Promise<SealedSecret> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const key = await deriveKey(master, keyId, salt)
  const text = encoder.encode(secret)
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: boundTo(keyId) }, key, text)
  text.fill(0)
  return { keyId, format: FORMAT, salt, iv, ciphertext: new Uint8Array(ciphertext) }
}

/** Opens a sealed secret. Throws `FailureError` `bad-key` where it was changed, or sealed by another master or for another id. */
export async function openSecret(master: CryptoKey, keyId: string, sealed: SealedSecret): Promise<string> {
  const key = await deriveKey(master, keyId, sealed.salt.slice())
  const algorithm = { name: 'AES-GCM', iv: sealed.iv.slice(), additionalData: boundTo(keyId) }
  try {
    const plain = await crypto.subtle.decrypt(algorithm, key, sealed.ciphertext.slice())
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch {
    throw unreadable()
  }
}

/** The key is there but cannot be opened. */
export function unreadable(): FailureError {
  return fail(
    'model',
    'bad-key',
    'The stored key can no longer be opened in this browser. Keys must be entered again: open Settings and type the key of this provider.',
  )
}

/** There is no key under this id. */
export function missingKey(): FailureError {
  return fail('model', 'bad-key', 'No key is stored for this provider. Open Settings and enter its key.')
}
