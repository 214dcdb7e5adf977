import { getCommandNames, type FsStat } from 'just-bash/browser'
import { IS_LIVE, REFUSE, STATE, TICKED } from './internal-names.ts'
import { shellCommands } from './commands/all-commands.ts'

const DIRECTORIES = ['/usr/bin/', '/bin/'] as const
let names: ReadonlySet<string> | null = null

/**
 * The commands as the files that a shell looks for on its PATH. They exist here only, so that finding a
 * command costs no message. Undefined: the path is not in a program directory; null: no such program.
 */
export function programStat(path: string): FsStat | null | undefined {
  const directory = DIRECTORIES.find((start) => path.startsWith(start))
  if (directory === undefined) return undefined
  const name = path.slice(directory.length)
  if (!programNames().has(name) && ![STATE, TICKED, REFUSE, IS_LIVE].includes(name)) return null
  return { isFile: true, isDirectory: false, isSymbolicLink: false, mode: 0o755, size: 0, mtime: new Date(0) }
}

/** Every command that runs by name. */
export function programNames(): ReadonlySet<string> {
  names ??= new Set([...getCommandNames(), ...shellCommands().map((command) => command.name)])
  return names
}
