import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { JsonValue } from '#contracts/json.ts'

/** JSON with object keys sorted, so that equal values give equal text. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

/** SHA-256 over the parts, each with its length in front so that no two lists of parts collide. Hex. */
export function digestOf(...parts: readonly string[]): string {
  return bytesToHex(sha256(utf8ToBytes(parts.map((part) => `${part.length}:${part}`).join(''))))
}
