import FileIcon from 'lucide-react/icons/file'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import X from 'lucide-react/icons/x'
import type { Attachment } from '#contracts/sessions.ts'
import type { Reading } from '../drafts.ts'
import { IconButton } from '../kit/button.tsx'
import { words } from '../words.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './attachment-list.module.css'

/** What goes with a message, the files still being read at its end. */
export function AttachmentList(props: {
  attachments: readonly Attachment[]
  reading: readonly Reading[]
  onRemove: (index: number) => void
  /** Takes a file back that is being read. */
  onStop: (id: number) => void
}) {
  const { attachments, reading, onRemove, onStop } = props
  if (attachments.length + reading.length === 0) return null
  return (
    <ul className={styles.list} aria-label={words.regions.attachments}>
      {attachments.map((attachment, index) => (
        <li key={`${attachment.name} ${index}`} className={styles.item}>
          {attachment.kind === 'image' ? (
            <img src={`data:${attachment.mediaType};base64,${attachment.base64}`} alt="" />
          ) : (
            <FileIcon size={14} aria-hidden="true" />
          )}
          <span>{showInvisible(attachment.name)}</span>
          <IconButton
            name={words.composer.removeAttachment(showInvisible(attachment.name))}
            icon={X}
            size={12}
            onClick={() => onRemove(index)}
          />
        </li>
      ))}
      {reading.map(({ id, name }) => (
        <li key={`reading ${id}`} className={styles.item} aria-busy="true">
          <LoaderCircle className={styles.turning ?? ''} size={14} aria-hidden="true" />
          <span>{words.composer.reading(showInvisible(name))}</span>
          <IconButton
            name={words.composer.removeAttachment(showInvisible(name))}
            icon={X}
            size={12}
            onClick={() => onStop(id)}
          />
        </li>
      ))}
    </ul>
  )
}
