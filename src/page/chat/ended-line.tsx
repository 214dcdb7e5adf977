import type { AgentMessage } from '#contracts/messages.ts'
import { words } from '../words.ts'
import styles from './rows.module.css'

/** Says that a message was cut off, or failed without a note below it that says so. */
export function EndedLine({ message }: { message: AgentMessage }) {
  const failed = message.state === 'failed'
  return (
    <div className={styles.note} data-note={failed ? 'failed' : 'stopped'} role="note">
      <p>
        <b>{failed ? words.conversation.failedMessage : words.conversation.cutMessage}</b>
      </p>
    </div>
  )
}
