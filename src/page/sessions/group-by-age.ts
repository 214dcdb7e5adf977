import type { Session } from '#contracts/sessions.ts'

export interface SessionGroup {
  name: 'today' | 'older'
  sessions: Session[]
}

/** Newest first, split at the last midnight of this device; empty groups are left out. */
export function groupByAge(sessions: readonly Session[], now: number): SessionGroup[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const sorted = sessions.toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))
  const groups: SessionGroup[] = [
    { name: 'today', sessions: sorted.filter((session) => session.updatedAt >= midnight) },
    { name: 'older', sessions: sorted.filter((session) => session.updatedAt < midnight) },
  ]
  return groups.filter((group) => group.sessions.length > 0)
}
