import { fail } from '#contracts/failure.ts'
import type { Part } from '#contracts/messages.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { Attachment } from '#contracts/sessions.ts'
import { freePath, fromBase64 } from './workspace.ts'

/** What a message's attachments become: images go to the model, files into the workspace under a free name. */
export async function putAttachments(attachments: readonly Attachment[], sandbox: Sandbox | null): Promise<Part[]> {
  const parts: Part[] = []
  for (const attachment of attachments) {
    if (attachment.kind === 'image') {
      const { mediaType, base64, name } = attachment
      parts.push({ type: 'image', mediaType, base64, name })
      continue
    }
    if (sandbox === null) throw fail('command', 'unavailable', 'There is no workspace here to put files into.')
    const bytes = fromBase64(attachment.base64)
    const path = await freePath(sandbox, attachment.name)
    await sandbox.write(path, bytes, { expect: null }, new AbortController().signal)
    parts.push({ type: 'file', path, size: bytes.length })
  }
  return parts
}
