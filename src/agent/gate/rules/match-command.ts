import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { CommandPattern } from '#contracts/rules.ts'
import { isAllWords, rawWords } from './command-target.ts'
import { skipGitOptions } from './skip-git-options.ts'
import { baseName, startsOthers } from './starts-others.ts'

/** True where every simple command of the call is, whole, one of the patterns; never where one is not known. */
export function coversCommand(patterns: readonly CommandPattern[], plan: PlannedCall, analysis: CallAnalysis): boolean {
  const { commands } = analysis
  if (plan.target.kind !== 'command' || commands === null || commands.length === 0 || !isAllWords(plan)) return false
  return commands.every((command) => patterns.some((pattern) => isWhole(pattern, command)))
}

/** Words behind a program that starts others, each of which may be the one it starts. */
const MAX_STARTED = 200

/**
 * True where any simple command of the call is one of the patterns, its program by name or by path, or one that
 * another program starts; git's options in front of its subcommand do not count. Where the commands are not known, it
 * is enough that a pattern's program stands somewhere in the text, also as what a variable gets.
 */
export function touchesCommand(
  patterns: readonly CommandPattern[],
  plan: PlannedCall,
  analysis: CallAnalysis,
): boolean {
  if (plan.target.kind !== 'command') return false
  const { commands } = analysis
  if (commands !== null) {
    const started = commands.flatMap(startedBy).flatMap((command) => [...new Set([command, skipGitOptions(command)])])
    return patterns.some((pattern) => started.some((command) => isWhole(pattern, byName(pattern, command))))
  }
  const programs = new Set(patterns.map(({ words }) => baseName(words[0] ?? '')))
  const words = rawWords(plan.target.value).flatMap((word) => [word, ...word.split('=')])
  return words.some((word) => programs.has(word) || programs.has(baseName(word)))
}

function isWhole({ words, more }: CommandPattern, command: readonly string[]): boolean {
  if (more ? command.length < words.length : command.length !== words.length) return false
  return words.every((word, index) => word === command[index])
}

/** `/bin/rm` is `rm` to a rule that says `rm`; a rule that names a path means that path. */
function byName({ words }: CommandPattern, command: readonly string[]): readonly string[] {
  const [program = '', ...rest] = command
  return (words[0] ?? '').includes('/') ? command : [baseName(program), ...rest]
}

/** The command, and behind a program that starts others whatever it may start, with and without the end of a list. */
function startedBy(command: readonly string[]): (readonly string[])[] {
  if (!startsOthers(command[0] ?? '')) return [command]
  // One argument may be a whole script, as eval takes it.
  const rest = command.slice(1, MAX_STARTED).flatMap((word) => (/\s/u.test(word) ? rawWords(word) : [word]))
  return [command, ...rest.map((_, index) => rest.slice(index).filter((word) => word !== ';' && word !== '+'))]
}
