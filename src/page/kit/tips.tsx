import { useEffect, useRef, useState } from 'react'
import { Spoken } from './spoken.tsx'
import styles from './tips.module.css'

interface Tip {
  text: string
  key: string | undefined
  x: number
  y: number
  below: boolean
}

const WAIT_MS = 450

/**
 * The one tip of the page: whatever carries `data-tip` gets it on hover and on keyboard focus. It only
 * repeats what the accessible name or the words beside it say, so screen readers are spared it.
 */
export function Tips() {
  const [tip, setTip] = useState<Tip | null>(null)
  const shown = useRef<Element | null>(null)

  useEffect(() => {
    let timer = 0
    const hide = () => {
      window.clearTimeout(timer)
      shown.current = null
      setTip(null)
    }
    const show = (event: Event, wait: number) => {
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null
      if (target === shown.current) return
      hide()
      if (target === null) return
      shown.current = target
      timer = window.setTimeout(() => {
        const text = target.dataset['tip']
        if (!target.isConnected || text === undefined || text === '') return
        const box = target.getBoundingClientRect()
        const below = box.top < 48
        setTip({
          text,
          key: target.dataset['tipKey'],
          x: box.left + box.width / 2,
          y: below ? box.bottom : box.top,
          below,
        })
      }, wait)
    }
    const over = (event: PointerEvent) => event.pointerType === 'mouse' && show(event, WAIT_MS)
    const focus = (event: FocusEvent) =>
      event.target instanceof Element && event.target.matches(':focus-visible') && show(event, WAIT_MS)
    document.addEventListener('pointerover', over)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', hide)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('keydown', hide)
    document.addEventListener('scroll', hide, true)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('pointerover', over)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('keydown', hide)
      document.removeEventListener('scroll', hide, true)
    }
  }, [])

  if (tip === null) return null
  const x = Math.min(Math.max(tip.x, 90), window.innerWidth - 90)
  return (
    <div className={styles.tip} data-below={tip.below || undefined} style={{ left: x, top: tip.y }} aria-hidden="true">
      <Spoken text={tip.text} />
      {tip.key !== undefined && <kbd>{tip.key}</kbd>}
    </div>
  )
}
