import { z } from '#contracts/zod.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { RULE_FILE_MAX_BYTES, RULES_MAX } from '#contracts/limits.ts'
import { DEFAULT_AGENT, RuleVerdict, type Rule, type RuleDraft } from '#contracts/rules.ts'
import type { ToolTable } from '../../plan.ts'
import { readDraft } from './read-rule.ts'
import { ruleFileProblem } from './rule-file-problem.ts'

/** Where a workspace keeps rules of its own. */
export const RULE_FILE = `${WORKSPACE_ROOT}/.sallyport/rules.json`

const text = z.string().max(RULE_FILE_MAX_BYTES)
const Entry = z
  .strictObject({
    verdict: RuleVerdict,
    tool: text,
    path: text.optional(),
    command: z.union([text, z.array(text)]).optional(),
    origin: text.optional(),
    /** For readers of the file. */
    why: text.optional(),
  })
  .refine(({ path, command, origin }) => [path, command, origin].filter((each) => each !== undefined).length <= 1, {
    error: 'it names more than one of path, command and origin',
  })
const File = z.strictObject({ rules: z.array(Entry).max(RULES_MAX) })

/** The rules of a file, or the sentence that says why they are none. All or nothing: half a file is not what its owner meant. */
export type ParsedRuleFile =
  { readonly ok: true; readonly rules: readonly Rule[] } | { readonly ok: false; readonly problem: string }

/**
 * Parses the text of a rule file: `{"rules": [{"verdict": "deny", "tool": "execute", "command": "git push …"}]}`.
 * `path`, `command` (a text or a list) and `origin` say what a rule is about; without one it is every call. A tool may be
 * named by an alias; one that does not exist makes the file unreadable.
 * Never throws.
 */
export function parseRuleFile(content: string, workspaceId: string, tools: ToolTable, at = 0): ParsedRuleFile {
  const refused = (why: string): ParsedRuleFile => ({
    ok: false,
    problem: `.sallyport/rules.json cannot be used: ${why}`,
  })
  if (content.length > RULE_FILE_MAX_BYTES)
    return refused(`it is longer than ${RULE_FILE_MAX_BYTES.toLocaleString('en')} characters.`)
  let json: unknown
  try {
    json = JSON.parse(content.replace(/^\uFEFF/u, ''))
  } catch {
    return refused('it is not valid JSON.')
  }
  const parsed = File.safeParse(json)
  if (!parsed.success) return refused(ruleFileProblem(parsed.error.issues[0], json))
  const rules: Rule[] = []
  for (const [index, entry] of parsed.data.rules.entries()) {
    const read = readDraft({ tool: entry.tool, ...aboutOf(entry) }, tools)
    if ('problems' in read)
      return refused(`rule ${index + 1}: ${read.problems[0]?.message ?? 'it has an unknown form.'}`)
    rules.push({
      id: `file-${index + 1}`,
      verdict: entry.verdict,
      tool: read.tool,
      target: read.target,
      agentId: DEFAULT_AGENT,
      workspaceId,
      source: 'file',
      createdAt: at,
    })
  }
  return { ok: true, rules }
}

function aboutOf({ path, command, origin }: z.infer<typeof Entry>): Pick<RuleDraft, 'kind' | 'text'> {
  if (path !== undefined) return { kind: 'path', text: path }
  if (command !== undefined) return { kind: 'command', text: Array.isArray(command) ? command.join('\n') : command }
  if (origin !== undefined) return { kind: 'address', text: origin }
  return { kind: 'any', text: '' }
}
