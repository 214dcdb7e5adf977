import { useCallback, useState } from 'react'
import type { Failure } from '#contracts/failure.ts'
import type { ModelInfo } from '#contracts/models.ts'
import { useRuntime } from './runtime.ts'
import { usePage } from './store.ts'

export type ModelList =
  { state: 'reading' } | { state: 'read'; models: readonly ModelInfo[]; failure?: Failure | undefined }

/** What each provider offers, read once per page and provider: `read` asks for all that is not there yet. */
const lists = new Map<string, ModelList>()

/** Model lists by provider id. Nothing is asked of a provider before `read` is called. */
export function useModelLists(): { lists: ReadonlyMap<string, ModelList>; read: () => void } {
  const runtime = useRuntime()
  const providers = usePage((state) => state.settings.providers)
  const [, show] = useState(0)
  const read = useCallback(() => {
    for (const provider of providers) {
      // A changed key or address is a different list.
      const key = listKey(provider)
      const held = lists.get(key)
      if (held !== undefined && (held.state === 'reading' || held.failure === undefined)) continue
      lists.set(key, { state: 'reading' })
      void runtime.call('provider.models', { providerId: provider.id }).then((result) => {
        lists.set(
          key,
          result.ok ? { state: 'read', ...result.value } : { state: 'read', models: [], failure: result.failure },
        )
        show((count) => count + 1)
      })
    }
    show((count) => count + 1)
  }, [runtime, providers])
  const byId = new Map<string, ModelList>()
  for (const provider of providers) {
    const held = lists.get(listKey(provider))
    if (held !== undefined) byId.set(provider.id, held)
  }
  return { lists: byId, read }
}

function listKey({
  id,
  baseUrl,
  keyHint,
  dialect,
}: {
  id: string
  baseUrl: string
  keyHint: string
  dialect: string
}): string {
  return JSON.stringify([id, baseUrl, keyHint, dialect])
}
