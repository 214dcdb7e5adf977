import { useCallback } from 'react'
import { ATTACHMENT_MAX_BYTES, MESSAGE_MAX_ATTACHMENTS, READ_IMAGE_MAX_BYTES } from '#contracts/limits.ts'
import type { Attachment } from '#contracts/sessions.ts'
import { bytes } from '../kit/format.ts'
import { readBase64 } from '../kit/read-base64.ts'
import { usePageStore } from '../store.ts'
import { words } from '../words.ts'
import { carryText } from './pasted-text.ts'

/** Images that every provider takes; any other picture goes into the workspace as a file. */
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/**
 * Reads files within the limits into the draft called `key`, which shows each while it is read; what is left out is
 * said. Where a message makes a session meanwhile, they go along with its draft.
 */
export function useAddFiles(key: string): (files: readonly File[]) => Promise<void> {
  const store = usePageStore()
  return useCallback(
    async (files) => {
      const { drafts } = store
      const warn = (text: string) => store.notice({ level: 'warning', text })
      const fitting: File[] = []
      for (const file of files) {
        if (file.size > ATTACHMENT_MAX_BYTES) warn(words.composer.tooLarge(nameOf(file), bytes(ATTACHMENT_MAX_BYTES)))
        else fitting.push(file)
      }
      const { attachments, reading } = drafts.of(key)
      const room = Math.max(0, MESSAGE_MAX_ATTACHMENTS - attachments.length - reading.length)
      if (fitting.length > room) warn(words.composer.tooMany(MESSAGE_MAX_ATTACHMENTS))
      const begun = fitting.slice(0, room).map((file) => ({ file, reading: drafts.beginReading(key, nameOf(file)) }))
      // One after the other: together they would all be in memory at their largest.
      for (const { file, reading: each } of begun) {
        const { id, signal } = each
        const base64 = await readBase64(file, signal).catch(() => null)
        if (base64 === null && !signal.aborted) warn(words.composer.unreadable(nameOf(file)))
        drafts.endReading(id, base64 === null ? null : carryText(file, attachmentOf(file, base64)))
      }
    },
    [store, key],
  )
}

function nameOf(file: File): string {
  return file.name === '' ? words.composer.pasted : file.name
}

function attachmentOf(file: File, base64: string): Attachment {
  const name = nameOf(file)
  return IMAGES.has(file.type) && file.size <= READ_IMAGE_MAX_BYTES
    ? { kind: 'image', name, mediaType: file.type, base64 }
    : { kind: 'file', name, base64 }
}
