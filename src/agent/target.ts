import type { CapabilitySpec } from '#contracts/capability.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { JsonObject } from '#contracts/json.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { absolutePath } from '#tools/workspace-path.ts'
import { canonicalJson, digestOf } from './canonical-json.ts'

/**
 * What a call acts on, normalised so that two spellings of one target compare equal. Paths become
 * absolute without `.` and `..` (those that leave the workspace keep their shape; the sandbox refuses
 * them). A command stays exactly as it was written: its identity is its text, its folder and what it is fed with.
 * `cwd` is the absolute folder in which a command starts unless the call names another, relative to it or absolute.
 */
export function targetOf(spec: CapabilitySpec, args: JsonObject, cwd: string): PlannedCall['target'] {
  if (spec.target.kind === 'none') return { kind: 'none', value: '' }
  const value = args[spec.target.argument]
  if (typeof value !== 'string')
    return { kind: spec.target.kind, value: spec.target.kind === 'path' ? WORKSPACE_ROOT : '' }
  if (spec.target.kind === 'path') return { kind: 'path', value: absolutePath(value) }
  if (spec.target.kind === 'command') {
    const { folderArgument, inputArgument } = spec.target
    const named = folderArgument === undefined ? undefined : args[folderArgument]
    const folder = typeof named === 'string' ? absolutePath(named, cwd) : cwd
    const stdin = inputArgument === undefined ? undefined : args[inputArgument]
    return {
      kind: 'command',
      value,
      ...(folder === WORKSPACE_ROOT ? {} : { cwd: folder }),
      ...(typeof stdin === 'string' && stdin !== '' ? { stdin: digestOf(stdin) } : {}),
    }
  }
  return { kind: 'address', value }
}

/** A target as a person reads it: a command with the folder that it starts in, where that is not the workspace's root. */
export function targetWords({ value, cwd }: PlannedCall['target']): string {
  return cwd === undefined ? value : `${value}\n# in ${cwd}`
}

/** A target as a key: equal exactly where all of it is. */
export function targetKey({ kind, value, cwd = '', stdin = '' }: PlannedCall['target']): string {
  return canonicalJson([kind, value, cwd, stdin])
}
