import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { isReadOnly } from '#contracts/risk.ts'
import { classesOf } from '../classes-of.ts'
import { compileWide } from './glob.ts'
import { namedPaths } from './named-paths.ts'

/** True where a call that changes something names this file of the workspace; one that cannot be looked at names none. */
export function changesNaming(file: string, plan: PlannedCall, analysis: CallAnalysis): boolean {
  if (classesOf(plan, analysis).every(isReadOnly)) return false
  const { mayCover } = compileWide(file.slice(WORKSPACE_ROOT.length + 1))
  try {
    return [...namedPaths(plan, analysis).paths].some(mayCover)
  } catch {
    return false
  }
}
