/** What an adapter can do that not all can; the suite leaves out what does not apply. */
export interface SandboxTraits {
  /** A script that never yields can be ended by force. */
  readonly endsByForce: boolean
}
