/**
 * The page in front of a run, as its tools see it (spec CM11): it is asked to show something, and answers
 * nothing. Where no page is connected, each method throws `FailureError` (`discovery`, `unavailable`).
 */
export interface ClientRouter {
  /** Shows a file of the run's workspace, at a line (from 1) where one is given. `path` is absolute. */
  showFile(path: string, line: number | null): void
}
