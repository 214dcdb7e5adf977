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
 * What a search leaves out: the files with keys below its path, unless the path itself names them, which is asked about
 * before it runs.
 */
export async function secretsBelow(run: CapabilityRun, request: GrepRequest): Promise<SecretsBelow> {
  if (isSecretFile(request.path)) return NONE
  const all = (await run.sandbox.snapshot(run.signal)).paths()
  const below = all.filter((path) => path.startsWith(`${request.path}/`) && isSecretFile(path))
  if (below.length === 0) return NONE
  const paths = await included(run, request, below)
  const counts = await Promise.all(paths.map((path) => countOf(run, { ...request, path, glob: null })))
  return { paths, matches: counts.reduce((sum, count) => sum + count, 0) }
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
