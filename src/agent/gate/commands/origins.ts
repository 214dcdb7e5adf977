import type { Argument } from './argument.ts'

/** Schemes that go through a host; the others, such as `file:` and `data:`, contact nobody. */
const LOCAL = /^(?:file|data|javascript|about|mailto):/iu

/**
 * The origins that an address names, as `URL.origin` writes them: `https://host/path`, `ssh://user@host`,
 * `user@host:path`, `host:port`, `host`. What is no web address stands for its host under both schemes, so that a
 * rule about the host is met whichever it was written with. None where no host is known.
 */
export function originsOf(address: Argument): readonly string[] {
  const written = address.text ?? knownHost(address.prefix)
  if (written === '' || LOCAL.test(written)) return []
  const [, scheme = '', rest = written] =
    /^(?:[a-z][a-z0-9+.-]*::)?([a-z][a-z0-9+.-]*):\/\/(.*)$/isu.exec(written) ?? []
  if (/^https?$/iu.test(scheme)) {
    const origin = webOrigin(`${scheme}://${rest}`)
    return origin === null ? [] : [origin]
  }
  const place = rest.replace(/^[^/@]*@/u, '')
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:/?#]*)(?::(\d+)(?=$|[/?#:]))?/u.exec(place) ?? []
  if (host === '' || host.startsWith('.')) return []
  const ports = port === '' ? [''] : ['', `:${port}`]
  const origins = ports.flatMap((each) => [webOrigin(`https://${host}${each}`), webOrigin(`http://${host}${each}`)])
  return [...new Set(origins.filter((origin) => origin !== null))]
}

/**
 * True where every program takes the same host out of the address: nothing in front of it that may be a name or the host
 * itself (`https://a\\@b`), no pattern (`https://{a,b}`) and no escape.
 */
export function namesOrigin({ text, prefix }: Argument): boolean {
  const host = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?(?=[/?#]|$)/iu.exec(text ?? prefix)?.[0]
  // Of a word that goes on, the host has to end within what is known.
  return host !== undefined && (text !== null || host.length < prefix.length) && URL.canParse(host)
}

/** The part of a known beginning that holds a whole host; '' where the host may go on. */
function knownHost(prefix: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/:]+[/:]/iu.test(prefix) ? prefix : ''
}

function webOrigin(text: string): string | null {
  try {
    return new URL(text).origin
  } catch {
    // No host has such a name.
    return null
  }
}

/** The addresses in a word, wherever they stand in it: `--registry=https://host/`, `git+ssh://host/x`. */
export function addressesIn(text: string): readonly string[] {
  return text.match(/[a-z][a-z0-9+.-]*:\/\/[^\s'"<>]+/giu) ?? []
}
