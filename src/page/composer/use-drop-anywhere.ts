import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * Files that are dropped anywhere on the page go to `onFiles`, unless a part of the page takes them itself. True while
 * they are held above the page. Nothing that is dropped beside a place for it leads the page away. What stands out of
 * sight, or behind a dialog, takes nothing, and neither does a `field` that may not be written.
 */
export function useDropAnywhere(
  field: RefObject<HTMLElement | null>,
  readOnly: boolean,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [held, setHeld] = useState(false)
  const mayTake = () => {
    const shown = field.current
    return (
      !readOnly && shown !== null && shown.checkVisibility() && shown.closest('[inert], [aria-hidden=true]') === null
    )
  }
  const over = useEffectEvent((event: DragEvent) => {
    const files = carries(event, 'Files')
    // The part of the page that takes it has said so by now.
    const taken = event.defaultPrevented
    setHeld(files && !taken && mayTake())
    if (taken || !(files || leadsAway(event))) return
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = files && mayTake() ? 'copy' : 'none'
  })
  const drop = useEffectEvent((event: DragEvent) => {
    if (event.defaultPrevented || !(carries(event, 'Files') || leadsAway(event))) return
    event.preventDefault()
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length > 0 && mayTake()) onFiles(files)
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const end = () => setHeld(false)
    window.addEventListener('dragover', (event) => over(event), { signal })
    window.addEventListener('drop', (event) => drop(event), { signal })
    // Before any part of the page: one that takes a drop keeps it to itself.
    window.addEventListener('drop', end, { signal, capture: true })
    window.addEventListener('dragend', end, { signal, capture: true })
    window.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && end(), { signal })
    return () => listening.abort()
  }, [])
  return held
}

function carries({ dataTransfer }: DragEvent, type: string): boolean {
  return dataTransfer?.types.includes(type) === true
}

/** A link or picture that a browser would go to; a text field takes it as text. */
function leadsAway(event: DragEvent): boolean {
  if (!carries(event, 'text/uri-list')) return false
  const { target } = event
  return !(target instanceof Element && target.closest('input, textarea, [contenteditable=true]') !== null)
}
