/** Where a link of a message may lead. Everything else is shown as text. */
const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])
/** Pictures that a person may show with a click: pixels only, no SVG, which can carry more. */
const INLINE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=\s]+$/i

/** An address that may be opened. `place` is what the person should know before: the host, or the mail address. */
type SafeLink = { readonly href: string; readonly place: string }

/**
 * The address as the browser will read it, or null where it must not be opened: relative ones (they would
 * lead into this app), `javascript:`, `data:`, `file:`, custom schemes, and what is no address.
 */
export function safeLink(address: string): SafeLink | null {
  let url: URL
  try {
    url = new URL(address.trim())
  } catch {
    return null
  }
  if (!LINK_PROTOCOLS.has(url.protocol)) return null
  if (url.protocol === 'mailto:') return { href: url.href, place: url.pathname }
  return { href: url.href, place: url.host }
}

/** The address of a picture that is wholly in the text, or null. */
export function inlineImage(address: string): string | null {
  return INLINE_IMAGE.test(address) ? address : null
}
