/** Calls `flush` once, soon. Returns a function that calls it off. */
export type FlushSchedule = (flush: () => void) => () => void

/** A hidden page gets no animation frames; its events are still applied, this often. */
const HIDDEN_FLUSH_MS = 250

/** With the next animation frame, or after a moment where no frame comes. */
export const onNextFrame: FlushSchedule = (flush) => {
  const off = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  const run = () => {
    off()
    flush()
  }
  const frame = requestAnimationFrame(run)
  const timer = setTimeout(run, HIDDEN_FLUSH_MS)
  return off
}
