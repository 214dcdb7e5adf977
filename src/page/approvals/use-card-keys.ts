import { type RefObject, useEffect, useEffectEvent } from 'react'
import { takesLetters } from '../shortcuts.ts'

/** True where a card can be seen and reached: not in a hidden pane, under a drawer or behind a dialog. */
export function isInSight(card: HTMLElement | null): card is HTMLElement {
  return card?.checkVisibility() === true && card.closest('[inert], [aria-hidden=true]') === null
}

/**
 * The letters that answer a card, wherever the focus is but where letters are written. `actOf` gives what a letter does,
 * in lower case and with Shift told apart, or null where it does nothing; called for none while the card is out of sight.
 */
export function useCardKeys(
  card: RefObject<HTMLElement | null>,
  actOf: (letter: string, shift: boolean) => (() => void) | null,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || !isInSight(card.current)) return
    if (event.ctrlKey || event.metaKey || event.altKey || takesLetters(event.target)) return
    const act = actOf(event.key.toLowerCase(), event.shiftKey)
    if (act === null) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
