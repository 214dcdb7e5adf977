import type { CapabilityRun } from '#contracts/capability-run.ts'
import type { GrepRequest } from '#contracts/ports/sandbox.ts'
import { isSecretFile } from '../secret-files.ts'

/** Of the files that a search would look at, those whose names say that they hold keys. */
export interface SecretsBelow {
  /** Absolute paths, sorted. */
  readonly paths: readonly string[]
  /** Lines of theirs that match. Said to nobody: whoever may ask how many match can guess what stands there. */
  readonly matches: number
}

const NONE: SecretsBelow = { paths: [], matches: 0 }

/**
 * What a search leaves out: the files with keys below its path and the links to such, unless the path itself names them,
 * which is asked about before it runs. `request.path` is the one behind links.
 */
export async function secretsBelow(run: CapabilityRun, request: GrepRequest): Promise<SecretsBelow> {
  if (isSecretFile(request.path)) return NONE
  const all = (await run.sandbox.snapshot(run.signal)).paths()
  const below = all.filter((path) => path.startsWith(`${request.path}/`) && isSecretFile(path))
  const links = await linksToSecrets(run, request.path)
  if (below.length + links.length === 0) return NONE
  // A glob is held against the name of a link, not of what it leads to: these are left out whatever it says.
  const paths = [...(await included(run, request, below)), ...links].toSorted()
  const counts = await Promise.all(paths.map((path) => countOf(run, { ...request, path, glob: null })))
  return { paths, matches: counts.reduce((sum, count) => sum + count, 0) }
}

/** Links below a directory whose own names say nothing of the keys that they lead to. */
async function linksToSecrets(run: CapabilityRun, path: string): Promise<string[]> {
  if ((await run.sandbox.stat(path, run.signal))?.kind !== 'directory') return []
  const whole = { depth: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER }
  const { entries } = await run.sandbox.list(path, whole, run.signal)
  const found: string[] = []
  for (const entry of entries) {
    if (entry.kind !== 'link' || isSecretFile(entry.path)) continue
    const behind = await run.sandbox.stat(entry.path, run.signal)
    // No search goes into a folder by a link.
    if (behind?.kind === 'file' && isSecretFile(behind.path)) found.push(entry.path)
  }
  return found
}

/** Those of the files that the glob of the search means. */
async function included(run: CapabilityRun, { glob, path }: GrepRequest, files: readonly string[]): Promise<string[]> {
  if (glob === null) return [...files]
  if (glob.includes('/')) {
    const found = await run.sandbox.glob({ pattern: glob, path, limit: Number.MAX_SAFE_INTEGER }, run.signal)
    const meant = new Set(found.paths)
    return files.filter((file) => meant.has(file))
  }
  // A name alone is held against the name of each file; every line has a beginning.
  const everyLine = { pattern: '^', literal: false, ignoreCase: false, glob, limit: 1 }
  const counts = await Promise.all(files.map((file) => countOf(run, { ...everyLine, path: file })))
  return files.filter((_, at) => (counts[at] ?? 0) > 0)
}

async function countOf(run: CapabilityRun, request: GrepRequest): Promise<number> {
  const { matches, omitted } = await run.sandbox.grep({ ...request, limit: 1 }, run.signal)
  return matches.length + omitted
}
