import type { Failure } from '#contracts/failure.ts'

interface Entered {
  /** '' for none typed. */
  key: string
  /** The end of the key that is there; '' for none. */
  kept: string
  baseUrl: string
  /** The address that the kept key was given for. */
  before: string
}

/**
 * The field that made `provider.save` fail, so that its words stand there: what a key may not hold, a kept key that is
 * not sent to another host, an address that is none. Null where no field is to blame, such as full storage.
 */
export function failingField({ stage, kind }: Failure, entered: Entered): 'key' | 'address' | null {
  if (stage !== 'command' || kind !== 'invalid') return null
  // In the order in which they are looked at: the address, the key, and whether the two belong together.
  const origin = originOf(entered.baseUrl)
  if (origin === null) return 'address'
  if (/[^\x21-\x7e]/.test(entered.key)) return 'key'
  return entered.key === '' && entered.kept !== '' && origin !== originOf(entered.before) ? 'key' : 'address'
}

/** Null for what is no address of a server: another scheme, a name or password, a query or a fragment. */
function originOf(address: string): string | null {
  const text = address.trim()
  if (!URL.canParse(text) || /[?#]/.test(text)) return null
  const { protocol, username, password, origin } = new URL(text)
  return /^https?:$/.test(protocol) && username + password === '' ? origin : null
}
