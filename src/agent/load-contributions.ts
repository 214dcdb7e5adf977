import { fail } from '#contracts/failure.ts'
import type * as Contributions from './contributions.ts'

/**
 * What reads the contributions of a workspace: most sessions never look. Rejects as `unavailable` where its code cannot
 * be fetched; asked again, it is fetched again.
 */
export async function loadContributions(): Promise<typeof Contributions> {
  try {
    return await import('./contributions.ts')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw fail(
      'command',
      'unavailable',
      `What the workspace contributes could not be looked at (${reason}). Try again.`,
      {
        retryable: true,
      },
    )
  }
}
