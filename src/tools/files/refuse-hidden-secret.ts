import { fail } from '#contracts/failure.ts'
import { isSecretFile } from '../secret-files.ts'
import { shortPath } from '../workspace-path.ts'

/**
 * Refuses a path that leads through a link to a file of keys, unless its own words say so: the gate asks about such a file
 * by the name that a call gives, and a link gives it another. Both paths are absolute. Throws `FailureError` that says which
 * path to use instead.
 */
export function refuseHiddenSecret(path: string, leadsTo: string): void {
  if (path === leadsTo || !isSecretFile(leadsTo) || isSecretFile(path)) return
  const real = shortPath(leadsTo)
  const said = `${shortPath(path)} leads to ${real}, which is named like what holds keys or tokens. Use that path: the user is asked about it.`
  throw fail('execution', 'unsupported', said)
}
