import { fail, type FailureError } from '#contracts/failure.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { DECEPTIVE, DECEPTIVE_PATH } from '#contracts/deceptive-path.ts'
import { wellFormed } from '#contracts/well-formed.ts'

/** Bytes of one name and characters of a whole path, as on Linux. */
const MAX_NAME_BYTES = 255
const MAX_PATH_CHARS = 4096

/** Every mark that makes a name look like what it is not. */
const DECEPTIVE_MARKS = new RegExp(DECEPTIVE, 'gu')

/**
 * The absolute path in the workspace that a caller means: relative paths start at the root, `.` and `..`
 * are resolved in the text. Links are not looked at here; an adapter does that against its own files.
 * NFC and NFD spellings stay two names, as on most file systems.
 * @throws FailureError `outside-workspace` where it leaves the root or cannot name a file; `invalid` where
 * it is empty or too long.
 */
export function workspacePath(path: string): string {
  if (path.trim() === '')
    throw refuse('invalid', path, 'The path is empty. Give one such as src/app.ts, or . for the whole workspace.')
  if (path.length > MAX_PATH_CHARS)
    throw refuse('invalid', path, `The path is longer than ${MAX_PATH_CHARS} characters. Use a shorter one.`)
  if (DECEPTIVE.test(path)) {
    throw refuse('outside-workspace', path, `${DECEPTIVE_PATH}.`)
  }
  const parts: string[] = []
  const start = path.startsWith('/') ? path : `${WORKSPACE_ROOT}/${path}`
  for (const part of start.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') {
      parts.pop()
      if (!startsInRoot(parts)) throw leaves(path)
      continue
    }
    if (new TextEncoder().encode(part).byteLength > MAX_NAME_BYTES) {
      throw refuse('invalid', path, `One name in the path is longer than ${MAX_NAME_BYTES} bytes. Use a shorter one.`)
    }
    parts.push(part)
  }
  if (!startsInRoot(parts)) throw leaves(path)
  return `/${parts.join('/')}`
}

/** True for the root and everything below it. `path` is absolute and free of `..`. */
export function isInWorkspace(path: string): boolean {
  return path === WORKSPACE_ROOT || path.startsWith(`${WORKSPACE_ROOT}/`)
}

/** The failure for a path that leaves the workspace, also through a link. */
export function leaves(path: string): FailureError {
  return refuse(
    'outside-workspace',
    path,
    `${shown(path)} is outside the workspace. Use a path below ${WORKSPACE_ROOT}, or one relative to it.`,
  )
}

/** A path as a message may show it: quoted, escaped and cut. */
export function shown(path: string): string {
  const visible = escapeMarks(JSON.stringify(wellFormed(path)))
  return visible.length > 120 ? `${visible.slice(0, 120)}…` : visible
}

/** Text in which nothing is hidden or reordered: each such mark as `\uXXXX`. */
export function escapeMarks(text: string): string {
  return text.replace(DECEPTIVE_MARKS, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function startsInRoot(parts: readonly string[]): boolean {
  return `/${parts[0] ?? ''}` === WORKSPACE_ROOT
}

function refuse(kind: 'outside-workspace' | 'invalid', path: string, message: string): FailureError {
  return fail('execution', kind, message, { detail: { path: wellFormed(path.slice(0, 200)) } })
}
