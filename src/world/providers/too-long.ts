import { fail, type FailureError } from '#contracts/failure.ts'
import { MODEL_STEP_MAX_CHARS } from '#contracts/limits.ts'

/** What is said of a provider whose answer passes MODEL_STEP_MAX_CHARS, in whatever part of it. */
export function tooLong(label: string): FailureError {
  const said = `${label} sent more than ${MODEL_STEP_MAX_CHARS} characters in one answer, so it was stopped.`
  return fail('model', 'malformed-stream', said)
}
