import type { Store } from '#contracts/ports/store.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'
import { ourStack } from '../our-stack.ts'

/** Over a list that keeps what it is given and checks nothing: what is left is the loop itself. */
export const stack = ourStack((): Store => {
  const kept: object[] = []
  const keep = async (...records: readonly object[]): Promise<void> => void kept.push(...records)
  return {
    ...memoryStorage('A benchmark keeps nothing.').store,
    saveMessage: (message) => keep(message),
    saveTurn: (message, calls) => keep(message, ...calls),
    saveCall: (record) => keep({ ...record }),
    saveSession: (session) => keep(session),
  }
})
