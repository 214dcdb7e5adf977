import { fail } from '#contracts/failure.ts'
import type { Part } from '#contracts/messages.ts'
import { WORKSPACE_ROOT, type Sandbox } from '#contracts/ports/sandbox.ts'
import type { Attachment } from '#contracts/sessions.ts'
import { sightOf } from '#tools/picture.ts'
import { freePath, fromBase64 } from './workspace.ts'

/** What an attachment becomes: a picture that the model is shown, or a file of the workspace. */
export type SortedAttachment =
  | { readonly kind: 'picture'; readonly part: Extract<Part, { type: 'image' }> }
  /** `unseen`: why a picture of that name is not shown as one; '' for what is no picture. */
  | {
      readonly kind: 'file'
      readonly name: string
      readonly base64: string
      readonly bytes: Uint8Array
      readonly unseen: string
    }

/** Decides once for each attachment. Throws `invalid` where one did not arrive whole. */
export function sortAttachments(attachments: readonly Attachment[]): SortedAttachment[] {
  return attachments.map((attachment) => {
    const { name, base64 } = attachment
    const bytes = fromBase64(base64)
    // By its bytes, not its name: a provider refuses a picture that is none, now and with every later request.
    const sight = attachment.kind === 'image' ? sightOf(bytes) : { kind: 'none' as const }
    if (sight.kind === 'picture') {
      return { kind: 'picture', part: { type: 'image', mediaType: sight.mediaType, base64, name } }
    }
    return { kind: 'file', name, base64, bytes, unseen: sight.kind === 'refused' ? sight.why : '' }
  })
}

/** The parts of a message that its attachments became, and the way back where it could not be stored. */
interface PutAttachments {
  readonly parts: Part[]
  /** Removes the files that were written, but for those that were changed since. Never rejects. */
  takeBack(): Promise<void>
}

/**
 * Puts a message's attachments where they belong: pictures go with the message, files into the workspace under a free
 * name. Where one cannot be put none is, and it throws; the signal's reason once that is aborted.
 */
export async function putAttachments(
  attachments: readonly SortedAttachment[],
  sandbox: Sandbox | null,
  signal: AbortSignal,
): Promise<PutAttachments> {
  const parts: Part[] = []
  const written: { path: string; revision: string }[] = []
  const takeBack = async (): Promise<void> => {
    // Also after a stop: what was not sent must not stay.
    const { signal: still } = new AbortController()
    for (const { path, revision } of written) {
      try {
        if ((await sandbox?.read(path, still))?.revision === revision) await sandbox?.remove(path, still)
      } catch {
        // It is gone, or cannot be removed: that the message was not sent is told anyway.
      }
    }
  }
  try {
    for (const attachment of attachments) {
      if (attachment.kind === 'picture') {
        parts.push(attachment.part)
        continue
      }
      const { name, bytes, unseen } = attachment
      if (sandbox === null) {
        const why = unseen === '' ? 'This session has no workspace here.' : `${name} cannot be sent. ${unseen}`
        throw fail('command', 'unavailable', why)
      }
      const path = await freePath(sandbox, name, WORKSPACE_ROOT, signal)
      const { revision } = await sandbox.write(path, bytes, { expect: null }, signal)
      written.push({ path, revision })
      parts.push({ type: 'file', path, size: bytes.length })
    }
  } catch (error) {
    await takeBack()
    throw error
  }
  return { parts, takeBack }
}
