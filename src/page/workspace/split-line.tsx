import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { workspaceWords as words } from './workspace-words.ts'
import styles from './workspace.module.css'

const STEP = 16

/** The line between tree and file: dragged, or moved with the arrow keys. `width` is the tree's, in CSS pixels. */
export function SplitLine(props: {
  width: number
  min: number
  max: number
  onChange: (width: number) => void
  onDone: (width: number) => void
}) {
  const { width, min, max, onChange, onDone } = props
  const [dragging, setDragging] = useState(false)
  const last = useRef(width)
  const bounded = (value: number) => Math.round(Math.min(max, Math.max(min, value)))

  const onPointerDown = (down: PointerEvent<HTMLDivElement>) => {
    if (down.button !== 0) return
    down.preventDefault()
    const target = down.currentTarget
    target.setPointerCapture(down.pointerId)
    last.current = width
    setDragging(true)
    const move = (event: globalThis.PointerEvent) => {
      last.current = bounded(width + event.clientX - down.clientX)
      onChange(last.current)
    }
    const end = () => {
      target.removeEventListener('pointermove', move)
      setDragging(false)
      onDone(last.current)
    }
    target.addEventListener('pointermove', move)
    target.addEventListener('lostpointercapture', end, { once: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0
    if (by === 0) return
    event.preventDefault()
    onDone(bounded(width + by))
  }
  return (
    <div
      className={styles.split}
      role="separator"
      aria-orientation="vertical"
      aria-label={words.resize}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={width}
      tabIndex={0}
      data-dragging={dragging}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
