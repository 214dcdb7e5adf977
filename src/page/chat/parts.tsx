import { Markdown } from '../kit/markdown/markdown.tsx'
import { Picture } from '../kit/picture.tsx'
import { RevealedProvider } from '../kit/revealed.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { usePageStore, useTranscript } from '../store.ts'
import { partKey } from '../transcript.ts'
import { words } from '../words.ts'
import styles from './rows.module.css'

interface PartProps {
  sessionId: string
  seq: number
  part: number
}

/** Text of the agent as it comes. */
export function TextPart({ sessionId, seq, part, done }: PartProps & { done: boolean }) {
  const transcript = usePageStore().transcript(sessionId)
  const value = useTranscript(sessionId, partKey(seq, part), (held) => held.part(seq, part))
  if (value?.type !== 'text') return null
  return (
    <RevealedProvider value={transcript.revealedIn(partKey(seq, part))}>
      <div className={styles.text}>
        <Markdown text={value.text} done={done} />
      </div>
    </RevealedProvider>
  )
}

/** A picture that the agent answered with. */
export function ImagePart({ sessionId, seq, part }: PartProps) {
  const value = useTranscript(sessionId, partKey(seq, part), (transcript) => transcript.part(seq, part))
  if (value?.type !== 'image') return null
  return (
    <Picture
      className={styles.image}
      mediaType={value.mediaType}
      base64={value.base64}
      maxHeight="480px"
      alt={words.conversation.image(showInvisible(value.name))}
    />
  )
}
