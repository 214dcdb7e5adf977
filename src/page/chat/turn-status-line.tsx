import { usePage } from '../store.ts'
import { elapsed } from '../kit/format.ts'
import { words } from '../words.ts'
import { useSeconds } from './use-seconds.ts'
import styles from './turn-status-line.module.css'

/**
 * One reserved line below the conversation: the turn works. It is always there, so nothing moves. That a call
 * waits for the person is said by its own line and by the card.
 */
export function TurnStatusLine({ sessionId }: { sessionId: string }) {
  const turn = usePage((state) => state.sessions.get(sessionId)?.turn)
  const running = turn?.status === 'running'
  const now = useSeconds(running)
  const text =
    !running || turn === undefined
      ? ''
      : turn.startedAt === null
        ? words.conversation.working
        : words.conversation.workingFor(elapsed(now - turn.startedAt))
  return (
    <p className={styles.line} data-status={turn?.status}>
      {text !== '' && <i aria-hidden="true" />}
      {text}
    </p>
  )
}
