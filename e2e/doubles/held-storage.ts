import { fail } from '#contracts/failure.ts'
import type { Store } from '#contracts/ports/store.ts'
import type { Storage } from '#world/storage/open-storage.ts'
import { held, type Held } from './held.ts'

type Method = keyof Store

/** A storage whose calls a test can hold back, one at a time, or make fail. */
export function heldStorage(storage: Storage): {
  storage: Storage
  /** Holds the next call of `method` for which `when` is true. */
  hold(method: Method, when?: (argument: unknown) => boolean): Held
  /** Makes calls of `method` fail as a full disk would, until the returned function is called. */
  failing(method: Method, when?: (argument: unknown) => boolean): () => void
} {
  const holds: { method: Method; when: (argument: unknown) => boolean; enter: () => Promise<void> }[] = []
  const failures = new Set<{ method: Method; when: (argument: unknown) => boolean }>()
  const always = (): boolean => true
  const store = new Proxy(storage.store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]): Promise<unknown> => {
        for (const failure of failures) {
          if (failure.method === name && failure.when(args[0]))
            throw fail('storage', 'storage-full', 'The disk is full.')
        }
        const index = holds.findIndex((hold) => hold.method === name && hold.when(args[0]))
        if (index >= 0) await holds.splice(index, 1)[0]?.enter()
        return Reflect.apply(value, target, args)
      }
    },
  })
  return {
    storage: { ...storage, store },
    hold(method, when = always) {
      const place = held()
      holds.push({ method, when, enter: () => place.enter() })
      return place
    },
    failing(method, when = always) {
      const failure = { method, when }
      failures.add(failure)
      return () => void failures.delete(failure)
    },
  }
}
