import { RULES_MAX } from '#contracts/limits.ts'
import { RULE_VERDICTS } from '#contracts/rules.ts'
import { headOf } from '#tools/cut-text.ts'

/** Characters of a written value that a sentence repeats. */
const SHOWN_CHARS = 40

/** What is wrong at one place of a rule file's JSON: as zod reports it. */
export interface RuleFileIssue {
  readonly code?: string
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** The names that do not belong there. */
  readonly keys?: readonly string[]
}

/**
 * Why the JSON of a rule file holds no rules, in plain words for whoever wrote it: what follows ".sallyport/rules.json
 * cannot be used: ". Rules are counted from 1, as a reader counts them.
 */
export function ruleFileProblem(issue: RuleFileIssue | undefined, json: unknown): string {
  if (issue === undefined) return 'it has an unknown form.'
  const [top, index, field] = issue.path
  if (top === undefined)
    return issue.keys === undefined
      ? 'it has to be an object with a list named “rules”.'
      : `${named(issue.keys)} does not belong beside the list “rules”.`
  const rules = at(json, top)
  if (typeof index !== 'number') {
    if (rules === undefined) return 'it has no list named “rules”.'
    return Array.isArray(rules)
      ? `it holds ${rules.length.toLocaleString('en')} rules, and at most ${RULES_MAX.toLocaleString('en')} are read.`
      : '“rules” has to be a list.'
  }
  return `rule ${index + 1}: ${ruleProblem(issue, field, at(rules, index))}`
}

function ruleProblem(issue: RuleFileIssue, field: PropertyKey | undefined, rule: unknown): string {
  if (field === undefined) {
    if (issue.keys !== undefined)
      return `${named(issue.keys)} is no part of a rule, which has verdict, tool, one of path, command and origin, and why.`
    return issue.code === 'custom' ? `${issue.message}.` : 'it has to be an object with a verdict and a tool.'
  }
  const value = at(rule, field)
  switch (field) {
    case 'verdict': {
      const known = RULE_VERDICTS.join(', ')
      return value === undefined
        ? `it has no verdict, which is one of ${known}.`
        : `the verdict ${shown(value)} is none of ${known}.`
    }
    case 'tool':
      return value === undefined
        ? 'it names no tool. Write * for every tool.'
        : `the tool ${shown(value)} has to be a name in quotes.`
    case 'command':
      return 'the command has to be a text in quotes, or a list of such texts.'
    default:
      return `“${String(field)}” has to be a text in quotes.`
  }
}

/** The first of those names; one sentence is enough to find it. */
function named(keys: readonly string[]): string {
  return shown(keys[0])
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const cut = headOf(text, SHOWN_CHARS)
  return `“${cut}${cut === text ? '' : '…'}”`
}

function at(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Reflect.get(value, key)
  return found
}
