import type { ReactNode } from 'react'
import type { Tree } from '@lezer/common'
import type { HighlightTree } from './highlighter.ts'

export type Colouring = { readonly tree: Tree; readonly highlight: HighlightTree }

/**
 * `text.slice(from, to)` as spans by kind of token; as plain text without `colouring`. `write` makes of each
 * piece what is shown.
 */
export function coloured(
  text: string,
  from: number,
  to: number,
  colouring: Colouring | null,
  write: (piece: string) => string = (piece) => piece,
): ReactNode {
  if (colouring === null || from === to) return write(text.slice(from, to))
  const parts: ReactNode[] = []
  let at = from
  colouring.highlight(
    colouring.tree,
    (start, end, kind) => {
      // A token may reach over the range's edges.
      const first = Math.max(start, at)
      const last = Math.min(end, to)
      if (last <= first) return
      if (first > at) parts.push(write(text.slice(at, first)))
      parts.push(
        <span key={first} className={kind}>
          {write(text.slice(first, last))}
        </span>,
      )
      at = last
    },
    from,
    to,
  )
  if (at < to) parts.push(write(text.slice(at, to)))
  return parts
}
