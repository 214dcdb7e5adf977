import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import FileIcon from 'lucide-react/icons/file'
import ImageOff from 'lucide-react/icons/image-off'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { Attachment } from '#contracts/sessions.ts'
import type { Reading } from '../drafts.ts'
import { IconButton } from '../kit/button.tsx'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { words } from '../words.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { pastedText } from './pasted-text.ts'
import styles from './attachment-list.module.css'

/** What goes with a message, the files still being read at its end. */
export function AttachmentList(props: {
  attachments: readonly Attachment[]
  reading: readonly Reading[]
  /** Characters that the message has room for: a pasted text that fits can go into it instead. */
  room: number
  onRemove: (index: number) => void
  /** Takes a file back that is being read. */
  onStop: (id: number) => void
  /** Puts the pasted text at that place into the message instead. */
  onPutIn: (index: number, text: string) => void
}) {
  const { attachments, reading, room, onRemove, onStop, onPutIn } = props
  if (attachments.length + reading.length === 0) return null
  return (
    <ScrollBox className={styles.scroll} name={words.regions.attachments}>
      <ul className={styles.list} aria-label={words.regions.attachments}>
        {attachments.map((attachment, index) => {
          const pasted = pastedText(attachment)
          const name = pasted === null ? showInvisible(attachment.name) : words.composer.pastedText(pasted.lines)
          return (
            <li key={`${attachment.name} ${index}`} className={styles.item}>
              {attachment.kind === 'image' ? (
                <Thumbnail src={`data:${attachment.mediaType};base64,${attachment.base64}`} />
              ) : (
                <FileIcon size={14} aria-hidden="true" />
              )}
              <span>{name}</span>
              {pasted !== null && pasted.text.length <= room && (
                <IconButton
                  name={words.composer.putPastedIn}
                  icon={CornerDownLeft}
                  size={12}
                  onClick={() => onPutIn(index, pasted.text)}
                />
              )}
              <IconButton
                name={words.composer.removeAttachment(name)}
                icon={X}
                size={12}
                onClick={() => onRemove(index)}
              />
            </li>
          )
        })}
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
    </ScrollBox>
  )
}

/** A picture in small, or the sign for one that this browser cannot show. */
function Thumbnail({ src }: { src: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (broken === src) return <ImageOff size={14} role="img" aria-label={words.composer.notShown} />
  return <img src={src} alt="" onError={() => setBroken(src)} />
}
