import type { CapabilitySpec } from '#contracts/capability.ts'
import { isPersonal, type FailedPlan, type FinalizedCall, type Plan, type PlannedCall } from '#contracts/calls.ts'
import type { Failure, FailureKind, FailureStage } from '#contracts/failure.ts'
import { JSON_MAX_DEPTH, type JsonObject } from '#contracts/json.ts'
import type { ShellGrammar } from '#contracts/ports/shell-grammar.ts'
import type { Registry } from '#tools/registry.ts'
import { canonicalJson, digestOf } from './canonical-json.ts'
import { loadCommandSafety } from './gate/command-safety.ts'
import { effectiveRisk } from './gate/effective-risk.ts'
import { readArguments } from './read-arguments.ts'
import { targetKey, targetOf } from './target.ts'
import { shownName } from './shown-name.ts'
import { missingArguments, validateArguments } from './validate-arguments.ts'

/** What the planner asks of the registry. Lookups never see inherited names. */
export type ToolTable = Pick<Registry, 'lookup'>

/** The spec behind a wire name, aliases resolved; undefined for an unknown one. */
export function specOf(tools: ToolTable, name: string): CapabilitySpec | undefined {
  const found = tools.lookup(name)
  return found.known ? found.spec : undefined
}

/** What one run can serve. */
export interface Availability {
  /** Why this run cannot serve the capability, as a sentence; null where it can. */
  reason(spec: CapabilitySpec): string | null
}

/**
 * Loads the shell's grammar and the rules for programs where one of the named tools takes a command. To be awaited before planning; a grammar that
 * cannot be had leaves commands unread, which counts as able to do anything.
 */
export async function loadGrammarFor(
  names: Iterable<string>,
  tools: ToolTable,
  grammar: ShellGrammar | undefined,
): Promise<void> {
  for (const name of names) {
    if (specOf(tools, name)?.refine !== 'command') continue
    await Promise.all([loadCommandSafety(), grammar?.load()]).catch(() => {})
    return
  }
}

/**
 * Turns a finalized call into a plan (spec PL1, PL2). A plan that fails says at which stage, why, and
 * what would be valid; it never becomes another call (spec PL3).
 */
export function planCall(
  call: FinalizedCall,
  tools: ToolTable,
  availability: Availability,
  cwd: string,
  grammar?: ShellGrammar,
): Plan {
  const failed = (
    status: FailedPlan['status'],
    stage: FailureStage,
    kind: FailureKind,
    message: string,
    detail?: Failure['detail'],
  ): FailedPlan => ({
    status,
    callId: call.id,
    source: call.source,
    tool: call.name,
    failure: { stage, kind, message, retryable: false, ...(detail === undefined ? {} : { detail }) },
  })

  const found = tools.lookup(call.name)
  if (!found.known) {
    // What only a person may call is not offered to anyone else, not even as a guess.
    const closest = found.closest.filter((name) => isPersonal(call.source) || !forPersonsOnly(specOf(tools, name)))
    const hint = closest.length > 0 ? ` Did you mean ${closest.join(', ')}?` : ''
    return failed(
      'invalid',
      'discovery',
      'unknown-tool',
      `There is no tool named "${shownName(call.name)}".${hint} Nothing was run.`,
      { closest },
    )
  }

  const { spec } = found
  if (forPersonsOnly(spec) && !isPersonal(call.source)) {
    const text = `${spec.name} is only for the person at the keyboard. Nothing was run.`
    return failed('unavailable', 'discovery', 'unavailable', text)
  }
  const unavailable = availability.reason(spec)
  if (unavailable !== null) return failed('unavailable', 'discovery', 'unavailable', unavailable)

  const parsed = readArguments(call.rawArguments)
  if (parsed === null)
    return failed(
      'invalid',
      'parameters',
      'malformed-arguments',
      `${whyUnreadable(call.rawArguments)} Nothing was run: send the call again with a JSON object as its arguments.`,
    )

  const names = Object.keys((spec.inputSchema['properties'] ?? {}) as JsonObject)
  const missing = missingArguments(spec.inputSchema, parsed)
  if (missing.length > 0) {
    return failed(
      'invalid',
      'parameters',
      'missing-arguments',
      `${spec.name} needs ${missing.map((name) => `"${name}"`).join(' and ')}. Nothing was run.`,
      { missing, known: names },
    )
  }
  let problems: readonly string[]
  try {
    problems = problemsOf(spec, parsed)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return failed('unavailable', 'discovery', 'unavailable', `The schema of ${spec.name} cannot be used (${why}).`)
  }
  if (problems.length > 0) {
    return failed(
      'invalid',
      'parameters',
      'schema-violation',
      `The arguments of ${spec.name} do not fit: ${problems.join(' ')} Nothing was run.`,
      { problems: [...problems], known: names },
    )
  }

  const target = targetOf(spec, parsed, cwd)
  const refined = effectiveRisk(spec, target, grammar)
  const canonicalArguments = canonicalJson(parsed)
  const plan: PlannedCall = {
    status: 'planned',
    callId: call.id,
    source: call.source,
    tool: spec.name,
    ...(call.name === spec.name ? {} : { calledAs: call.name }),
    group: spec.group,
    arguments: parsed,
    canonicalArguments,
    target,
    declaredRisk: spec.risk,
    effectiveRisk: refined.risk,
    digest: digestOf(spec.name, canonicalArguments, targetKey(target), refined.risk),
  }
  return plan
}

/**
 * Enforces "alone" within one turn (spec GT10): a call that would change something and comes after a
 * question of the same turn was written without the answer, so it is refused and can be called again.
 */
export function refuseAfterQuestions(plans: readonly Plan[], tools: ToolTable): Plan[] {
  let question: string | null = null
  return plans.map((plan) => {
    if (plan.status !== 'planned') return plan
    if (question !== null && plan.effectiveRisk !== 'read-only-local') {
      return {
        status: 'invalid',
        callId: plan.callId,
        source: plan.source,
        tool: plan.tool,
        failure: {
          stage: 'parameters',
          kind: 'not-alone',
          message: `${plan.tool} came in the same turn as ${question}, before there was an answer. Nothing was run: read the answer, then call it again if it still fits.`,
          retryable: true,
        },
      }
    }
    if (specOf(tools, plan.tool)?.concurrency === 'alone') question ??= plan.tool
    return plan
  })
}

function forPersonsOnly(spec: CapabilitySpec | undefined): boolean {
  return spec?.callers === 'person'
}

/** Why a text that `readArguments` cannot read is no JSON object, as a sentence. */
function whyUnreadable(raw: string): string {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? `The arguments are nested more than ${JSON_MAX_DEPTH} levels deep.`
      : 'The arguments are JSON but not an object.'
  } catch (error) {
    return `The arguments are not valid JSON (${error instanceof Error ? error.message : 'unreadable'}).`
  }
}

function problemsOf(spec: CapabilitySpec, args: JsonObject): readonly string[] {
  const problems = validateArguments(spec.inputSchema, args)
  if (problems.length > 0) return problems
  // Refinements that JSON Schema cannot say (a custom check) live in the zod schema only.
  const parsed = spec.input.safeParse(args)
  return parsed.success
    ? []
    : parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.') || 'the arguments'}: ${issue.message}.`)
}
