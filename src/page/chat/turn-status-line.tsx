import { isOwnTurn } from '../is-own-turn.ts'
import { usePage, useTranscript } from '../store.ts'
import { elapsed } from '../kit/format.ts'
import { useNow } from '../kit/use-now.ts'
import { STRUCTURE } from '../transcript.ts'
import { words } from '../words.ts'
import styles from './turn-status-line.module.css'

/**
 * One reserved line below the conversation: the turn works, or a command of the person's own. It is always there, so nothing moves. That a call
 * waits for the person is said by its own line and by the card.
 */
export function TurnStatusLine({ sessionId }: { sessionId: string }) {
  const turn = usePage((state) => state.sessions.get(sessionId)?.turn)
  const running = turn?.status === 'running'
  const own = useTranscript(sessionId, STRUCTURE, isOwnTurn)
  const { working, workingFor, ownWorking, ownWorkingFor } = words.conversation
  const now = useNow(running)
  const text =
    !running || turn === undefined
      ? ''
      : turn.startedAt === null
        ? own
          ? ownWorking
          : working
        : (own ? ownWorkingFor : workingFor)(elapsed(now - turn.startedAt))
  return (
    <p className={styles.line} data-status={turn?.status}>
      {text !== '' && <i aria-hidden="true" />}
      {text}
    </p>
  )
}
