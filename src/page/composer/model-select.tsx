import { useState } from 'react'
import type { ModelRef } from '#contracts/models.ts'
import type { Session } from '#contracts/sessions.ts'
import { modelGroups, modelLabel, readRef, refValue } from '../kit/model-groups.ts'
import { Select } from '../kit/select.tsx'
import { lazyView } from '../kit/lazy-view.tsx'
import { useModelLists } from '../model-lists.ts'
import { useDispatch } from '../runtime.ts'
import { usePage, usePageStore } from '../store.ts'
import { words } from '../words.ts'

const TypedModel = lazyView<{ onClose: () => void; onUse: (model: ModelRef) => void }>(
  async () => (await import('./typed-model.tsx')).TypedModel,
  { lost: 'dialog' },
)
const TYPED = 'typed'
const ADD = 'add'

/** Which model answers: from the providers' lists, by a typed id, or from a provider still to be added. */
export function ModelSelect({ session, disabled }: { session: Session | null; disabled: boolean }) {
  const store = usePageStore()
  const dispatch = useDispatch()
  const providers = usePage((state) => state.settings.providers)
  const fresh = usePage((state) => state.fresh.model ?? state.settings.defaultModel)
  const { lists, read } = useModelLists()
  const [typing, setTyping] = useState(false)
  const model = session === null ? fresh : session.model
  const scripted = session !== null && session.demoId !== null

  const use = (chosen: ModelRef) => {
    if (session === null) store.setState((now) => ({ fresh: { ...now.fresh, model: chosen } }))
    else void dispatch('session.update', { sessionId: session.id, model: chosen })
  }
  const choose = (value: string) => {
    if (value === ADD) return store.setState({ dialog: 'settings', settingsSection: 'providers' })
    if (value === TYPED) return setTyping(true)
    const chosen = readRef(value)
    if (chosen !== null) use(chosen)
    return undefined
  }
  const shown = scripted ? words.model.scripted : model === null ? words.model.none : modelLabel(model, lists)
  const more = [
    ...(providers.length > 0 ? [{ value: TYPED, label: words.model.typed }] : []),
    { value: ADD, label: words.model.add },
  ]

  return (
    <>
      <Select
        name={words.model.label}
        look="quiet"
        value={model === null ? '' : refValue(model)}
        shown={shown}
        groups={[...modelGroups(providers, lists, model), { label: '', choices: more }]}
        disabled={disabled || scripted}
        onOpen={read}
        onChange={choose}
      />
      {typing && <TypedModel onClose={() => setTyping(false)} onUse={use} />}
    </>
  )
}
