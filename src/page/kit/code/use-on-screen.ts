import { useEffect, useRef, useState, type RefObject } from 'react'

/** True once the element has been on, or close to, the screen; it stays true. */
export function useOnScreen<E extends Element>(): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const target = element.current
    if (seen || target === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [seen])
  return [element, seen]
}
