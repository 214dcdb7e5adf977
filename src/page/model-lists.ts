import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Failure } from '#contracts/failure.ts'
import type { ModelInfo, ProviderConfig } from '#contracts/models.ts'
import { type RuntimeClient, useRuntime } from './runtime.ts'
import { usePage } from './store.ts'

export type ModelList =
  { state: 'reading' } | { state: 'read'; models: readonly ModelInfo[]; failure?: Failure | undefined }

/** A list that is older is read again when it is next wanted; until that is there it goes on being shown. */
const FRESH_MS = 60_000

/** What each provider offers, read when it is wanted, for all who show it. */
class ModelLists {
  #lists: ReadonlyMap<string, ModelList> = new Map()
  #readAt = new Map<string, number>()
  #reading = new Set<string>()
  #listeners = new Set<() => void>()

  constructor(private readonly runtime: RuntimeClient) {}

  /** By `listKey`; another map after each change. */
  readonly snapshot = (): ReadonlyMap<string, ModelList> => this.#lists
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  read(providers: readonly ProviderConfig[]): void {
    for (const provider of providers) {
      const key = listKey(provider)
      const fresh = performance.now() - (this.#readAt.get(key) ?? -Infinity) < FRESH_MS
      if (!fresh && !this.#reading.has(key)) void this.#readOne(provider.id, key)
    }
  }

  async #readOne(providerId: string, key: string): Promise<void> {
    this.#reading.add(key)
    const before = this.#lists.get(key)
    if (before === undefined || (before.state === 'read' && before.failure !== undefined))
      this.#put(key, { state: 'reading' })
    const result = await this.runtime.call('provider.models', { providerId })
    this.#reading.delete(key)
    const failure = result.ok ? result.value.failure : result.failure
    if (failure === undefined) this.#readAt.set(key, performance.now())
    const shown = this.#lists.get(key)
    // What was read before is better than nothing.
    if (failure !== undefined && shown?.state === 'read') return
    this.#put(key, result.ok ? { state: 'read', ...result.value } : { state: 'read', models: [], failure })
  }

  #put(key: string, list: ModelList): void {
    this.#lists = new Map(this.#lists).set(key, list)
    for (const listener of this.#listeners) listener()
  }
}

const held = new WeakMap<RuntimeClient, ModelLists>()

function listsOf(runtime: RuntimeClient): ModelLists {
  const lists = held.get(runtime) ?? new ModelLists(runtime)
  held.set(runtime, lists)
  return lists
}

/** Model lists by provider id, another map after each change. Nothing is asked of a provider before `read` is called. */
export function useModelLists(): { lists: ReadonlyMap<string, ModelList>; read: () => void } {
  const all = listsOf(useRuntime())
  const providers = usePage((state) => state.settings.providers)
  const known = useSyncExternalStore(all.subscribe, all.snapshot, all.snapshot)
  const read = useCallback(() => all.read(providers), [all, providers])
  const lists = useMemo(() => {
    const byId = new Map<string, ModelList>()
    for (const provider of providers) {
      const list = known.get(listKey(provider))
      if (list !== undefined) byId.set(provider.id, list)
    }
    return byId
  }, [known, providers])
  return { lists, read }
}

/** A changed key or address is a different list. */
function listKey({ id, baseUrl, keyHint, dialect }: ProviderConfig): string {
  return JSON.stringify([id, baseUrl, keyHint, dialect])
}
