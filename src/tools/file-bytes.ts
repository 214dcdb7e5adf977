/** Any byte. */
const ANY = null

const MAGIC: readonly (readonly [type: string, name: string, bytes: readonly (number | null)[], at?: number])[] = [
  ['image/png', 'PNG image', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', 'JPEG image', [0xff, 0xd8, 0xff]],
  ['image/gif', 'GIF image', [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', 'WebP image', [0x52, 0x49, 0x46, 0x46, ANY, ANY, ANY, ANY, 0x57, 0x45, 0x42, 0x50]],
  ['image/bmp', 'BMP image', [0x42, 0x4d, ANY, ANY, ANY, ANY, 0, 0, 0, 0]],
  ['application/pdf', 'PDF document', [0x25, 0x50, 0x44, 0x46]],
  ['application/zip', 'ZIP archive (or a format built on it, such as DOCX)', [0x50, 0x4b, 0x03, 0x04]],
  ['application/gzip', 'gzip archive', [0x1f, 0x8b]],
  ['application/wasm', 'WebAssembly module', [0x00, 0x61, 0x73, 0x6d]],
  ['application/x-elf', 'ELF program', [0x7f, 0x45, 0x4c, 0x46]],
  ['application/vnd.sqlite3', 'SQLite database', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66]],
  ['font/woff2', 'WOFF2 font', [0x77, 0x4f, 0x46, 0x32]],
  ['audio/mpeg', 'MP3 audio', [0x49, 0x44, 0x33]],
  ['video/mp4', 'MP4 video', [0x66, 0x74, 0x79, 0x70], 4],
  ['text/utf-16', 'UTF-16 text', [0xff, 0xfe]],
  ['text/utf-16', 'UTF-16 text', [0xfe, 0xff]],
]

/** What a file's first bytes say that it is: media type and words; null where they say nothing known. */
export function sniffType(bytes: Uint8Array): { mediaType: string; name: string } | null {
  for (const [mediaType, name, magic, at = 0] of MAGIC) {
    if (magic.every((byte, index) => byte === ANY || bytes[at + index] === byte)) return { mediaType, name }
  }
  return null
}

/** Base64 without a `data:` prefix. */
export function toBase64(bytes: Uint8Array): string {
  // In pieces: spreading a large array into one call overflows the stack.
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 8_192) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)))
  return btoa(pieces.join(''))
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
