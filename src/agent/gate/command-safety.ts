import type { RiskClass } from '#contracts/risk.ts'

/** What a command may do, and which part of it decided. */
export interface CommandVerdict {
  readonly risk: RiskClass
  readonly reason: string
  readonly effects: readonly string[]
}

// Programs that only ever print, whatever their plain arguments are. Left out on purpose, because an
// option of theirs writes, deletes or starts something: find, sort, tree, sed, awk, git, env, xargs, tee, date.
const PRINTS_ONLY = new Set([
  'ls',
  'cat',
  'pwd',
  'echo',
  'head',
  'tail',
  'wc',
  'basename',
  'dirname',
  'stat',
  'du',
  'true',
  'false',
  'whoami',
])

// Letters that mean nothing to a shell. Anything else may be an operator, a quote, a substitution, a
// glob or a line break, and then the grammar is needed to say what the command is.
const PLAIN = /^[A-Za-z0-9_./,:=@%+ -]+$/

/**
 * Judges one shell command. Read-only only where it is a single program of a short list with plain
 * words behind it and no operator at all; everything else is `destructive-local` (spec GT7 fails closed).
 */
export function commandSafety(command: string): CommandVerdict {
  const trimmed = command.trim()
  const destructive = (reason: string): CommandVerdict => ({
    risk: 'destructive-local',
    reason,
    // Which effects it has is not known here; the reason says so, and an effect that is a guess says nothing.
    effects: [],
  })
  if (trimmed === '') return destructive('The command is empty.')
  if (!PLAIN.test(trimmed))
    return destructive('What it does cannot be told from its words alone, so it counts as able to do anything here.')
  const program = trimmed.split(' ')[0] ?? ''
  if (!PRINTS_ONLY.has(program))
    return destructive(`\`${program}\` is not one of the programs that are known to only print.`)
  return { risk: 'read-only-local', reason: `\`${program}\` only prints.`, effects: [] }
}
