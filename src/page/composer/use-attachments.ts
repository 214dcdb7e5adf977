import { useCallback, useState } from 'react'
import { ATTACHMENT_MAX_BYTES, MESSAGE_MAX_ATTACHMENTS, READ_IMAGE_MAX_BYTES } from '#contracts/limits.ts'
import type { Attachment } from '#contracts/sessions.ts'
import { bytes } from '../kit/format.ts'
import { usePageStore } from '../store.ts'
import { words } from '../words.ts'
import { readBase64 } from './read-base64.ts'

/** Images that every provider takes; any other picture goes into the workspace as a file. */
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

export interface Attachments {
  list: Attachment[]
  /** Reads files within the limits; what is left out is said. */
  add: (files: readonly File[]) => Promise<void>
  remove: (index: number) => void
  clear: () => void
}

/** What goes with the message that is being written. */
export function useAttachments(): Attachments {
  const store = usePageStore()
  const [list, setList] = useState<Attachment[]>([])

  const add = useCallback(
    async (files: readonly File[]) => {
      const warn = (text: string) => store.notice({ level: 'warning', text })
      const read: Attachment[] = []
      for (const file of files.slice(0, MESSAGE_MAX_ATTACHMENTS)) {
        const asImage = IMAGES.has(file.type) && file.size <= READ_IMAGE_MAX_BYTES
        const name = file.name === '' ? 'pasted' : file.name
        if (file.size > ATTACHMENT_MAX_BYTES) {
          warn(words.composer.tooLarge(name, bytes(ATTACHMENT_MAX_BYTES)))
          continue
        }
        const base64 = await readBase64(file).catch(() => null)
        if (base64 === null) warn(words.composer.unreadable(name))
        else if (asImage) read.push({ kind: 'image', name, mediaType: file.type, base64 })
        else read.push({ kind: 'file', name, base64 })
      }
      setList((held) => {
        const all = [...held, ...read]
        return all.slice(0, MESSAGE_MAX_ATTACHMENTS)
      })
      if (files.length + list.length > MESSAGE_MAX_ATTACHMENTS) warn(words.composer.tooMany(MESSAGE_MAX_ATTACHMENTS))
    },
    [store, list.length],
  )
  const remove = useCallback((index: number) => setList((held) => held.filter((_, at) => at !== index)), [])
  const clear = useCallback(() => setList([]), [])
  return { list, add, remove, clear }
}
