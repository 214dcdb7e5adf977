import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { ShellGrammar } from '#contracts/ports/shell-grammar.ts'
import type { CommandPlace, judgeCommand } from './commands/judge-command.ts'
import { unreadCommand } from './unread-command.ts'

/** The rules of some hundred programs, which a run without commands does not need. */
let judge: typeof judgeCommand | null = null

/** Loads the rules. Until then every command counts as able to do anything. Rejects where they cannot be had. */
export async function loadCommandSafety(): Promise<void> {
  judge ??= (await import('./commands/judge-command.ts')).judgeCommand
}

/**
 * Judges one shell command by its grammar (spec GT7): every simple command in it, wherever it stands; the riskiest
 * decides. What is not known, cannot be resolved where it matters, or does not parse is `destructive-local`.
 * Never throws. Texts are normalised here for judging only; a command's identity is its text.
 */
export function commandSafety(command: string, grammar: ShellGrammar, place: CommandPlace = {}): CallAnalysis {
  try {
    return judge?.(command, grammar, place) ?? unreadCommand('The rules for commands are not loaded.')
  } catch (error) {
    return unreadCommand(`It could not be judged (${error instanceof Error ? error.message : String(error)}).`)
  }
}
