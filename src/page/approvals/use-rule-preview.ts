import { useEffect, useState } from 'react'
import type { Approval } from '#contracts/approvals.ts'
import type { RulePreview } from '#contracts/rules.ts'
import { useDispatch } from '../runtime.ts'

/** The rule that an approval may become. `loading`: its past calls are still looked through. `gone`: none can be made. */
export type FoundRule = { state: 'loading' | 'gone' } | { state: 'found'; preview: RulePreview }

/** Looks for the rule that `approval` may become, while it is not null. */
export function useRulePreview(approval: Approval | null): FoundRule {
  const dispatch = useDispatch()
  const [held, setHeld] = useState<{ callId: string; found: FoundRule } | null>(null)
  const { sessionId, callId } = approval ?? { sessionId: null, callId: null }
  useEffect(() => {
    if (sessionId === null) return undefined
    const stop = new AbortController()
    void dispatch('rules.suggest', { sessionId, callId }, stop.signal).then((answer) => {
      if (stop.signal.aborted) return
      const preview = answer?.preview ?? null
      setHeld({ callId, found: preview === null ? { state: 'gone' } : { state: 'found', preview } })
    })
    return () => {
      stop.abort()
      setHeld(null)
    }
  }, [dispatch, sessionId, callId])
  return held?.callId === callId ? held.found : { state: 'loading' }
}
