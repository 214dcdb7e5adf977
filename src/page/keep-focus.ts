import { focusMessage } from './focus-message.ts'

/**
 * Keeps the focus somewhere visible: where the element that has it goes, is hidden or can no longer be used, the focus
 * moves to the nearest part round it that takes one, to the message, or to the conversation. A person who puts the
 * focus down, by a click beside everything, is left alone. Returns the way to stop.
 */
export function keepFocus(): () => void {
  /** Who has the focus, and what it stands in: once it is gone it no longer says where it was. */
  let held: { element: HTMLElement; within: HTMLElement[] } | null = null
  let frame = 0

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const within: HTMLElement[] = []
    for (let up = target.parentElement; up !== null && up !== document.body; up = up.parentElement) within.push(up)
    held = { element: target, within }
  }
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    // An element that goes is told so too. Only one that could have kept the focus was left on purpose.
    queueMicrotask(() => {
      const left = relatedTarget === null && document.hasFocus() && held?.element === target
      if (left && target instanceof HTMLElement && takesFocus(target)) held = null
    })
  }
  const look = () => {
    frame = 0
    if (held === null || takesFocus(held.element)) return
    const { activeElement } = document
    if (activeElement !== null && activeElement !== document.body && activeElement !== held.element) return
    const { within } = held
    held = null
    // A dialog that closes gives the focus back by itself, in its own time.
    if (within.some((each) => each.role === 'dialog' && !each.isConnected)) return
    within.find((each) => each.hasAttribute('tabindex') && takesFocus(each))?.focus({ preventScroll: true })
    if (document.activeElement === document.body && window.matchMedia('(pointer: fine)').matches) focusMessage()
    // A touch screen would raise its keyboard over what is to be read.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[role=log]')?.focus({ preventScroll: true })
  }
  const watcher = new MutationObserver(() => {
    if (held === null) return
    // A text box that is made anew, as with a first message, must not lose the letters typed until the next frame.
    if (!held.element.isConnected && held.element.matches('[data-composer]')) look()
    else if (frame === 0) frame = requestAnimationFrame(look)
  })

  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)
  watcher.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  })
  return () => {
    document.removeEventListener('focusin', onFocusIn)
    document.removeEventListener('focusout', onFocusOut)
    watcher.disconnect()
    cancelAnimationFrame(frame)
  }
}

function takesFocus(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    !element.matches(':disabled') &&
    element.closest('[inert]') === null &&
    element.checkVisibility()
  )
}
