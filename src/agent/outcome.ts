import type { CallOutcome, OutcomeStatus } from '#contracts/calls.ts'
import type { Failure, FailureStage } from '#contracts/failure.ts'

/** What to do next, by the stage at which a call failed (spec RN7). */
const ADVICE: Readonly<Record<FailureStage, string>> = {
  discovery: 'Use one of the tools that are listed.',
  parameters: 'Correct the arguments and call it again.',
  authorization: 'Do not try to reach the same effect another way. Go on without it, or ask the user.',
  execution: 'Read the message, look at the present state, and correct the cause.',
  projection: 'It ran; only its result could not be shown. Look at the present state instead of running it again.',
  verification: 'It ran, but a check failed. Look at the present state and correct it.',
  model: 'Try again.',
  storage: 'Try again.',
  command: 'Try again.',
}

const SUMMARY: Readonly<Record<Exclude<OutcomeStatus, 'ok'>, string>> = {
  failed: 'failed',
  invalid: 'not valid',
  unavailable: 'unavailable',
  blocked: 'blocked',
  denied: 'denied',
  cancelled: 'stopped',
  unknown: 'outcome unknown',
}

/** The outcome of a call that did not succeed: one failure in all three projections. */
export function failureOutcome(status: Exclude<OutcomeStatus, 'ok'>, failure: Failure): CallOutcome {
  const partial = failure.partialEffect === true ? ' Part of it may have taken effect: look before you repeat it.' : ''
  const detail = failure.detail === undefined ? '' : `\n${JSON.stringify(failure.detail)}`
  const output = failure.output === undefined ? '' : `\nUntil then it had said:\n${failure.output}`
  return {
    status,
    failure,
    model: [
      {
        type: 'text',
        text: `${status} (${failure.stage}, ${failure.kind}): ${failure.message}${partial} ${ADVICE[failure.stage]}${detail}${output}`,
      },
    ],
    client: { kind: 'text', summary: SUMMARY[status], text: failure.output ?? failure.message },
    // The failure itself stands beside; there is no raw output to keep.
    durable: null,
  }
}

/** The outcome of a call that was started when its tab died, or whose end could not be stored. */
export function unknownOutcome(): CallOutcome {
  return failureOutcome('unknown', {
    stage: 'execution',
    kind: 'interrupted',
    message: 'It was started, and how it ended could not be kept: its outcome is unknown. It was not run again.',
    retryable: false,
    partialEffect: true,
  })
}

/** The outcome of a call that was stopped. `started` tells whether anything may have happened; `until` holds what it had said and read. */
export function cancelledOutcome(
  message: string,
  started: boolean,
  until: Pick<Failure, 'output' | 'privateReads'> = {},
): CallOutcome {
  const { output, privateReads } = until
  return failureOutcome('cancelled', {
    stage: 'execution',
    kind: 'aborted',
    message,
    retryable: true,
    ...(started ? { partialEffect: true } : {}),
    ...(output === undefined ? {} : { output }),
    ...(privateReads === undefined ? {} : { privateReads }),
  })
}
