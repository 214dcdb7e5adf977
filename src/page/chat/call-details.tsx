import type { CallView } from '#contracts/calls.ts'
import { Button } from '../kit/button.tsx'
import { InspectButton } from '../inspect-button.tsx'
import { usePageStore } from '../store.ts'
import { callKey } from '../transcript.ts'
import { words } from '../words.ts'
import { RevealedProvider } from '../kit/revealed.ts'
import { ArgumentsView } from '../kit/arguments-view.tsx'
import { DecisionView } from './decision-view.tsx'
import { LiveOutput } from './live-output.tsx'
import { ResultView } from './result-view.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './call-details.module.css'

/**
 * What a call's line opens to: its result or live output, its arguments, and why it was let. `brief`: the result only, of
 * what the person typed and so knows; the rest is the inspector's.
 */
export function CallDetails({ call, brief }: { call: CallView; brief: boolean }) {
  const store = usePageStore()
  const path = pathOf(call)
  return (
    <div className={styles.details}>
      {call.state === 'started' && <LiveOutput sessionId={call.sessionId} callId={call.callId} />}
      {call.client !== undefined && (
        <RevealedProvider value={store.transcript(call.sessionId).revealedIn(callKey(call.callId))}>
          <ResultView view={call.client} sessionId={call.sessionId} />
        </RevealedProvider>
      )}
      {brief ? (
        <p className={styles.heading}>
          <InspectButton sessionId={call.sessionId} callId={call.callId} />
        </p>
      ) : (
        <>
          <div>
            <p className={styles.heading}>
              {words.call.arguments}
              <code>{showInvisible(call.tool)}</code>
              {path !== null && (
                <Button small look="quiet" onClick={() => store.showFile(call.sessionId, path)}>
                  {words.call.open}
                </Button>
              )}
            </p>
            <ArgumentsView raw={call.rawArguments} />
          </div>
          <div>
            <p className={styles.heading}>
              {words.call.decision}
              <InspectButton sessionId={call.sessionId} callId={call.callId} />
            </p>
            <DecisionView call={call} />
          </div>
        </>
      )}
    </div>
  )
}

/** The file that a call is about, where it is about one. */
function pathOf({ client, status }: CallView): string | null {
  if (status !== 'ok' || client === undefined) return null
  if (client.kind === 'file' || client.kind === 'image') return client.path
  return client.kind === 'diff' && client.diff.change !== 'deleted' ? client.diff.path : null
}
