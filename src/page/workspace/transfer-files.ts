import { WORKSPACE_FILE_MAX_BYTES } from '#contracts/limits.ts'
import type { Dispatch } from '../runtime.ts'
import { bytes } from '../kit/format.ts'
import { readBase64 } from '../kit/read-base64.ts'
import { folderName, nameOf } from './paths.ts'
import { workspaceWords as words } from './workspace-words.ts'

type Tell = (level: 'info' | 'warning', text: string) => void

/** What becomes of a file whose name is taken; `all`: of every further one too. */
export interface TakenAnswer {
  readonly act: 'replace' | 'keep-both' | 'leave'
  readonly all: boolean
}

/** Asks the person about one file; `more` says how many come after it. */
export type AskTaken = (taken: { path: string; more: number }) => Promise<TakenAnswer>

/**
 * Puts `files` into `directory`, one after the other. What could not be taken is told, and the rest goes on. Nothing
 * that lies there is replaced before the person said so.
 */
export async function uploadFiles(
  files: readonly File[],
  target: { sessionId: string; directory: string },
  dispatch: Dispatch,
  tell: Tell,
  ask: AskTaken,
): Promise<void> {
  let uploaded = 0
  let always: TakenAnswer | null = null
  for (const [index, file] of files.entries()) {
    if (file.size > WORKSPACE_FILE_MAX_BYTES) {
      tell('warning', words.tooLarge(file.name, bytes(WORKSPACE_FILE_MAX_BYTES)))
      continue
    }
    // A folder, or a file that has moved.
    const base64 = await readBase64(file).catch(() => null)
    if (base64 === null) {
      tell('warning', words.unreadable(file.name))
      continue
    }
    const path = `${target.directory}/${file.name}`
    const input = { sessionId: target.sessionId, path, base64 }
    let done = await dispatch('workspace.upload', input)
    if (done !== null && !done.written) {
      const answer: TakenAnswer = always ?? (await ask({ path, more: files.length - index - 1 }))
      if (answer.all) always = answer
      if (answer.act === 'leave') continue
      done = await dispatch('workspace.upload', { ...input, onTaken: answer.act })
      if (done !== null && done.path !== path) tell('info', words.keptAs(file.name, nameOf(done.path)))
    }
    if (done !== null) uploaded += 1
  }
  if (uploaded > 0) tell('info', words.uploaded(uploaded, folderName(target.directory)))
}

/** Hands the file at `path` to the browser's downloads. */
export async function downloadFile(path: string, sessionId: string, dispatch: Dispatch): Promise<void> {
  const answer = await dispatch('workspace.download', { sessionId, path })
  if (answer === null) return
  const content = Uint8Array.from(atob(answer.base64), (character) => character.charCodeAt(0))
  // Never as HTML: a blob address shares this page's origin.
  const address = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = address
  link.download = nameOf(path)
  link.click()
  // The download has taken its own hold of the bytes by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
