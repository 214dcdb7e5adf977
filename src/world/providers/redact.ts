/** Characters of a provider's own words that are passed on. */
const QUOTE_MAX_CHARS = 300

/** Takes every occurrence of a key out of a text, in the forms in which an answer may repeat it. */
export function redact(text: string, key: string): string {
  // Shorter than this is no key, and would eat ordinary letters.
  if (key.length < 4) return text
  let clean = text
  for (const form of new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)])) {
    clean = clean.replaceAll(form, '[key]')
  }
  return clean
}

/** What a provider said, on one line, bounded, without the key; '' where it said nothing. */
export function quote(text: string, key: string): string {
  const line = redact(text, key).replace(/\s+/g, ' ').trim()
  return line.length <= QUOTE_MAX_CHARS ? line : `${line.slice(0, QUOTE_MAX_CHARS).replace(/[\uD800-\uDBFF]$/, '')}…`
}
