import { type ComponentProps, type RefObject, useRef, useState } from 'react'
import type { Session } from '#contracts/sessions.ts'
import type { ChoiceKeys } from './choice-list.tsx'
import { lazyView } from '../kit/lazy-view.tsx'
import { slashAt } from './slash-at.ts'
import type { SlashList as SlashListView } from './slash-list.tsx'
import type { Caret } from './use-caret.ts'
import type { Suggestions } from './use-mention.tsx'

const SlashList = lazyView<ComponentProps<typeof SlashListView>>(
  async () => (await import('./slash-list.tsx')).SlashList,
  { lost: 'line' },
)

interface SlashProps {
  field: RefObject<HTMLTextAreaElement | null>
  session: Session | null
  text: string
  caret: Caret
  onChange: (text: string) => void
}

/** `/` at the start suggests commands, and what may follow them: arrows choose, Enter or Tab puts it in, Escape closes. */
export function useSlash({ field, session, text, caret, onChange }: SlashProps): Suggestions {
  const [closed, setClosed] = useState(false)
  const [active, setActive] = useState<{ list: string; option: string } | null>(null)
  const keys = useRef<ChoiceKeys>(null)
  const found = slashAt(text, caret.at)
  // Another part of the command, or another command, is suggested again.
  if (closed && !text.startsWith('/')) setClosed(false)
  const shown = closed ? null : found

  const pick = (whole: string) => {
    const area = field.current
    if (area === null) return
    area.setRangeText(whole, 0, area.value.length, 'end')
    area.focus()
    caret.set(whole.length)
    onChange(whole)
  }
  return {
    onKey: (event) => {
      if (shown === null || active === null) return false
      if (event.key === 'Escape') setClosed(true)
      else if (keys.current?.(event) !== true) return false
      event.preventDefault()
      return true
    },
    active: shown === null ? null : active,
    list: shown !== null && (
      <SlashList session={session} text={text} found={shown} keys={keys} onActive={setActive} onPick={pick} />
    ),
  }
}
