import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'
import type { PaneWidth } from '../panes.ts'
import styles from './splitter.module.css'

interface SplitterProps {
  label: string
  /** The side of the pane on which it stands; the pane grows that way. */
  side: 'left' | 'right'
  /** Carries `property`, the pane's width. It is written there while dragging, without a render. */
  frame: RefObject<HTMLElement | null>
  property: string
  width: PaneWidth
  onDone: (width: number) => void
}

/** A line that resizes the pane it stands in: by dragging, or with the arrow keys. */
export function Splitter({ label, side, frame, property, width: { now, min, max }, onDone }: SplitterProps) {
  /** Where it is while it is dragged. */
  const [held, setHeld] = useState<number | null>(null)
  const show = (width: number): number => {
    const bounded = Math.round(Math.min(max, Math.max(min, width)))
    frame.current?.style.setProperty(property, `${bounded}px`)
    return bounded
  }

  const drag = (down: PointerEvent<HTMLDivElement>) => {
    if (down.button !== 0) return
    down.preventDefault()
    const target = down.currentTarget
    let width = now
    target.setPointerCapture(down.pointerId)
    const move = (event: globalThis.PointerEvent) => {
      const by = event.clientX - down.clientX
      width = show(now + (side === 'right' ? by : -by))
      setHeld(width)
    }
    const end = () => {
      target.removeEventListener('pointermove', move)
      target.removeEventListener('lostpointercapture', end)
      setHeld(null)
      if (width !== now) onDone(width)
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
    onDone(show(now + by))
  }

  return (
    <div
      className={styles.splitter}
      data-side={side}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={held ?? now}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={step}
    />
  )
}
