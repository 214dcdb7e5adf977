import type { Mode, RiskClass } from '#contracts/risk.ts'

/** `rule`: runs only where a stored rule of the user's allows that origin (spec, section 6). */
export type Cell = 'run' | 'ask' | 'block' | 'deny' | 'rule'

/** Strictest first. */
const CELLS: readonly Cell[] = ['block', 'deny', 'rule', 'ask', 'run']

/** What each mode does with each class. Data, so that a test reads it cell by cell. */
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

/**
 * What a mode does with a call of all these classes, riskiest first (`classesOf`): the strictest of their cells, and the
 * riskiest class that has it. The class on top need not be the one that is decided about most strictly.
 */
export function strictestCell(classes: readonly RiskClass[], mode: Mode): { risk: RiskClass; cell: Cell } {
  const [first = 'sandbox-escape', ...others] = classes
  let strictest = { risk: first, cell: MATRIX[first][mode] }
  for (const risk of others) {
    const cell = MATRIX[risk][mode]
    if (CELLS.indexOf(cell) < CELLS.indexOf(strictest.cell)) strictest = { risk, cell }
  }
  return strictest
}
