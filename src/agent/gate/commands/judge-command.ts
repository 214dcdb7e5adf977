import { plainAnalysis, riskiestFirst, type CallAnalysis } from '#contracts/call-analysis.ts'
import { COMMAND_EFFECT_CHARS, COMMAND_MAX_CHARS, COMMAND_MAX_EFFECTS } from '#contracts/limits.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import type { ShellGrammar } from '#contracts/ports/shell-grammar.ts'
import { RISK_CLASSES, type RiskClass } from '#contracts/risk.ts'
import { unreadCommand } from '../unread-command.ts'
import type { Finding } from './findings.ts'
import { isDisguised } from './is-disguised.ts'
import { PROGRAMS } from './programs.ts'
import type { ShellKind } from './walk.ts'
import { ScriptWalker } from './walk-script.ts'

/** What is known of a command besides its text. */
export interface CommandPlace {
  /** Which shell will run it; the one of the grammar unless said. */
  readonly shell?: ShellKind
  /** The absolute directory in which it starts; the workspace unless said. */
  readonly cwd?: string
  /** It is fed with a text besides, which may name anything. */
  readonly fed?: boolean
}

/** The plan, the door and the approval ask about the same command within one moment. */
const KEPT = 16
const recent = new WeakMap<ShellGrammar, Map<string, CallAnalysis>>()

/** Judges one shell command by its grammar. May throw where the grammar does. */
export function judgeCommand(
  command: string,
  grammar: ShellGrammar,
  { shell = 'bash', cwd = WORKSPACE_ROOT, fed = false }: CommandPlace,
): CallAnalysis {
  if (command.length > COMMAND_MAX_CHARS)
    return unreadCommand(`It is longer than ${COMMAND_MAX_CHARS} characters, too long to be judged.`)
  if (command.trim() === '') return unreadCommand('The command is empty.')
  if (isDisguised(command)) return unreadCommand('It holds invisible or misleading characters.')
  const known = recent.get(grammar) ?? new Map<string, CallAnalysis>()
  recent.set(grammar, known)
  const key = `${shell}\0${cwd}\0${fed}\0${command}`
  const before = known.get(key)
  if (before !== undefined) return before
  const parsed = grammar.parse(command)
  // Not kept: the grammar may only have to be loaded.
  if (!parsed.ok) return unreadCommand(parsed.reason)
  const walker = new ScriptWalker(grammar, PROGRAMS, shell, cwd)
  walker.piped = fed
  walker.anyName = fed
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
  const sorted = findings.toSorted((a, b) => RISK_CLASSES.indexOf(b.risk) - RISK_CLASSES.indexOf(a.risk))
  const [worst] = sorted
  if (worst === undefined)
    return { ...plainAnalysis('read-only-local'), reason: 'Every command in it only prints.', commands }
  const part = bounded(worst.part())
  return {
    risk: worst.risk,
    classes: riskiestFirst(findings.map(({ risk }) => risk)),
    reason: sentence(`\`${part}\` ${bounded(worst.effect)}`),
    effects: namedEffects(sorted),
    decidedBy: part,
    commands,
    // All of them: whatever is cut here, no rule can see.
    origins: [...origins],
  }
}

/** What is said of findings that are sorted, riskiest first: one of each class at least, and how many are not named. */
function namedEffects(sorted: readonly Finding[]): string[] {
  const effects = new Map<string, RiskClass>()
  for (const { risk, effect } of sorted) {
    const words = bounded(effect)
    if (!effects.has(words)) effects.set(words, risk)
  }
  if (effects.size <= COMMAND_MAX_EFFECTS) return [...effects.keys()]
  const all = [...effects.keys()]
  // Sorted, so where the class changes stands the first of its kind.
  const firsts = all.filter((words, at) => effects.get(words) !== effects.get(all[at - 1] ?? ''))
  const named = new Set([...new Set([...firsts, ...all])].slice(0, COMMAND_MAX_EFFECTS - 1))
  return [...all.filter((words) => named.has(words)), `and ${all.length - named.size} more`]
}

/** With one full stop at its end, also after a path such as `..`. */
function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}

function bounded(text: string): string {
  return text.length > COMMAND_EFFECT_CHARS ? `${text.slice(0, COMMAND_EFFECT_CHARS - 1)}…` : text
}
