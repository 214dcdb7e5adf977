import { type RefObject, useLayoutEffect } from 'react'

/** Has a text field be as high as its text, whatever its width becomes; its style says how high it is at most. */
export function useGrownHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (field.current !== null) fit(field.current, text)
  }, [field, text])
  useLayoutEffect(() => {
    const area = field.current
    if (area === null) return undefined
    let width = area.clientWidth
    let frame = 0
    const sizes = new ResizeObserver(() => {
      // Its height is what this changes itself.
      if (area.clientWidth === width) return
      width = area.clientWidth
      // Not at once: what is watched must not change while it is reported.
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => fit(area, area.value))
    })
    sizes.observe(area)
    return () => {
      cancelAnimationFrame(frame)
      sizes.disconnect()
    }
  }, [field])
}

/** A text of more characters is higher than any field is let become: laying it all out to measure it takes long. */
const SURELY_HIGHEST_CHARS = 20_000

function fit(area: HTMLTextAreaElement, text: string): void {
  if (text.length > SURELY_HIGHEST_CHARS) {
    area.style.height = '100vh'
    return
  }
  // Without this a shrinking text keeps its height. Read and written in one go: one layout.
  area.style.height = 'auto'
  if (text !== '') area.style.height = `${area.scrollHeight}px`
}
