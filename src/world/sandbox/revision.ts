import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const known = new WeakMap<Uint8Array, string>()

/**
 * The name of exactly these bytes: their SHA-256 in hex. Computed when first asked for and kept with the
 * array, which therefore must not be written to.
 */
export function revisionOf(bytes: Uint8Array): string {
  let revision = known.get(bytes)
  if (revision === undefined) {
    revision = bytesToHex(sha256(bytes))
    known.set(bytes, revision)
  }
  return revision
}
