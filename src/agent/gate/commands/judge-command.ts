import type { CallAnalysis } from '#contracts/call-analysis.ts'
import { COMMAND_EFFECT_CHARS, COMMAND_MAX_CHARS, COMMAND_MAX_EFFECTS } from '#contracts/limits.ts'
import type { ShellGrammar } from '#contracts/ports/shell-grammar.ts'
import { riskier } from '#contracts/risk.ts'
import type { Finding } from './findings.ts'
import { isDisguised } from './is-disguised.ts'
import { PROGRAMS } from './programs.ts'
import type { ShellKind } from './walk.ts'
import { ScriptWalker } from './walk-script.ts'

/** What is known of a command besides its text. */
export interface CommandPlace {
  /** Which shell will run it; the one of the grammar unless said. */
  readonly shell?: ShellKind
  /** It starts in the workspace, so that relative paths lie there. True unless said. */
  readonly inside?: boolean
}

/** The plan, the door and the approval ask about the same command within one moment. */
const KEPT = 16
const recent = new WeakMap<ShellGrammar, Map<string, CallAnalysis>>()

/** Judges one shell command by its grammar. May throw where the grammar does. */
export function judgeCommand(
  command: string,
  grammar: ShellGrammar,
  { shell = 'bash', inside = true }: CommandPlace,
): CallAnalysis {
  if (command.length > COMMAND_MAX_CHARS)
    return closed(`It is longer than ${COMMAND_MAX_CHARS} characters, too long to be judged.`)
  if (command.trim() === '') return closed('The command is empty.')
  if (isDisguised(command)) return closed('It holds invisible or misleading characters.')
  const known = recent.get(grammar) ?? new Map<string, CallAnalysis>()
  recent.set(grammar, known)
  const key = `${shell} ${inside} ${command}`
  const before = known.get(key)
  if (before !== undefined) return before
  const parsed = grammar.parse(command)
  // Not kept: the grammar may only have to be loaded.
  if (!parsed.ok) return closed(parsed.reason)
  const walker = new ScriptWalker(grammar, PROGRAMS, shell, inside)
  // Of these the tree keeps only what they mean here.
  if (shell === 'other' && /\$['"]/u.test(command)) walker.found.foreign("$'…'")
  walker.script(parsed.script)
  const analysis = summed(walker)
  const [oldest] = known.keys()
  if (known.size >= KEPT && oldest !== undefined) known.delete(oldest)
  known.set(key, analysis)
  return analysis
}

function summed({ found: { all: findings, commands, origins } }: ScriptWalker): CallAnalysis {
  let worst: Finding | null = null
  for (const finding of findings)
    if (worst === null || (finding.risk !== worst.risk && riskier(finding.risk, worst.risk) === finding.risk))
      worst = finding
  if (worst === null)
    return {
      risk: 'read-only-local',
      reason: 'Every command in it only prints.',
      effects: [],
      decidedBy: '',
      commands,
      origins: [],
    }
  const effects = [...new Set(findings.map(({ effect }) => bounded(effect)))]
  const part = bounded(worst.part())
  return {
    risk: worst.risk,
    reason: sentence(`\`${part}\` ${bounded(worst.effect)}`),
    effects: effects.slice(0, COMMAND_MAX_EFFECTS),
    decidedBy: part,
    commands,
    origins: [...origins].slice(0, COMMAND_MAX_EFFECTS),
  }
}

/** With one full stop at its end, also after a path such as `..`. */
function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}

function bounded(text: string): string {
  return text.length > COMMAND_EFFECT_CHARS ? `${text.slice(0, COMMAND_EFFECT_CHARS - 1)}…` : text
}

/** What counts as able to do anything, and why. */
function closed(reason: string): CallAnalysis {
  return { risk: 'destructive-local', reason, effects: [], decidedBy: '', commands: null, origins: [] }
}
