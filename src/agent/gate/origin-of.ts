/** The origin of an address, with a trailing dot of its host dropped (it names the same host); null where it is none. */
export function originOf(address: string): string | null {
  try {
    const url = new URL(address)
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
    return `${url.protocol}//${url.host.replace(/\.(?=:|$)/u, '')}`
  } catch {
    return null
  }
}
