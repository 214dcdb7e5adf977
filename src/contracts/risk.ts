import { z } from './zod.ts'

/** The nine risk classes, mildest first (spec GT1). The order is used to pick the riskier of two. */
export const RISK_CLASSES = [
  'read-only-local',
  'read-only-network',
  'workspace-write',
  'shared-state-mutation',
  'external-side-effect',
  'credential-access',
  'destructive-local',
  'spend-money',
  'sandbox-escape',
] as const
/** What a call may touch at worst. */
export const RiskClass = z.enum(RISK_CLASSES)
export type RiskClass = z.infer<typeof RiskClass>

/** What each class means, to follow "it …". */
export const RISK_WORDS: Readonly<Record<RiskClass, string>> = {
  'read-only-local': 'changes nothing outside this conversation',
  'read-only-network': 'reads from the network',
  'workspace-write': 'changes files in the workspace',
  'shared-state-mutation': 'changes what later sessions see',
  'external-side-effect': 'has an effect outside this tab',
  'credential-access': 'uses a stored key or token',
  'destructive-local': 'may change or delete anything in the workspace',
  'spend-money': 'spends money',
  'sandbox-escape': 'reaches out of the sandbox',
}

/** Permission modes of a session (spec GT3). */
export const MODES = ['plan', 'ask', 'edit', 'auto', 'headless'] as const
export const Mode = z.enum(MODES)
export type Mode = z.infer<typeof Mode>

/** The riskier of two classes. */
export function riskier(a: RiskClass, b: RiskClass): RiskClass {
  return RISK_CLASSES.indexOf(a) >= RISK_CLASSES.indexOf(b) ? a : b
}

/** True for the two classes whose calls may run side by side (spec RN2). */
export function isReadOnly(risk: RiskClass): boolean {
  return risk === 'read-only-local' || risk === 'read-only-network'
}

/** True where one approval may be kept for the session (spec GT5): nothing above `shared-state-mutation`. */
export function allowsSessionAllowance(risk: RiskClass): boolean {
  return RISK_CLASSES.indexOf(risk) <= RISK_CLASSES.indexOf('shared-state-mutation')
}
