import { inspect } from './inspect-target.ts'
import { Button } from './kit/button.tsx'
import { usePageStore } from './store.ts'
import { words } from './words.ts'

/** Leads from a call to the inspector. */
export function InspectButton({ sessionId, callId }: { sessionId: string; callId: string }) {
  const store = usePageStore()
  return (
    <Button small look="quiet" onClick={() => inspect(store, sessionId, { kind: 'call', callId })}>
      {words.call.inspect}
    </Button>
  )
}
