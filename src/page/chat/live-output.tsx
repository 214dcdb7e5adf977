import { useTranscript } from '../store.ts'
import { outputKey } from '../transcript.ts'
import { words } from '../words.ts'
import { Console } from '../kit/console.tsx'

/** What a running call says, as it says it. */
export function LiveOutput({ sessionId, callId }: { sessionId: string; callId: string }) {
  const output = useTranscript(sessionId, outputKey(callId), (transcript) => transcript.outputs.get(callId))
  return (
    <Console
      label={words.call.output}
      text={output?.text ?? ''}
      omitted={output?.omitted ?? 0}
      empty={words.call.waiting}
      follow
    />
  )
}
