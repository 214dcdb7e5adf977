/** Bytes looked at to tell text from binary. */
const LOOKED_AT = 8_000

/**
 * True where the bytes are not text: a NUL near the start, as most search tools decide it. Text in another encoding
 * than UTF-8 is text, which can be searched and shown with signs in the place of what it does not say in UTF-8; only
 * `textOf` is strict, because what is written back must be what was read.
 */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, LOOKED_AT).includes(0)
}

/** The bytes as UTF-8 text, or null where they are not valid UTF-8. A byte order mark stays in the text. */
export function textOf(bytes: Uint8Array): string | null {
  if (isBinary(bytes)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
