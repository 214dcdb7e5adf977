import type { CapabilityRun } from '#contracts/capability-run.ts'
import { FailureError, fail, isAbort } from '#contracts/failure.ts'
import { LIST_MAX_ENTRIES } from '#contracts/limits.ts'
import { callText } from '../call-text.ts'
import { closestNames } from '../closest-names.ts'
import { nameOf, parentOf, shortPath } from '../workspace-path.ts'
import { shownPath } from './shown-path.ts'

/**
 * Runs a sandbox operation on `path` and turns its failures into ones with the exact next step: a missing
 * file comes with the names that are nearly the same, a directory with the call that lists it, a changed
 * or unread file with the call that reads it. Others, and aborts, pass unchanged.
 */
export async function explainFailure<T>(run: CapabilityRun, path: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (error) {
    if (!(error instanceof FailureError) || isAbort(error, run.signal)) throw error
    const { kind, stage } = error.failure
    // A sandbox that knows its whole tree names better candidates than one directory holds.
    const named = Array.isArray(error.failure.detail?.['closest']) && error.failure.detail['closest'].length > 0
    if (kind === 'not-found' && !named) throw fail(stage, kind, await missing(run, path))
    if (kind === 'not-a-file') {
      const call = callText('ls', { path: shortPath(path) })
      throw fail(stage, kind, `${shortPath(path)} is a directory, not a file. To see what is in it: ${call}.`)
    }
    if (kind === 'not-a-directory') {
      const call = callText('read_file', { path: shortPath(path) })
      throw fail(
        stage,
        kind,
        `${shortPath(path)} is a file, or lies below one, not a directory. To read a file: ${call}.`,
      )
    }
    const read = callText('read_file', { path: shortPath(path) })
    if (kind === 'changed-since-read') {
      throw fail(
        stage,
        kind,
        `${shortPath(path)} changed since you last saw it, so nothing was written. Read it again (${read}), then repeat the change on what it says now.`,
      )
    }
    // Comes of a write that expected no file: one is there that was never read, or appeared since.
    if (kind === 'already-exists') {
      throw fail(
        stage,
        kind,
        `${shortPath(path)} exists already and you have not read it, so nothing was written. Read it first (${read}), then write it or change a part of it with edit_file.`,
      )
    }
    throw error
  }
}

async function missing(run: CapabilityRun, path: string): Promise<string> {
  const directory = parentOf(path)
  const names = await namesIn(run, directory)
  if (names === null)
    return `${shortPath(path)} does not exist, nor does the directory that would hold it. Use ls or glob to see what there is.`
  const near = closestNames(nameOf(path), names)
  if (near.length === 0) {
    return `${shortPath(path)} does not exist. To see what is there: ${callText('ls', { path: shortPath(directory) })}.`
  }
  return `${shortPath(path)} does not exist. Names like it in that directory: ${near.map(shownPath).join(', ')}.`
}

async function namesIn(run: CapabilityRun, directory: string): Promise<string[] | null> {
  try {
    const { entries } = await run.sandbox.list(directory, { depth: 1, limit: LIST_MAX_ENTRIES }, run.signal)
    return entries.map((entry) => nameOf(entry.path))
  } catch (error) {
    // This only looks for a better message; whatever it meets, the first failure is the one to tell.
    if (isAbort(error, run.signal)) throw error
    return null
  }
}
