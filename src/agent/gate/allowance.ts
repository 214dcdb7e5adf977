import type { PlannedCall } from '#contracts/calls.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { allowsSessionAllowance } from '#contracts/risk.ts'
import type { SessionAllowance } from '#contracts/sessions.ts'
import { canonicalJson } from '../canonical-json.ts'

interface Scope {
  /** Tool, normalised target and effective risk: nothing narrower is compared, nothing wider is stored. */
  readonly key: string
  readonly words: string
}

/** What "allow for this session" would cover for this plan; null where its class is asked about every time (spec GT5). */
export function sessionScope(plan: PlannedCall): Scope | null {
  if (!allowsSessionAllowance(plan.effectiveRisk)) return null
  const key = (target: string): string => canonicalJson([plan.tool, target, plan.effectiveRisk])
  switch (plan.target.kind) {
    case 'path': {
      const folder = plan.target.value.slice(0, plan.target.value.lastIndexOf('/') + 1)
      const shown = folder.slice(WORKSPACE_ROOT.length + 1)
      return {
        key: key(`path:${folder}`),
        words: shown === '' ? `${plan.tool} anywhere in the workspace` : `${plan.tool} under ${shown}`,
      }
    }
    case 'command':
      return { key: key(`command:${plan.target.value}`), words: `exactly \`${plan.target.value}\`` }
    case 'address':
      return {
        key: key(`address:${originOf(plan.target.value)}`),
        words: `${plan.tool} at ${originOf(plan.target.value)}`,
      }
    case 'none':
      return { key: key('any'), words: `every call of ${plan.tool}` }
  }
}

/** The stored allowance that covers this plan, if there is one. A folder covers what lies below it. */
export function findAllowance(
  plan: PlannedCall,
  allowances: readonly SessionAllowance[],
): SessionAllowance | undefined {
  if (!allowsSessionAllowance(plan.effectiveRisk)) return undefined
  const keys = new Set<string>()
  const scope = sessionScope(plan)
  if (scope !== null) keys.add(scope.key)
  if (plan.target.kind === 'path' && plan.target.value.startsWith(`${WORKSPACE_ROOT}/`)) {
    let folder = plan.target.value
    while (folder.length > WORKSPACE_ROOT.length) {
      folder = folder.slice(0, folder.lastIndexOf('/'))
      keys.add(canonicalJson([plan.tool, `path:${folder}/`, plan.effectiveRisk]))
    }
  }
  return allowances.find((allowance) => keys.has(allowance.key))
}

function originOf(address: string): string {
  try {
    return new URL(address).origin
  } catch {
    return address
  }
}
