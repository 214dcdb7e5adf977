import { fail } from '#contracts/failure.ts'
import type { Part } from '#contracts/messages.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { Attachment } from '#contracts/sessions.ts'
import { sightOf } from '#tools/picture.ts'
import { freePath, fromBase64 } from './workspace.ts'

/** What a message's attachments become: pictures go to the model, everything else into the workspace under a free name. */
export async function putAttachments(attachments: readonly Attachment[], sandbox: Sandbox | null): Promise<Part[]> {
  const parts: Part[] = []
  for (const attachment of attachments) {
    const bytes = fromBase64(attachment.base64)
    // By its bytes, not its name: a provider refuses a picture that is none, now and with every later request.
    const sight = attachment.kind === 'image' ? sightOf(bytes) : { kind: 'none' as const }
    if (sight.kind === 'picture') {
      const { mediaType } = sight
      parts.push({ type: 'image', mediaType, base64: attachment.base64, name: attachment.name })
      continue
    }
    if (sandbox === null) {
      const why = sight.kind === 'refused' ? `${attachment.name} cannot be sent. ${sight.why}` : ''
      throw fail('command', 'unavailable', why || 'There is no workspace here to put files into.')
    }
    const path = await freePath(sandbox, attachment.name)
    await sandbox.write(path, bytes, { expect: null }, new AbortController().signal)
    parts.push({ type: 'file', path, size: bytes.length })
  }
  return parts
}
