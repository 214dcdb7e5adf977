import type { Mode, RiskClass } from '#contracts/risk.ts'

/** `rule`: runs only where a stored rule of the user's allows that origin (spec, section 6). */
export type Cell = 'run' | 'ask' | 'block' | 'deny' | 'rule'

/** What each mode does with each effective risk. Data, so that a test reads it cell by cell. */
export const MATRIX: Readonly<Record<RiskClass, Readonly<Record<Mode, Cell>>>> = {
  'read-only-local': { plan: 'run', ask: 'run', edit: 'run', auto: 'run', headless: 'run' },
  'read-only-network': { plan: 'ask', ask: 'ask', edit: 'ask', auto: 'run', headless: 'rule' },
  'workspace-write': { plan: 'block', ask: 'ask', edit: 'run', auto: 'run', headless: 'run' },
  'shared-state-mutation': { plan: 'block', ask: 'ask', edit: 'ask', auto: 'run', headless: 'run' },
  'external-side-effect': { plan: 'block', ask: 'ask', edit: 'ask', auto: 'ask', headless: 'deny' },
  'credential-access': { plan: 'block', ask: 'ask', edit: 'ask', auto: 'ask', headless: 'deny' },
  'destructive-local': { plan: 'block', ask: 'ask', edit: 'ask', auto: 'ask', headless: 'deny' },
  'spend-money': { plan: 'block', ask: 'ask', edit: 'ask', auto: 'ask', headless: 'deny' },
  'sandbox-escape': { plan: 'block', ask: 'ask', edit: 'ask', auto: 'ask', headless: 'deny' },
}
