import type { CallRecord, CallSource } from '#contracts/calls.ts'
import type { ScriptCall } from './session-script.ts'

/** The plan of a scripted call: as its arguments say, or failed before the gate. */
export function planOf({ name, plan, input }: ScriptCall, callId: string, source: CallSource): CallRecord['plan'] {
  if (plan !== 'planned') return { status: plan, callId, source, tool: name, failure: failureOf('not planned') }
  return {
    status: 'planned',
    callId,
    source,
    tool: name,
    group: 'files',
    arguments: input,
    canonicalArguments: JSON.stringify(input),
    target: { kind: 'command' in input ? 'command' : 'none', value: '' },
    declaredRisk: 'read-only-local',
    effectiveRisk: 'read-only-local',
    digest: callId,
  }
}

/** A failure that says `message`. */
export function failureOf(message: string): {
  stage: 'execution'
  kind: 'crashed'
  message: string
  retryable: boolean
} {
  return { stage: 'execution', kind: 'crashed', message, retryable: false }
}
