import { toFailure } from '#contracts/failure.ts'
import {
  CONTRIBUTION_LINE_CHARS,
  CONTRIBUTION_LINES,
  CONTRIBUTIONS_MAX,
  PACKAGE_FILE_MAX_BYTES,
} from '#contracts/limits.ts'
import { WORKSPACE_ROOT, type Sandbox } from '#contracts/ports/sandbox.ts'
import type { AcceptedRuleFile } from '#contracts/rules.ts'
import type { Contribution } from '#contracts/trust.ts'
import { headOf } from '#tools/cut-text.ts'
import { nameOf, shortPath } from '#tools/workspace-path.ts'
import { canonicalJson, digestOf } from './canonical-json.ts'
import { parseRuleFile, RULE_FILE } from './gate/rules/rule-file.ts'
import { ruleWords } from './gate/rules/rule-words.ts'
import { readRuleFile } from './gate/rules/workspace-rules.ts'
import type { ToolTable } from './plan.ts'

const SKILLS = `${WORKSPACE_ROOT}/.agents/skills`
/** Files that agents take instructions from, by their usual names. */
const INSTRUCTIONS = ['AGENTS.md', '.agents/AGENTS.md', 'CLAUDE.md'].map((name) => `${WORKSPACE_ROOT}/${name}`)
/** Characters of a script's name: the rest of its line is what it runs. */
const SCRIPT_NAME_CHARS = 80
const PACKAGE = `${WORKSPACE_ROOT}/package.json`

/** What a workspace contributes while it is trusted, with a digest over exactly that. */
export interface Contributions {
  readonly contributions: readonly Contribution[]
  /** Files that are not listed. */
  readonly omitted: number
  readonly digest: string
  /** The rule file, where every rule of it stands in `contributions` uncut; null where there is none such. */
  readonly ruleFile: ShownRuleFile | null
}

/** The text of a rule file, and the digest that it is taken on by. */
export type ShownRuleFile = Pick<AcceptedRuleFile, 'text' | 'digest'>

/** Reads what a workspace contributes. Reads only; rejects where the sandbox fails, and with the signal's reason. */
export async function contributionsOf(
  sandbox: Sandbox,
  workspaceId: string,
  tools: ToolTable,
  signal: AbortSignal,
): Promise<Contributions> {
  const { rules, ruleFile } = await rulesOf(sandbox, workspaceId, tools, signal)
  const skills = await skillPaths(sandbox, signal)
  const present: string[] = []
  for (const path of INSTRUCTIONS) if ((await sandbox.stat(path, signal))?.kind === 'file') present.push(path)
  const scripts = await scriptsOf(sandbox, signal)
  const all: Contribution[] = [
    ...rules,
    ...skills.paths.map((path) => contribution('skill', path, [nameOf(path.slice(0, path.lastIndexOf('/')))])),
    ...present.map((path) => contribution('instructions', path, [])),
    ...scripts,
  ]
  const contributions = all.slice(0, CONTRIBUTIONS_MAX)
  const omitted = all.length - contributions.length + skills.omitted
  // Over the bytes, also of what no line names: what was looked at is what gets trusted.
  const revisions: [string, string][] = []
  for (const { path } of contributions) revisions.push([path, await revisionOf(sandbox, path, signal)])
  const digest = digestOf(canonicalJson({ revisions, omitted, rules: ruleFile?.digest ?? null }))
  return { contributions, omitted, digest, ruleFile }
}

/** One contribution as a line. */
export function contributionWords({ kind, path, lines, omitted, problem }: Contribution): string {
  if (kind === 'skill') return `the skill "${lines[0] ?? shortPath(path)}"`
  if (kind === 'instructions') return `instructions, ${shortPath(path)}`
  if (problem !== '') return problem
  const count = lines.length + omitted
  const what = kind === 'rules' ? 'rule' : 'script'
  return `${count} ${what}${count === 1 ? '' : 's'} of ${shortPath(path)}: ${lines.slice(0, 5).join('; ')}${count > 5 ? '; …' : ''}`
}

