import { useEffect, useState } from 'react'
import type { Colouring } from './coloured.tsx'
import type { LanguageName } from './languages.ts'

type Held = { readonly code: string; readonly language: LanguageName; readonly colouring: Colouring }

/**
 * The colouring of `code` once it is there; null before, and where there is none. Grammars and highlighter are
 * fetched on first use, never with the page. `wanted` false (not on screen, not finished) fetches nothing.
 */
export function useColouring(code: string, language: LanguageName | null, wanted: boolean): Colouring | null {
  const [held, setHeld] = useState<Held | null>(null)
  useEffect(() => {
    if (!wanted || language === null || code === '') return
    const abort = new AbortController()
    const load = async () => {
      const [{ parseCode }, { highlight }] = await Promise.all([import('./parse-code.ts'), import('./highlighter.ts')])
      const tree = await parseCode(code, language, abort.signal)
      if (tree !== null && !abort.signal.aborted) setHeld({ code, language, colouring: { tree, highlight } })
    }
    // A grammar that cannot be fetched (offline, a new version deployed) leaves the code plain: colour is an extra.
    load().catch(() => undefined)
    return () => abort.abort()
  }, [code, language, wanted])
  // A tree belongs to one text: over another one its colours would be off.
  return held !== null && held.code === code && held.language === language ? held.colouring : null
}
