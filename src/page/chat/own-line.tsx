import type { UserMessage } from '#contracts/messages.ts'
import { exactTime } from '../kit/format.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { words } from '../words.ts'
import styles from './rows.module.css'

/** What the person did himself, as typed. Its call has a line of its own below; a setting says here what it is now. */
export function OwnLine({ message }: { message: UserMessage }) {
  const text = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  const answer = message.act?.answer
  return (
    <article className={styles.own} aria-label={words.conversation.yourCommand} title={exactTime(message.at)}>
      <code>{showInvisible(text)}</code>
      {answer !== undefined && <p>{answer}</p>}
    </article>
  )
}
