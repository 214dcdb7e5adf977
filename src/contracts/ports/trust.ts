/** Whether a workspace is trusted, and what that decides (spec GT8). All texts are for people. */
export interface TrustReport {
  readonly trusted: boolean
  /** Where its content came from: "a zip file, notes.zip". */
  readonly origin: string
  /** What it contributes while it is trusted, one line each: a skill, a rule, instructions. */
  readonly contributes: readonly string[]
}

/**
 * Trust in one workspace. Failures are `FailureError`s of stage `storage`; an aborted signal rejects with its
 * reason.
 */
export interface WorkspaceTrust {
  describe(signal: AbortSignal): Promise<TrustReport>
  /** Takes the trust away; it counts from the next call on. Giving it takes a look, and is no business of a call. */
  distrust(signal: AbortSignal): Promise<void>
}
