import { plainAnalysis, type CallAnalysis } from '#contracts/call-analysis.ts'

/**
 * What a command counts as that could not be read, and why: able to do anything. A shell may run the lines before the one
 * that it cannot read, so no rule that leaves keys out lets it run.
 */
export function unreadCommand(reason: string): CallAnalysis {
  return { ...plainAnalysis('destructive-local'), classes: ['destructive-local', 'credential-access'], reason }
}
