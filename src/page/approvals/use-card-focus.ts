import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { focusMessage } from '../focus-message.ts'
import { isWriting } from '../last-typed.ts'
import { isAltChord, takesLetters } from '../shortcuts.ts'
import { isInSight } from './use-card-keys.ts'

/** Keys that mean something while the card itself has the focus: its answers, and those of the page. */
const OWN_KEYS = 'asrd/? '

/**
 * Brings the focus to a card that asks: when it appears, unless the person is writing or at work elsewhere, and
 * whenever `altChord('A')` is pressed; from within the card that key leads back to the message. Words that are begun on
 * the card go where words go. `id` says which question it is. True while letters do not reach the card.
 */
export function useCardFocus(card: RefObject<HTMLElement | null>, id: string): boolean {
  const [elsewhere, setElsewhere] = useState(false)
  /** Where words are asked for, to where they are written. */
  const take = useEffectEvent(() => {
    const place = card.current?.querySelector<HTMLElement>('textarea') ?? card.current
    place?.focus({ preventScroll: true })
  })

  /** A later question on the same card begins anew. */
  const arrive = useEffectEvent((_asked: string) => {
    const { activeElement } = document
    const free = activeElement === null || activeElement === document.body
    // From an empty message field only: what else has the focus was chosen by the person.
    if ((free || activeElement.matches('[data-composer]')) && !isWriting()) take()
  })
  useEffect(() => arrive(id), [id])
  useEffect(() => {
    const look = () =>
      setElsewhere(takesLetters(document.activeElement) && !card.current?.contains(document.activeElement))
    // The element that has the focus next is known only after this event.
    const leave = () => queueMicrotask(look)
    const onKey = (event: KeyboardEvent) => {
      const plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.isComposing
      // No answer begins with this letter. Focused before the letter is entered, the message takes it.
      if (
        plain &&
        event.target === card.current &&
        event.key.length === 1 &&
        !OWN_KEYS.includes(event.key.toLowerCase())
      )
        return focusMessage()
      if (!isAltChord(event, 'KeyA') || event.defaultPrevented || !isInSight(card.current)) return
      event.preventDefault()
      if (card.current.contains(document.activeElement)) focusMessage()
      else take()
    }
    look()
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', leave)
    window.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', leave)
      window.removeEventListener('keydown', onKey)
    }
  }, [card])
  return elsewhere
}
