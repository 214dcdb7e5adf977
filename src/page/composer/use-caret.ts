import { useState } from 'react'

type FieldEvent = { currentTarget: HTMLTextAreaElement }

/** Where the caret of a text field stands, for what it suggests. */
export interface Caret {
  /** -1 while a range is selected, or the field has lost the focus. */
  at: number
  set: (at: number) => void
  /** What the text field tells it. */
  field: { onSelect: (event: FieldEvent) => void; onBlur: () => void }
}

export function useCaret(): Caret {
  const [at, set] = useState(0)
  return {
    at,
    set,
    field: {
      onSelect: ({ currentTarget: { selectionStart, selectionEnd } }) =>
        set(selectionStart === selectionEnd ? selectionStart : -1),
      onBlur: () => set(-1),
    },
  }
}
