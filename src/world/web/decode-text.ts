import { FETCH_SNIFF_BYTES } from '#contracts/limits.ts'

const TEXT_TYPES =
  /^(?:text\/.*|application\/(?:json|xml|javascript|ecmascript|x-javascript|typescript|x-ndjson|jsonl|json5|yaml|x-yaml|toml|sql|graphql|x-sh|x-httpd-php|rtf|x-tex|x-subrip)|.*\+(?:json|xml|yaml))$/
/** Types that servers give to files that they know nothing about: their first bytes are looked at. */
const UNSAID = /^(?:|application\/octet-stream|binary\/octet-stream|application\/unknown|unknown\/unknown)$/

/** Media type of a Content-Type header in lower case, without parameters; '' where it is missing or malformed. */
export function mediaTypeOf(header: string | null): string {
  const essence = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/.test(essence) ? essence : ''
}

/** Whether a body of this type may be text. `maybe`: its first bytes say. */
export function isTextType(mediaType: string): 'yes' | 'no' | 'maybe' {
  if (UNSAID.test(mediaType)) return 'maybe'
  return TEXT_TYPES.test(mediaType) ? 'yes' : 'no'
}

/**
 * Whether the first bytes look like text. Of a type that is text only a zero says otherwise; of one that nobody named,
 * each control byte that text has no use for. UTF-16 is known by its mark or by the header.
 */
export function looksLikeText(bytes: Uint8Array, contentType: string | null): boolean {
  if (/charset\s*=\s*"?utf-?16/i.test(contentType ?? '')) return true
  if (markOf(bytes)?.startsWith('utf-16')) return true
  const head = bytes.subarray(0, FETCH_SNIFF_BYTES)
  if (isTextType(mediaTypeOf(contentType)) === 'yes') return !head.includes(0)
  return head.every((byte) => byte >= 0x20 || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b)
}

/**
 * The text of a body: by its byte order mark, else by the charset of the header, else by what the page says of itself in
 * its first FETCH_SNIFF_BYTES, else UTF-8. Bytes that are no text in that charset become U+FFFD. Never throws.
 */
export function decodeText(bytes: Uint8Array, contentType: string | null, truncated: boolean): string {
  const named = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1]
  const decoder = decoderOf(markOf(bytes)) ?? decoderOf(named) ?? decoderOf(declared(bytes)) ?? new TextDecoder()
  // With `stream` a character that was cut in half at the end is left out instead of becoming U+FFFD.
  return decoder.decode(bytes, { stream: truncated })
}

function markOf(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : undefined
}

function declared(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, FETCH_SNIFF_BYTES))
  const label =
    /<meta\s[^>]{0,500}?charset\s*=\s*["']?\s*([^"'\s/>;]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"']+)["']/i.exec(head)?.[1]
  // A page that could be read this far is not UTF-16, whatever it says (HTML standard).
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function decoderOf(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}
