import { useEffect, useMemo } from 'react'
import type { Session } from '#contracts/sessions.ts'
import { refValue } from '../kit/model-groups.ts'
import { useModelLists } from '../model-lists.ts'
import { useDispatch } from '../runtime.ts'
import { usePage, usePageStore } from '../store.ts'
import { words } from '../words.ts'
import type { Entry } from './find-entries.ts'

/**
 * The models that the providers offer, for `session` or, for null, for the one to come. A demo's answers are written
 * beforehand: it has none. With several providers each says whose it is.
 */
export function useModelEntries(session: Session | null): readonly Entry[] {
  const store = usePageStore()
  const dispatch = useDispatch()
  const providers = usePage((state) => state.settings.providers)
  const { lists, read } = useModelLists()
  const scripted = session !== null && session.demoId !== null
  const sessionId = session?.id ?? null
  useEffect(() => {
    if (!scripted) read()
  }, [scripted, read])
  return useMemo(() => {
    if (scripted) return []
    return providers.flatMap(({ id: providerId, label: provider }): Entry[] => {
      const list = lists.get(providerId)
      if (list?.state !== 'read') return []
      return list.models.map(({ id: modelId, label }) => {
        const model = { providerId, modelId }
        return {
          id: `model ${refValue(model)}`,
          kind: 'setting',
          label: words.palette.model(providers.length > 1 ? `${label} · ${provider}` : label),
          hint: '',
          run: () => {
            if (sessionId === null) store.setState(({ fresh }) => ({ fresh: { ...fresh, model } }))
            else void dispatch('session.update', { sessionId, model })
          },
        }
      })
    })
  }, [providers, lists, scripted, sessionId, store, dispatch])
}
