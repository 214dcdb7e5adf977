import type { PlannedCall } from '#contracts/calls.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { allowsSessionAllowance, type RiskClass } from '#contracts/risk.ts'
import type { SessionAllowance } from '#contracts/sessions.ts'
import { parentOf, shortPath } from '#tools/workspace-path.ts'
import { canonicalJson } from '../canonical-json.ts'
import { targetKey } from '../target.ts'
import { originOf } from './origin-of.ts'
import { steeringName } from './steering-files.ts'

/** What an allowance for the session covers. */
export interface Scope {
  /** Tool, normalised target and classes: nothing narrower is compared, nothing wider is stored. */
  readonly key: string
  readonly words: string
}

/**
 * What "allow for this session" would cover for this plan: a file's folder, and in the root, where everything lies below,
 * that file alone. Null where one of its classes (`classesOf`) is asked about every time (spec GT5), and for a file that
 * steers later work.
 */
export function sessionScope(plan: PlannedCall, classes: readonly RiskClass[]): Scope | null {
  if (!classes.every(allowsSessionAllowance)) return null
  const { tool, target } = plan
  const key = (covered: PlannedCall['target']): string => keyOf(tool, covered, classes)
  switch (target.kind) {
    case 'path': {
      if (steeringName(target.value) !== null) return null
      const folder = `${parentOf(target.value)}/`
      if (!folder.startsWith(`${WORKSPACE_ROOT}/`) || folder === `${WORKSPACE_ROOT}/`)
        return { key: key(target), words: `${tool} of ${shortPath(target.value)}` }
      return { key: key({ kind: 'path', value: folder }), words: `${tool} under ${shortPath(folder)}` }
    }
    case 'command': {
      const where = target.cwd === undefined ? '' : ` in ${shortPath(target.cwd)}`
      const fed = target.stdin === undefined ? '' : ', fed with exactly this'
      return { key: key(target), words: `exactly \`${target.value}\`${where}${fed}` }
    }
    case 'address': {
      const value = originOf(target.value) ?? target.value
      return { key: key({ kind: 'address', value }), words: `${tool} at ${value}` }
    }
    case 'none':
      return { key: key({ kind: 'none', value: '' }), words: `every call of ${tool}` }
  }
}

/** The stored allowance that covers this plan, if there is one. A folder covers what lies below it, the root nothing. */
export function findAllowance(
  plan: PlannedCall,
  classes: readonly RiskClass[],
  allowances: readonly SessionAllowance[],
): SessionAllowance | undefined {
  const scope = sessionScope(plan, classes)
  if (scope === null) return undefined
  const keys = new Set([scope.key])
  if (plan.target.kind === 'path' && plan.target.value.startsWith(`${WORKSPACE_ROOT}/`)) {
    for (let folder = parentOf(plan.target.value); folder !== WORKSPACE_ROOT; folder = parentOf(folder))
      keys.add(keyOf(plan.tool, { kind: 'path', value: `${folder}/` }, classes))
  }
  return allowances.find((allowance) => keys.has(allowance.key))
}

function keyOf(tool: string, target: PlannedCall['target'], classes: readonly RiskClass[]): string {
  return canonicalJson([tool, targetKey(target), [...classes]])
}
