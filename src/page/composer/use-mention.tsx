import { type ComponentProps, type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import type { ChoiceKeys } from './choice-list.tsx'
import { lazyView } from '../kit/lazy-view.tsx'
import { mentionAt, mentioned } from './mention-at.ts'
import type { MentionList as MentionListView } from './mention-list.tsx'
import type { Caret } from './use-caret.ts'

const MentionList = lazyView<ComponentProps<typeof MentionListView>>(
  async () => (await import('./mention-list.tsx')).MentionList,
  { lost: 'line' },
)

interface MentionProps {
  field: RefObject<HTMLTextAreaElement | null>
  /** Whose files are named; null for none. */
  sessionId: string | null
  text: string
  caret: Caret
  onChange: (text: string) => void
}

/** What suggests something while one writes. */
export interface Suggestions {
  /** The suggestions, or nothing. */
  list: ReactNode
  /** The list and the chosen option by id, for the text field to name; null while nothing is suggested. */
  active: { list: string; option: string } | null
  /** True where the key was for the suggestions. */
  onKey: (event: KeyboardEvent) => boolean
}

/** `@` in a message suggests the session's files: arrows choose, Enter or Tab puts the path in, Escape closes. */
export function useMention({ field, sessionId, text, caret, onChange }: MentionProps): Suggestions {
  /** Where the `@` stands whose suggestions were closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [active, setActive] = useState<{ list: string; option: string } | null>(null)
  const keys = useRef<ChoiceKeys>(null)
  const found = sessionId === null ? null : mentionAt(text, caret.at)
  const mention = found === null || found.start === closedAt ? null : found
  if (found === null && closedAt !== null) setClosedAt(null)

  const pick = (path: string) => {
    const area = field.current
    if (area === null || mention === null) return
    area.setRangeText(mentioned(path), mention.start, mention.start + 1 + mention.query.length, 'end')
    area.focus()
    caret.set(area.selectionStart)
    onChange(area.value)
  }
  return {
    onKey: (event) => {
      if (mention === null || active === null) return false
      if (event.key === 'Escape') setClosedAt(mention.start)
      else if (keys.current?.(event) !== true) return false
      event.preventDefault()
      return true
    },
    active: mention === null ? null : active,
    list: sessionId !== null && mention !== null && (
      <MentionList
        key={sessionId}
        sessionId={sessionId}
        query={mention.query}
        keys={keys}
        onActive={setActive}
        onPick={pick}
      />
    ),
  }
}
