import type { ContentSource } from '#contracts/trust.ts'
import { isArchive } from './gate/is-archive.ts'
import type { SortedAttachment } from './put-attachments.ts'
import { fromBase64 } from './workspace.ts'

/** Base64 characters that are enough to tell an archive: its beginning, and where a tar names itself. */
const TELLING_CHARS = 512

/** What a file that the person puts into the workspace counts as. Throws `invalid` where it did not arrive whole. */
export function uploadedSource(name: string, base64: string): Pick<ContentSource, 'kind' | 'from'> {
  const bytes = fromBase64(base64.slice(0, TELLING_CHARS))
  return { kind: isArchive(name, bytes) ? 'archive' : 'upload', from: name.slice(name.lastIndexOf('/') + 1) }
}

/** The same for what comes with a message. `demo`: the app itself sent it, to begin a demo. */
export function attachedSources(
  attachments: readonly SortedAttachment[],
  demo: boolean,
): Pick<ContentSource, 'kind' | 'from'>[] {
  const files = attachments.filter((attachment) => attachment.kind === 'file')
  if (demo) return files.length === 0 ? [] : [{ kind: 'template', from: 'a demo of this app' }]
  return files.map(({ name, base64 }) => uploadedSource(name, base64))
}
