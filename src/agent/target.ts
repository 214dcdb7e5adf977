import type { CapabilitySpec } from '#contracts/capability.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { JsonObject } from '#contracts/json.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'

/**
 * What a call acts on, normalised so that two spellings of one target compare equal. Paths become
 * absolute without `.` and `..` (those that leave the workspace keep their shape; the sandbox refuses
 * them). A command stays exactly as it was written: its identity is its text.
 */
export function targetOf(spec: CapabilitySpec, args: JsonObject, cwd: string): PlannedCall['target'] {
  if (spec.target.kind === 'none') return { kind: 'none', value: '' }
  const value = args[spec.target.argument]
  if (typeof value !== 'string')
    return { kind: spec.target.kind, value: spec.target.kind === 'path' ? WORKSPACE_ROOT : '' }
  if (spec.target.kind === 'path') return { kind: 'path', value: absolutePath(value, WORKSPACE_ROOT) }
  if (spec.target.kind === 'command') {
    const folder = typeof args['cwd'] === 'string' ? absolutePath(args['cwd'], cwd) : cwd
    return { kind: 'command', value: folder === WORKSPACE_ROOT ? value : `${value}\n# in ${folder}` }
  }
  return { kind: 'address', value }
}

/** Joins and normalises; never climbs above `/`. */
export function absolutePath(path: string, base: string): string {
  const whole = path.startsWith('/') ? path : `${base}/${path}`
  const parts: string[] = []
  for (const part of whole.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return `/${parts.join('/')}`
}
