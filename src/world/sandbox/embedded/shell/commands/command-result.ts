import type { ExecResult } from 'just-bash/browser'
import { WORKSPACE_FILE_MAX_BYTES } from '#contracts/limits.ts'
import { latin1OfBytes } from '../byte-text.ts'
import { overFileLimit } from './room.ts'

/** Success with text. */
export function printed(stdout = ''): ExecResult {
  return { stdout, stderr: '', exitCode: 0, stdoutKind: 'text' }
}

/** Success with raw bytes. */
export function printedBytes(bytes: Uint8Array): ExecResult {
  return { stdout: latin1OfBytes(bytes), stderr: '', exitCode: 0, stdoutKind: 'bytes', stdoutEncoding: 'binary' }
}

/** A failure as the command's own name reports it. */
export function failed(name: string, message: string, exitCode = 1): ExecResult {
  return { stdout: '', stderr: `${name}: ${message}\n`, exitCode }
}

/** What a file system error means to a person, without codes and paths. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  if (text.startsWith('ENOENT')) return 'No such file or directory'
  if (text.startsWith('EISDIR')) return 'Is a directory'
  if (text.startsWith('ENOTDIR')) return 'Not a directory'
  if (text.startsWith('EEXIST')) return 'File exists'
  if (text.startsWith('ENOSPC')) return 'No space left in the workspace'
  if (text.startsWith('EFBIG')) return overFileLimit(WORKSPACE_FILE_MAX_BYTES).message
  if (text.startsWith('ENAMETOOLONG')) return 'File name too long'
  if (text.startsWith('ENOTEMPTY')) return 'Directory not empty'
  if (text.startsWith('ELOOP')) return 'Too many levels of symbolic links'
  return text
}