async function rulesOf(
  sandbox: Sandbox,
  workspaceId: string,
  tools: ToolTable,
  signal: AbortSignal,
): Promise<{ rules: Contribution[]; ruleFile: ShownRuleFile | null }> {
  const state = await readRuleFile(sandbox, signal)
  const unread = (problem: string) => ({
    rules: [{ ...contribution('rules', RULE_FILE, []), problem }],
    ruleFile: null,
  })
  if (state.kind === 'none') return { rules: [], ruleFile: null }
  if (state.kind === 'unreadable') return unread(state.problem)
  const parsed = parseRuleFile(state.text, workspaceId, tools)
  if (!parsed.ok) return unread(parsed.problem)
  const found = contribution(
    'rules',
    RULE_FILE,
    parsed.rules.map((rule) => ruleWords(rule, '')),
  )
  const verdicts = parsed.rules.slice(0, found.lines.length).map(({ verdict }) => verdict)
  return {
    rules: [{ ...found, verdicts }],
    ruleFile: found.isWhole ? { text: state.text, digest: state.digest } : null,
  }
}

async function skillPaths(sandbox: Sandbox, signal: AbortSignal): Promise<{ paths: string[]; omitted: number }> {
  if ((await sandbox.stat(SKILLS, signal))?.kind !== 'directory') return { paths: [], omitted: 0 }
  return sandbox.glob({ pattern: '*/SKILL.md', path: SKILLS, limit: CONTRIBUTIONS_MAX }, signal)
}

async function scriptsOf(sandbox: Sandbox, signal: AbortSignal): Promise<Contribution[]> {
  const entry = await sandbox.stat(PACKAGE, signal)
  if (entry?.kind !== 'file') return []
  const unread = (problem: string): Contribution[] => [{ ...contribution('scripts', PACKAGE, []), problem }]
  if (entry.size > PACKAGE_FILE_MAX_BYTES)
    return unread('package.json is too large to be read for its scripts; commands may still run them.')
  let json: unknown
  try {
    const { bytes } = await sandbox.read(PACKAGE, signal)
    json = JSON.parse(new TextDecoder().decode(bytes).replace(/^\uFEFF/u, ''))
  } catch (error) {
    signal.throwIfAborted()
    if (toFailure(error, 'execution').kind === 'not-found') return []
    return unread('package.json cannot be read for its scripts.')
  }
  const scripts = typeof json === 'object' && json !== null && 'scripts' in json ? json.scripts : null
  if (typeof scripts !== 'object' || scripts === null) return []
  // Cut each for itself: a long name must not push out of sight what it runs.
  const lines = Object.entries(scripts).map(
    ([name, command]) => `${cut(name, SCRIPT_NAME_CHARS)}: ${typeof command === 'string' ? command : '?'}`,
  )
  return lines.length === 0 ? [] : [contribution('scripts', PACKAGE, lines)]
}

async function revisionOf(sandbox: Sandbox, path: string, signal: AbortSignal): Promise<string> {
  try {
    return (await sandbox.read(path, signal)).revision
  } catch (error) {
    signal.throwIfAborted()
    return toFailure(error, 'execution').kind
  }
}

/** At most `max` characters, the last one saying where something was left out. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : `${headOf(text, max - 1)}…`
}

/** What a file contributes, of its lines as many and as much as is shown. */
function contribution(kind: Contribution['kind'], path: string, lines: readonly string[]): Contribution {
  const shown = lines.slice(0, CONTRIBUTION_LINES).map((line) => cut(line, CONTRIBUTION_LINE_CHARS))
  const isWhole = lines.every((line, index) => line === shown[index])
  return { kind, path, lines: shown, omitted: lines.length - shown.length, isWhole, problem: '' }
}
