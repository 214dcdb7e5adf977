import type { PlannedCall } from '#contracts/calls.ts'
import { isReadOnly, RISK_CLASSES, type RiskClass } from '#contracts/risk.ts'
import type { Rule } from '#contracts/rules.ts'
import { shortPath } from '#tools/workspace-path.ts'
import { isNamedBy, steeringName } from '../steering-files.ts'
import { rawWords } from './command-target.ts'

/** Asked about every time, whatever a rule says. */
const NEVER: ReadonlySet<RiskClass> = new Set(['credential-access', 'spend-money', 'sandbox-escape'])
/** Only where the user wrote the rule by hand: an approval or a file must not open these. */
const BY_HAND: ReadonlySet<RiskClass> = new Set(['destructive-local', 'external-side-effect'])

type Allowing = Pick<Rule, 'source' | 'workspaceId' | 'target'>
type Commands = readonly (readonly string[])[] | null

/**
 * Why an allow rule that covers the call may not let it run, to follow "A rule allows it, but not"; null where it may.
 * `classes` are all of the call's, `commands` the simple commands of a script, `trusted` is the workspace's.
 */
export function whyNotAllowed(
  rule: Allowing,
  plan: Pick<PlannedCall, 'target'>,
  classes: readonly RiskClass[],
  trusted: boolean,
  commands: Commands = null,
): string | null {
  if (classes.some((risk) => NEVER.has(risk) || (BY_HAND.has(risk) && rule.source !== 'user')))
    return 'a call of this class'
  // What a command runs lies in the workspace: a rule for every workspace was not written for one that came from elsewhere.
  const runsForeignCode = plan.target.kind === 'command' && classes.some(isAtLeastShared)
  if (!trusted && runsForeignCode && rule.workspaceId === null)
    return 'what runs code of a workspace that is not trusted'
  const unnamed = classes.every(isReadOnly) ? undefined : unnamedSteering(rule, plan, commands)
  return unnamed === undefined ? null : `${unnamed}, which steers later work and is not named in it`
}

/** True where an allow rule that covers the call may let it run. */
export function mayAllow(...given: Parameters<typeof whyNotAllowed>): boolean {
  return whyNotAllowed(...given) === null
}

/** True where an approval of a call with these classes may become a rule. */
export function mayBecomeRule(classes: readonly RiskClass[]): boolean {
  return (
    classes.every((risk) => !NEVER.has(risk) && !BY_HAND.has(risk)) &&
    classes.some((risk) => risk !== 'read-only-local')
  )
}

/** What the call names of files that steer later work, and the rule does not. */
function unnamedSteering(
  { target }: Allowing,
  { target: acted }: Pick<PlannedCall, 'target'>,
  commands: Commands,
): string | undefined {
  if (acted.kind === 'path') {
    const named = target.kind === 'path' && isNamedBy(target.glob, acted.value)
    return named || steeringName(acted.value) === null ? undefined : shortPath(acted.value)
  }
  // No pattern of a command speaks of the folder in which it starts.
  if (acted.cwd !== undefined && steeringName(acted.cwd) !== null) return shortPath(acted.cwd)
  const said = target.kind === 'command' ? new Set(target.commands.flatMap(({ words }) => words)) : new Set<string>()
  // Of a script that cannot be resolved, at least the words that stand in it.
  const words = acted.kind === 'command' ? (commands?.flat() ?? rawWords(acted.value)) : []
  return words.find((word) => !said.has(word) && word.split(/[=:,]/u).some((part) => steeringName(part)))
}

function isAtLeastShared(risk: RiskClass): boolean {
  return RISK_CLASSES.indexOf(risk) >= RISK_CLASSES.indexOf('shared-state-mutation')
}
