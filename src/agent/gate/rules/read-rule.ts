import { WIRE_NAME } from '#contracts/calls.ts'
import { RULE_COMMANDS, RULE_PATTERN_CHARS, RULE_TARGET_CHARS } from '#contracts/limits.ts'
import { RuleTarget, type Rule, type RuleDraft, type RuleProblem } from '#contracts/rules.ts'
import type { ToolTable } from '../../plan.ts'
import { parseGlob } from './parse-glob.ts'
import { readCommand } from './read-command.ts'
import { readOrigin } from './read-origin.ts'

/** A draft as a rule's tool and target, or why it is none, by field. */
export type ReadDraft = Pick<Rule, 'tool' | 'target'> | { readonly problems: readonly RuleProblem[] }

/**
 * Reads what a person wrote. Every pattern is checked here, so that a stored one does not fail when it is needed; so is
 * the name of the tool, because a rule about one that does not exist would hold nothing without a word. An alias
 * becomes the name that calls go by.
 */
export function readDraft(draft: Pick<RuleDraft, 'tool' | 'kind' | 'text'>, tools: ToolTable): ReadDraft {
  const problems: RuleProblem[] = []
  const tool = toolNamed(draft.tool, tools)
  if (typeof tool !== 'string') problems.push(tool)
  try {
    const target = RuleTarget.safeParse(readTarget(draft.kind, draft.text))
    if (!target.success) throw new Error(`What the rule is about is too long: write a shorter pattern.`)
    return typeof tool === 'string' ? { tool, target: target.data } : { problems }
  } catch (error) {
    return {
      problems: [...problems, { field: 'text', message: error instanceof Error ? error.message : String(error) }],
    }
  }
}

/** The name that calls of this tool go by, or why there is none. `*` stands for itself. */
function toolNamed(name: string, tools: ToolTable): string | RuleProblem {
  const choose = 'Choose a tool, or * for every tool.'
  if (name === '*') return name
  if (!WIRE_NAME.test(name)) return { field: 'tool', message: choose }
  const found = tools.lookup(name)
  if (found.known) return found.spec.name
  const closest = found.closest.length > 0 ? ` Did you mean ${found.closest.join(', ')}?` : ''
  return { field: 'tool', message: `There is no tool named “${name}”.${closest} ${choose}` }
}

function readTarget(kind: RuleDraft['kind'], text: string): RuleTarget {
  if (text.length > RULE_TARGET_CHARS)
    throw new Error(`The pattern is longer than ${RULE_TARGET_CHARS.toLocaleString('en')} characters.`)
  switch (kind) {
    case 'any':
      return { kind }
    case 'path': {
      const glob = text.trim()
      if (glob.length > RULE_PATTERN_CHARS)
        throw new Error(`The path pattern is longer than ${RULE_PATTERN_CHARS.toLocaleString('en')} characters.`)
      parseGlob(glob)
      return { kind, glob }
    }
    case 'command': {
      const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== '')
      if (lines.length > RULE_COMMANDS) throw new Error(`A rule names at most ${RULE_COMMANDS} commands.`)
      if (lines.length === 0) throw new Error('Write the command that the rule is about.')
      return { kind, commands: lines.map(readCommand) }
    }
    case 'address':
      return { kind, origin: readOrigin(text) }
  }
}
