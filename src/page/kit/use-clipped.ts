import { type RefObject, useCallback, useState } from 'react'

/** Browsers round scroll positions: less than this, in pixels, is no content that is missing. */
const ROUNDING_PX = 1

/**
 * Watches a box that scrolls. At each edge where content is cut off the box carries that edge in `data-cut`, which
 * base.css lets fade; `clipped` is true while anything is cut off at all, so that it can be reached with Tab then.
 * Give `ref` to the box; `ownRef` then holds it too. Written to the element itself, because a scroll must not render
 * anything.
 */
export function useClipped(ownRef?: RefObject<HTMLElement | null>): {
  ref: (box: HTMLElement | null) => (() => void) | undefined
  clipped: boolean
} {
  const [clipped, setClipped] = useState(false)
  const ref = useCallback(
    (box: HTMLElement | null) => {
      if (ownRef !== undefined) ownRef.current = box
      if (box === null) return undefined
      const read = () => {
        const cut = cutEdges(box)
        if (cut === '') box.removeAttribute('data-cut')
        else if (box.dataset['cut'] !== cut) box.dataset['cut'] = cut
        setClipped(cut !== '')
      }
      const sizes = new ResizeObserver(read)
      const watch = () => {
        sizes.disconnect()
        sizes.observe(box)
        for (const child of box.children) sizes.observe(child)
      }
      const children = new MutationObserver(watch)
      children.observe(box, { childList: true })
      watch()
      box.addEventListener('scroll', read, { passive: true })
      return () => {
        sizes.disconnect()
        children.disconnect()
        box.removeEventListener('scroll', read)
        if (ownRef?.current === box) ownRef.current = null
      }
    },
    [ownRef],
  )
  return { ref, clipped }
}

/** The edges of `box` behind which there is more: some of "top bottom left right". */
function cutEdges(box: HTMLElement): string {
  const { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } = box
  const edges = []
  if (scrollTop > ROUNDING_PX) edges.push('top')
  if (scrollHeight - clientHeight - scrollTop > ROUNDING_PX) edges.push('bottom')
  if (scrollLeft > ROUNDING_PX) edges.push('left')
  if (scrollWidth - clientWidth - scrollLeft > ROUNDING_PX) edges.push('right')
  return edges.join(' ')
}
