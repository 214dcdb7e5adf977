import type { LockPort } from '#contracts/ports/lock.ts'

interface Waiter {
  readonly owner: object
  readonly give: () => void
}

/**
 * Locks within one thread, for the command line and for tests: each port that `tab` makes is like
 * a tab of its own, and they queue for the same names.
 */
export function memoryLocks(): { tab(): LockPort } {
  const owners = new Map<string, object>()
  const queues = new Map<string, Waiter[]>()

  const next = (name: string) => {
    const queue = queues.get(name) ?? []
    const first = queue.shift()
    if (queue.length === 0) queues.delete(name)
    if (first === undefined) {
      owners.delete(name)
      return
    }
    owners.set(name, first.owner)
    first.give()
  }

  return {
    tab: () => {
      const me = {}
      const acquire = (name: string): boolean => {
        if (!owners.has(name)) owners.set(name, me)
        return owners.get(name) === me
      }
      return {
        acquire: async (name) => acquire(name),
        whenFree: (name, signal) =>
          new Promise((resolve, reject) => {
            if (signal.aborted) {
              reject(signal.reason)
              return
            }
            if (acquire(name)) {
              resolve(true)
              return
            }
            const queue = queues.get(name) ?? []
            const stop = () => {
              const at = queue.indexOf(waiter)
              if (at !== -1) queue.splice(at, 1)
              reject(signal.reason)
            }
            const waiter: Waiter = {
              owner: me,
              give: () => {
                signal.removeEventListener('abort', stop)
                resolve(true)
              },
            }
            queue.push(waiter)
            queues.set(name, queue)
            signal.addEventListener('abort', stop, { once: true })
          }),
        release: (name) => {
          if (owners.get(name) === me) next(name)
        },
      }
    },
  }
}
