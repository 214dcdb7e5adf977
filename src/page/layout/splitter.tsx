import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react'
import styles from './splitter.module.css'

interface SplitterProps {
  label: string
  /** The side of the pane on which it stands; the pane grows that way. */
  side: 'left' | 'right'
  /** Carries `property`, the pane's width. It is written there while dragging, without a render. */
  frame: RefObject<HTMLElement | null>
  property: string
  /** CSS pixels. */
  min: number
  max: number
  onDone: (width: number) => void
}

/** A line that resizes the pane it stands in: by dragging, or with the arrow keys. */
export function Splitter({ label, side, frame, property, min, max, onDone }: SplitterProps) {
  const line = useRef<HTMLDivElement>(null)
  const [now, setNow] = useState(min)
  const paneWidth = () => line.current?.parentElement?.getBoundingClientRect().width ?? min
  const show = (width: number): number => {
    const bounded = Math.round(Math.min(max, Math.max(min, width)))
    frame.current?.style.setProperty(property, `${bounded}px`)
    setNow(bounded)
    return bounded
  }

  const drag = (down: PointerEvent<HTMLDivElement>) => {
    if (down.button !== 0) return
    down.preventDefault()
    const target = down.currentTarget
    const start = paneWidth()
    let width = start
    target.setPointerCapture(down.pointerId)
    const move = (event: globalThis.PointerEvent) => {
      const by = event.clientX - down.clientX
      width = show(start + (side === 'right' ? by : -by))
    }
    const end = () => {
      target.removeEventListener('pointermove', move)
      target.removeEventListener('lostpointercapture', end)
      if (width !== start) onDone(width)
    }
    target.addEventListener('pointermove', move)
    target.addEventListener('lostpointercapture', end)
  }
  const step = (event: KeyboardEvent) => {
    const grow = side === 'right' ? 'ArrowRight' : 'ArrowLeft'
    const shrink = side === 'right' ? 'ArrowLeft' : 'ArrowRight'
    const by = event.key === grow ? 16 : event.key === shrink ? -16 : 0
    if (by === 0) return
    event.preventDefault()
    onDone(show(paneWidth() + by))
  }

  return (
    <div
      ref={line}
      className={styles.splitter}
      data-side={side}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={now}
      tabIndex={0}
      onFocus={() => setNow(Math.round(paneWidth()))}
      onPointerDown={drag}
      onKeyDown={step}
    />
  )
}
