import FileIcon from 'lucide-react/icons/file'
import X from 'lucide-react/icons/x'
import type { Attachment } from '#contracts/sessions.ts'
import { IconButton } from '../kit/button.tsx'
import { words } from '../words.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './attachment-list.module.css'

/** What goes with a message. Without `onRemove`, only shown. */
export function AttachmentList({
  attachments,
  onRemove,
}: {
  attachments: readonly Attachment[]
  onRemove?: (index: number) => void
}) {
  if (attachments.length === 0) return null
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
          {onRemove !== undefined && (
            <IconButton
              name={words.composer.removeAttachment(attachment.name)}
              icon={X}
              size={12}
              onClick={() => onRemove(index)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
