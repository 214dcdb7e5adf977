import { type KeyboardEvent, lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { mentionAt, mentioned } from './mention-at.ts'
import type { MentionKeys } from './mention-list.tsx'

const MentionList = lazy(async () => ({ default: (await import('./mention-list.tsx')).MentionList }))

interface MentionProps {
  field: RefObject<HTMLTextAreaElement | null>
  /** Whose files are named; null for none. */
  sessionId: string | null
  text: string
  onChange: (text: string) => void
}

interface MentionParts {
  /** The suggestions, or nothing. */
  list: ReactNode
  /** What the text field carries while files are suggested. */
  field: object
  /** True where the key was for the suggestions. */
  onKey: (event: KeyboardEvent) => boolean
}

/** `@` in a message suggests the session's files: arrows choose, Enter or Tab puts the path in, Escape closes. */
export function useMention({ field, sessionId, text, onChange }: MentionProps): MentionParts {
  const [caret, setCaret] = useState(0)
  /** Where the `@` stands whose suggestions were closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [active, setActive] = useState<{ list: string; option: string } | null>(null)
  const keys = useRef<MentionKeys>(null)
  const found = sessionId === null ? null : mentionAt(text, caret)
  const mention = found === null || found.start === closedAt ? null : found
  if (found === null && closedAt !== null) setClosedAt(null)

  const pick = (path: string) => {
    const area = field.current
    if (area === null || mention === null) return
    area.setRangeText(mentioned(path), mention.start, mention.start + 1 + mention.query.length, 'end')
    area.focus()
    setCaret(area.selectionStart)
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
    field: {
      'aria-autocomplete': 'list',
      'aria-controls': mention === null ? undefined : active?.list,
      'aria-activedescendant': mention === null ? undefined : active?.option,
      onChange: (event: { currentTarget: HTMLTextAreaElement }) => {
        setCaret(event.currentTarget.selectionStart)
        onChange(event.currentTarget.value)
      },
      onSelect: (event: { currentTarget: HTMLTextAreaElement }) => {
        const { selectionStart, selectionEnd } = event.currentTarget
        setCaret(selectionStart === selectionEnd ? selectionStart : -1)
      },
      onBlur: () => setCaret(-1),
    },
    list: sessionId !== null && mention !== null && (
      <Suspense fallback={null}>
        <MentionList
          key={sessionId}
          sessionId={sessionId}
          query={mention.query}
          keys={keys}
          onActive={setActive}
          onPick={pick}
        />
      </Suspense>
    ),
  }
}
