import { ADDRESS_MAX_CHARS, WATCH_TYPED_CHARS, WATCH_TYPED_KEPT } from '#contracts/limits.ts'
import type { UserMessage } from '#contracts/messages.ts'

/** What may be an address in written text, up to a space, a quote or an angle. */
const WRITTEN = /https?:\/\/[^\s<>"'`]+/gi
/** Marks that end a sentence or a bracket round an address more often than they belong to it. */
const AFTER = /[.,;:!?)\]}*_]+$/

/** An address as two spellings of it compare equal, without its fragment, which is never sent; null for none. */
export function plainAddress(text: string): string | null {
  if (text.length > ADDRESS_MAX_CHARS || !URL.canParse(text)) return null
  const { href } = new URL(text)
  const fragment = href.indexOf('#')
  return fragment === -1 ? href : href.slice(0, fragment)
}

/**
 * The addresses that the person typed, with those of one more message: newest last, at most WATCH_TYPED_KEPT. Only
 * the very same address counts as typed later on, so that nothing can be put into it.
 */
export function withTyped(typed: readonly string[], message: UserMessage): string[] {
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  const found = (text.match(WRITTEN) ?? [])
    .slice(0, WATCH_TYPED_KEPT)
    .flatMap((each) => [each, each.replace(AFTER, '')])
    .map(plainAddress)
    .filter((address) => address !== null && address.length <= WATCH_TYPED_CHARS)
  return [...new Set([...typed, ...(found as string[])].toReversed())].toReversed().slice(-WATCH_TYPED_KEPT)
}
