/** The bytes of a string in which each character stands for one byte, as the shell's pipes carry them. */
export function bytesOfLatin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i)
  return bytes
}

/** The reverse of `bytesOfLatin1`. */
export function latin1OfBytes(bytes: Uint8Array): string {
  let text = ''
  // Applied, not spread: spreading goes through an iterator and is ten times slower.
  for (let from = 0; from < bytes.length; from += 8_192) {
    text += Reflect.apply(String.fromCharCode, null, bytes.subarray(from, from + 8_192))
  }
  return text
}

/** Bytes of text in one of the encodings that a shell's file system names. */
export function encodeText(text: string, encoding: string | null | undefined): Uint8Array {
  switch (encoding) {
    case 'binary':
    case 'latin1':
    case 'ascii':
      return bytesOfLatin1(text)
    case 'base64':
      return bytesOfLatin1(atob(text))
    case 'hex':
      return Uint8Array.from(text.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16))
    default:
      return new TextEncoder().encode(text)
  }
}

/** Text of bytes in one of those encodings. */
export function decodeText(bytes: Uint8Array, encoding: string | null | undefined): string {
  switch (encoding) {
    case 'binary':
    case 'latin1':
    case 'ascii':
      return latin1OfBytes(bytes)
    case 'base64':
      return btoa(latin1OfBytes(bytes))
    case 'hex':
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    default:
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  }
}
