import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { absolutePath } from '#tools/workspace-path.ts'
import { compileGlob, compileWide } from './glob.ts'
import { namedPaths, type NamedPaths } from './named-paths.ts'

/**
 * True where an allow rule's glob covers the call's own path. Exact: spellings that a file system keeps apart
 * stay apart, and a wildcard is never a leading dot. A command has no path of its own.
 * @throws Error where the glob or the path is not usable
 */
export function coversPath(glob: string, plan: PlannedCall): boolean {
  if (plan.target.kind !== 'path') return false
  const whole = absolutePath(plan.target.value)
  if (whole !== WORKSPACE_ROOT && !whole.startsWith(`${WORKSPACE_ROOT}/`)) return false
  return compileGlob(glob, false)(whole.slice(WORKSPACE_ROOT.length + 1))
}

/**
 * True where a deny or ask rule's glob may concern the call: its own path; a path that a command names or that
 * its globs and braces may become; or something below a folder that it goes through as a whole. Composed and
 * decomposed spellings count as one here. What variables, files and other programs' output hold is not seen.
 * @throws Error where the glob or a path is not usable
 */
export function touchesPath(glob: string, plan: PlannedCall, analysis: CallAnalysis): boolean {
  const globs = [...new Set([glob, glob.normalize('NFC')])].map(compileWide)
  const { paths, trees } = pathsOf(plan, analysis)
  return globs.some(({ mayCover, mayLieBelow }) => [...paths].some(mayCover) || [...trees].some(mayLieBelow))
}

/** The paths of the call that was looked at last in each analysis: every rule asks for the same ones. */
const known = new WeakMap<CallAnalysis, { plan: PlannedCall; named: NamedPaths }>()

function pathsOf(plan: PlannedCall, analysis: CallAnalysis): NamedPaths {
  const before = known.get(analysis)
  if (before?.plan === plan) return before.named
  const named = namedPaths(plan, analysis)
  known.set(analysis, { plan, named })
  return named
}
