import { createContext, useContext, useState } from 'react'

/** What the reader has uncovered, by the name of where it is. The reader's own: it goes with the visit. */
export type Revealed = Map<string, ReadonlySet<string | number>>

const RevealedContext = createContext<Revealed | null>(null)
/** `<RevealedProvider value={held}>` round what may be taken off the page and come back. */
export const RevealedProvider = RevealedContext.Provider

const NONE: ReadonlySet<string | number> = new Set()

/**
 * What the reader has uncovered at the place called `name`, and the way to uncover more. Kept by the provider above, so
 * that it is still uncovered when it comes back; without one, as long as the component stands.
 */
export function useRevealed(name: string): [ReadonlySet<string | number>, (what: string | number) => void] {
  const held = useContext(RevealedContext)
  const [revealed, setRevealed] = useState(held?.get(name) ?? NONE)
  const reveal = (what: string | number) => {
    const after = new Set(revealed).add(what)
    held?.set(name, after)
    setRevealed(after)
  }
  return [revealed, reveal]
}
