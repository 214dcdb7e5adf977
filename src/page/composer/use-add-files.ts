import { useCallback } from 'react'
import { ATTACHMENT_MAX_BYTES, MESSAGE_MAX_ATTACHMENTS, READ_IMAGE_MAX_BYTES } from '#contracts/limits.ts'
import type { Attachment } from '#contracts/sessions.ts'
import { bytes } from '../kit/format.ts'
import { usePageStore } from '../store.ts'
import { words } from '../words.ts'
import { readBase64 } from './read-base64.ts'

/** Images that every provider takes; any other picture goes into the workspace as a file. */
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** Reads files within the limits and adds them to the draft called `key`; what is left out is said. */
export function useAddFiles(key: string): (files: readonly File[]) => Promise<void> {
  const store = usePageStore()
  return useCallback(
    async (files) => {
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
      const { attachments } = store.drafts.of(key)
      if (files.length + attachments.length > MESSAGE_MAX_ATTACHMENTS)
        warn(words.composer.tooMany(MESSAGE_MAX_ATTACHMENTS))
      store.drafts.change(key, { attachments: [...attachments, ...read].slice(0, MESSAGE_MAX_ATTACHMENTS) })
    },
    [store, key],
  )
}
