import FileIcon from 'lucide-react/icons/file'
import type { UserMessage } from '#contracts/messages.ts'
import { bytes, exactTime } from '../kit/format.ts'
import { Picture } from '../kit/picture.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { usePageStore } from '../store.ts'
import { words } from '../words.ts'
import styles from './rows.module.css'

/** What the person wrote, and what went with it. Shown as written: no Markdown. */
export function UserMessageView({ message }: { message: UserMessage }) {
  const store = usePageStore()
  return (
    <article className={styles.user} aria-label={words.conversation.you} title={exactTime(message.at)}>
      {message.parts.map((part, index) => {
        const key = `${part.type} ${index}`
        if (part.type === 'text') return part.text === '' ? null : <p key={key}>{part.text}</p>
        if (part.type === 'image')
          return (
            <Picture
              key={key}
              className={styles.userImage}
              mediaType={part.mediaType}
              base64={part.base64}
              alt={words.conversation.image(showInvisible(part.name))}
              maxWidth="320px"
              maxHeight="240px"
            />
          )
        if (part.type === 'file')
          return (
            <button
              key={key}
              type="button"
              className={styles.file}
              data-tip={words.call.open}
              onClick={() => store.showFile(message.sessionId, part.path)}
            >
              <FileIcon size={14} aria-hidden="true" />
              <span>{showInvisible(part.path)}</span>
              <small>{bytes(part.size)}</small>
            </button>
          )
        return null
      })}
    </article>
  )
}
