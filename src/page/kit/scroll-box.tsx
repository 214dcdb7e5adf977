import type { ComponentProps } from 'react'
import { useClipped } from './use-clipped.ts'

interface ScrollBoxProps extends ComponentProps<'div'> {
  /** What it holds: its name while it can be reached with Tab. */
  name: string
  /** `pre` for code. */
  as?: 'div' | 'pre'
}

/**
 * A box that scrolls where its content is larger. What it cuts off fades at that edge; only then is it a region that
 * the keyboard reaches. The style that makes it scroll is the caller's.
 */
export function ScrollBox({ name, as: Box = 'div', ...rest }: ScrollBoxProps) {
  const { ref, clipped } = useClipped()
  const reached = clipped ? { role: 'region', 'aria-label': name, tabIndex: 0 } : {}
  return <Box {...(rest as object)} {...reached} ref={ref} />
}
