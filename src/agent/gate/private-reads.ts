import type { CallOutcome, PlannedCall } from '#contracts/calls.ts'
import { WATCH_SCAN_CHARS } from '#contracts/limits.ts'
import { isPrivateFile } from '#tools/secret-files.ts'
import { shortPath } from '#tools/workspace-path.ts'

/** True for a path, or a word that may be one, whose name is that of a file with private data. Letter case does not matter. */
export function looksPrivate(path: string): boolean {
  // A pattern such as `.env*` reads what its letters say.
  return isPrivateFile(path) || isPrivateFile(path.replace(/[*?[\]]/g, ''))
}

/** What keys look like, by the fixed beginnings that their issuers publish so that they are found where they leak. */
const KEYS =
  /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}|\bgithub_pat_\w{22}|\bglpat-[\w-]{20}|\bsk-(?:ant-|proj-)?[\w-]{32}|\bxox[abprs]-[\w-]{20}|\bAIza[\w-]{35}/

/** Words of a command that may be paths. Every character that ends a word in a shell, or joins an option to its value, ends one here. */
const BETWEEN_WORDS = /[\s'"`;|&<>(){}=,:\\]+/

/** Private files that a call names, as the person reads their paths, in order, each once. */
export function privateTargets({ target }: Pick<PlannedCall, 'target'>): string[] {
  if (target.kind === 'path') return looksPrivate(target.value) ? [shortPath(target.value)] : []
  if (target.kind !== 'command') return []
  const named = [...target.value.split(BETWEEN_WORDS), target.cwd ?? '']
  const words = named.filter((word) => word !== '' && looksPrivate(word))
  return [...new Set(words.map(shortPath))]
}

/**
 * The private files that a command was given, as the sandbox saw it: all of them, whatever the command's words say. Null
 * where it could not see that.
 */
export function commandReads({ client, failure }: Pick<CallOutcome, 'client' | 'failure'>): string[] | null {
  const reads = failure?.privateReads ?? (client.kind === 'shell' ? client.privateReads : undefined)
  return reads === undefined ? null : [...new Set(reads.map(shortPath))]
}

/** What private data a result holds besides what its call named: files that it shows, and the shape of a key. */
export function privateResults({ client, model }: Pick<CallOutcome, 'client' | 'model'>): string[] {
  const found = shownFiles(client).filter(looksPrivate)
  const text = model.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  const paths = [...new Set(found.map(shortPath))]
  return paths.length === 0 && KEYS.test(text.slice(0, WATCH_SCAN_CHARS)) ? ['what looks like a key'] : paths
}

/** The files that a result shows: one that was read by the path that it has behind links. */
function shownFiles(client: CallOutcome['client']): string[] {
  if (client.kind === 'matches') return client.matches.map(({ path }) => path)
  return client.kind === 'file' || client.kind === 'image' ? [client.path] : []
}
