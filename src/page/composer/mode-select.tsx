import { MODES, type Mode } from '#contracts/risk.ts'
import type { Session } from '#contracts/sessions.ts'
import { Select } from '../kit/select.tsx'
import { useDispatch } from '../runtime.ts'
import { usePage, usePageStore } from '../store.ts'
import { words } from '../words.ts'

/** How much the session may do without asking. */
export function ModeSelect({ session, disabled }: { session: Session | null; disabled: boolean }) {
  const store = usePageStore()
  const dispatch = useDispatch()
  const fresh = usePage((state) => state.fresh.mode ?? state.settings.defaultMode)
  const mode = session?.mode ?? fresh
  const choose = (value: string) => {
    const chosen = MODES.find((each): each is Mode => each === value)
    if (chosen === undefined || chosen === mode) return
    if (session === null) store.setState((now) => ({ fresh: { ...now.fresh, mode: chosen } }))
    else void dispatch('session.update', { sessionId: session.id, mode: chosen })
  }
  const choices = MODES.map((each) => ({ value: each, label: words.mode.names[each], about: words.mode.about[each] }))
  return (
    <Select
      name={words.mode.label}
      hint={words.mode.about[mode]}
      look="quiet"
      value={mode}
      shown={words.mode.names[mode]}
      groups={[{ label: '', choices }]}
      disabled={disabled}
      onChange={choose}
    />
  )
}
