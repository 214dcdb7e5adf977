import type { Storage } from '#world/storage/open-storage.ts'

/**
 * A tab's view of a storage that outlives it. After `die` nothing that the tab asks for happens or
 * answers any more, as when a tab is killed; what had been stored before stays for the next one.
 */
export function mortalStorage(storage: Storage): { storage: Storage; die(): void } {
  let dead = false
  const guard = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]): unknown => (dead ? new Promise(() => {}) : Reflect.apply(value, target, args))
      },
    })
  return {
    storage: { ...storage, store: guard(storage.store), workspaces: guard(storage.workspaces) },
    die: () => void (dead = true),
  }
}
