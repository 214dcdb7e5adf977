import { fail } from './failure.ts'
import type { WriteOptions } from './ports/sandbox.ts'

/**
 * Refuses a change to a file that is not what its writer knows: the rule of `expect`, for the write and for
 * its preview. `found` gives the file's revision; null where there is no file.
 * @throws FailureError `already-exists` where no file was expected, `changed-since-read`
 */
export function refuseStale(path: string, { expect }: WriteOptions, found: (() => string) | null): void {
  if (expect === null && found !== null)
    throw fail('execution', 'already-exists', `${path} exists already. Read it first, then change it.`)
  if (typeof expect !== 'string' || found?.() === expect) return
  throw fail(
    'execution',
    'changed-since-read',
    `${path} has changed since it was read. Read it again, then repeat the change on what it says now.`,
  )
}
