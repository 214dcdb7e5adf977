/**
 * True for a text that may be a native intent (spec PL4): the agent's thread, which knows the workspace, says whether
 * it is one. A space in front makes a message of it.
 */
export function mayBeIntent(text: string): boolean {
  return /^(?:!|open )/.test(text)
}

/** True for a text that is a command for the workspace's shell. */
export function isShellCommand(text: string): boolean {
  return /^!\s*[^\s!=]/.test(text)
}
