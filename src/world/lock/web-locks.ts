import type { LockPort } from '#contracts/ports/lock.ts'

/**
 * Locks across tabs, by the browser's lock manager: the browser frees a lock when its tab ends, however
 * it ends. `prefix` keeps the names apart from other users of this origin.
 */
export function webLocks(manager: LockManager = navigator.locks, prefix = 'sallyport:'): LockPort {
  const held = new Map<string, () => void>()
  const asking = new Map<string, Promise<boolean>>()

  /** Takes the lock and keeps it until `release`; the promise of the request itself ends only then. */
  const take = (name: string, options: LockOptions): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const request = manager.request(prefix + name, options, (lock) => {
        if (lock === null) {
          resolve(false)
          return undefined
        }
        return new Promise<void>((release) => {
          held.set(name, release)
          resolve(true)
        })
      })
      request.catch(reject)
    })

  return {
    acquire: (name) => {
      if (held.has(name)) return Promise.resolve(true)
      // Asked twice at once, this tab would be refused by itself.
      const answer = asking.get(name) ?? take(name, { ifAvailable: true }).finally(() => asking.delete(name))
      asking.set(name, answer)
      return answer
    },
    whenFree: async (name, signal) => {
      signal.throwIfAborted()
      return held.has(name) || (await take(name, { signal }))
    },
    release: (name) => {
      held.get(name)?.()
      held.delete(name)
    },
  }
}
