import type { CommandInput, CommandOutput } from '#contracts/commands.ts'
import { fail, FailureError, type FailureKind } from '#contracts/failure.ts'
import { isBinary, textOf } from '#contracts/file-text.ts'
import { ATTACHMENT_MAX_BYTES, LIST_MAX_ENTRIES, WORKSPACE_FILE_MAX_BYTES } from '#contracts/limits.ts'
import { WORKSPACE_ROOT, type FileContent, type Sandbox } from '#contracts/ports/sandbox.ts'
import { sameBytes, toBase64 } from '#tools/file-bytes.ts'
import { readPicture } from '#tools/picture.ts'

/** A text larger than this is not put into an editor. Bytes. */
const EDITOR_MAX_BYTES = 2_000_000

/** The entries of one directory of the workspace, for the tree. */
export async function listDirectory(
  sandbox: Sandbox,
  path: string,
  signal: AbortSignal,
): Promise<CommandOutput<'workspace.list'>> {
  return sandbox.list(path, { depth: 1, limit: LIST_MAX_ENTRIES }, signal)
}

/** One file as a viewer takes it: text, an image, or what it is instead. */
export async function readForView(
  sandbox: Sandbox,
  path: string,
  signal: AbortSignal,
): Promise<CommandOutput<'workspace.read'>> {
  const file = await sandbox.read(path, signal)
  return { path: file.path, size: file.bytes.length, revision: file.revision, content: contentOf(file) }
}

function contentOf({ bytes }: FileContent): CommandOutput<'workspace.read'>['content'] {
  const picture = readPicture(bytes)
  if (picture !== null && bytes.length <= ATTACHMENT_MAX_BYTES)
    return { kind: 'image', mediaType: picture.mediaType, base64: toBase64(bytes) }
  if (isBinary(bytes)) return { kind: 'binary' }
  if (bytes.length > EDITOR_MAX_BYTES) return { kind: 'too-large' }
  // Strict: an editor that shows signs in the place of other bytes would write the signs.
  const text = textOf(bytes)
  return text === null ? { kind: 'binary' } : { kind: 'text', text }
}

/**
 * The person's own edit of a file; it is their act, so it passes no gate. Durable before it is said to be saved. Where it
 * could not be stored the editor still has it, and saving the same text again is no conflict with itself.
 */
export async function writeFromEditor(
  sandbox: Sandbox,
  input: CommandInput<'workspace.write'>,
  signal: AbortSignal,
): Promise<CommandOutput<'workspace.write'>> {
  const bytes = new TextEncoder().encode(input.text)
  const write = async (): Promise<string> => {
    try {
      return (await sandbox.write(input.path, bytes, { expect: input.revision }, signal)).revision
    } catch (error) {
      if (!(error instanceof FailureError) || !CONFLICTS.has(error.failure.kind)) throw error
      const now = await sandbox.read(input.path, signal)
      if (!sameBytes(now.bytes, bytes)) throw error
      return now.revision
    }
  }
  const revision = await write()
  await sandbox.flush(signal)
  return { revision }
}

const CONFLICTS: ReadonlySet<FailureKind> = new Set(['changed-since-read', 'already-exists'])

/** The person deletes a file or folder. */
export async function removeFromTree(sandbox: Sandbox, path: string, signal: AbortSignal): Promise<void> {
  await sandbox.remove(path, signal)
  await sandbox.flush(signal)
}

/**
 * Puts a file of the person's into the workspace. What lies there already is only replaced where they said so.
 * `comesIn` is waited for once it is clear that the file can be written, before it is; where it rejects, it is not.
 */
export async function upload(
  sandbox: Sandbox,
  { path, base64, onTaken = 'ask' }: CommandInput<'workspace.upload'>,
  comesIn: () => Promise<void>,
  signal: AbortSignal,
): Promise<CommandOutput<'workspace.upload'>> {
  // Before it is decoded: base64 writes three bytes as four characters.
  const size = Math.floor((base64.length * 3) / 4)
  if (size > WORKSPACE_FILE_MAX_BYTES + 2)
    throw fail(
      'command',
      'too-large',
      `A file may have ${WORKSPACE_FILE_MAX_BYTES / 1_000_000} MB; this one has ${Math.ceil(size / 1_000_000)} MB.`,
    )
  const bytes = fromBase64(base64)
  // A question brings nothing in. The write itself looks once more.
  if (onTaken === 'ask' && (await sandbox.stat(path, signal))?.kind === 'file') return { path, written: false }
  await comesIn()
  if (onTaken === 'replace') {
    await sandbox.write(path, bytes, {}, signal)
    await sandbox.flush(signal)
    return { path, written: true }
  }
  const cut = path.lastIndexOf('/')
  const directory = path.slice(0, Math.max(0, cut)) || WORKSPACE_ROOT
  for (let target = path; ; target = await freePath(sandbox, path.slice(cut + 1), directory, signal)) {
    try {
      await sandbox.write(target, bytes, { expect: null }, signal)
      await sandbox.flush(signal)
      return { path: target, written: true }
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.kind !== 'already-exists') throw error
      if (onTaken === 'ask') return { path, written: false }
    }
  }
}

/** Characters of a file name that are kept; a file system takes 255 bytes, and a number may be added. */
const NAME_CHARS = 60

/** A name as a file of the workspace may have it: no folders, nothing invisible, not too long, its ending kept. */
function plainName(name: string): string {
  const visible = name.replace(/[/\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '_').replace(/^\.+$/, 'file')
  const letters = [...visible]
  if (letters.length <= NAME_CHARS) return visible === '' ? 'file' : visible
  const ending = /\.[^.]{1,10}$/.exec(visible)?.[0] ?? ''
  return letters.slice(0, NAME_CHARS - ending.length).join('') + ending
}

/** A path in `directory` under which nothing lies yet: "a.csv", else "a-2.csv", "a-3.csv", … */
export async function freePath(
  sandbox: Sandbox,
  name: string,
  directory: string,
  signal: AbortSignal,
): Promise<string> {
  const plain = plainName(name)
  const dot = plain.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, '']
  for (let number = 1; ; number += 1) {
    const path = `${directory}/${stem}${number === 1 ? '' : `-${number}`}${ending}`
    if ((await sandbox.stat(path, signal)) === null) return path
  }
}

/** A file's bytes, base64. */
export async function download(
  sandbox: Sandbox,
  path: string,
  signal: AbortSignal,
): Promise<CommandOutput<'workspace.download'>> {
  const { bytes } = await sandbox.read(path, signal)
  return { base64: toBase64(bytes) }
}

/** Throws `invalid` where the text is not base64. */
export function fromBase64(text: string): Uint8Array {
  try {
    const letters = atob(text)
    // Not `Uint8Array.from`, which first makes a list of as many strings: seconds and hundreds of MB for a large file.
    const bytes = new Uint8Array(letters.length)
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = letters.charCodeAt(at)
    return bytes
  } catch {
    throw fail('command', 'invalid', 'The file did not arrive whole. Try it again.')
  }
}
