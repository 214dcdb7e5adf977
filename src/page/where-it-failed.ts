import type { OutcomeStatus } from '#contracts/calls.ts'
import type { Failure } from '#contracts/failure.ts'
import { words } from './words.ts'

/**
 * Where a call failed, as the beginning of a sentence. Not allowed is what a person, a rule or a mode said no to; what a
 * running call may not reach, and what was never decided, are told apart from it. `status`: how the call ended, left out
 * for one that never got as far.
 */
export function whereItFailed({ stage, kind }: Pick<Failure, 'stage' | 'kind'>, status?: OutcomeStatus): string {
  if (stage !== 'authorization') return words.failureAt[stage]
  if (kind === 'no-one-to-ask') return words.nobodyToAllow
  if (isRefusedAddress({ stage, kind }, status)) return words.addressRefused
  return kind === 'denied' || kind === 'blocked' ? words.notAllowed : words.failureAt[stage]
}

/** Whether a call that was let run came to an address that the guard refuses: a private one, or a name without any. */
export function isRefusedAddress({ stage, kind }: Pick<Failure, 'stage' | 'kind'>, status?: OutcomeStatus): boolean {
  return stage === 'authorization' && kind === 'blocked' && status === 'failed'
}
