import { memo, useMemo, useRef } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { words } from '#page/words.ts'
import { coloured, type Colouring } from './coloured.tsx'
import { languageOfPath } from './languages.ts'
import { lineEnd, lineStarts } from './line-starts.ts'
import { useColouring } from './use-colouring.ts'
import { useOnScreen } from './use-on-screen.ts'
import { showInvisible } from '../show-invisible.ts'
import { useClipped } from '../use-clipped.ts'
import styles from './code.module.css'

/** Pixels; the style sheet sets the same. */
const LINE_HEIGHT = 20
/** What is shown of one line: a minified file is one line of megabytes. */
const MAX_LINE_CHARS = 5_000
/** Up to this many lines all are in the page, so that the browser's own search finds them. */
const MAX_PLAIN_LINES = 400

/** Code to read: line numbers from `firstLine`, colours by the extension of `path`; only what is seen is in the page. */
export const CodeView = memo(function CodeView(props: { text: string; path: string; firstLine?: number }) {
  const { text, path, firstLine = 1 } = props
  const [frame, onScreen] = useOnScreen<HTMLDivElement>()
  const scroller = useRef<HTMLElement>(null)
  const { ref } = useClipped(scroller)
  const colouring = useColouring(text, languageOfPath(path), onScreen)
  const starts = useMemo(() => lineStarts(text), [text])
  const widest = useMemo(() => widestLine(text, starts), [text, starts])
  const plain = starts.length <= MAX_PLAIN_LINES
  const virtual = useVirtualizer({
    count: starts.length,
    estimateSize: () => LINE_HEIGHT,
    getScrollElement: () => scroller.current,
    overscan: 20,
    enabled: !plain,
  })
  const shown = plain ? Array.from(starts.keys()) : virtual.getVirtualItems().map((item) => item.index)
  const before = (shown[0] ?? 0) * LINE_HEIGHT
  const digits = String(firstLine + starts.length - 1).length
  return (
    <div className={styles.view} ref={frame} style={{ '--digits': `${digits}ch` }}>
      <div
        className={styles.viewScroll}
        ref={ref}
        tabIndex={0}
        role="region"
        aria-label={words.text.ofFile(showInvisible(path))}
      >
        <div
          className={styles.lines}
          style={{
            blockSize: starts.length * LINE_HEIGHT,
            paddingBlockStart: before,
            minInlineSize: `calc(${widest + 4}ch + var(--digits))`,
          }}
        >
          {shown.map((index) => (
            <div className={styles.line} key={index}>
              <span className={styles.gutter} data-line={firstLine + index} aria-hidden />
              <code className={styles.lineText}>{lineContent(text, starts, index, colouring)}</code>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
})

function lineContent(text: string, starts: readonly number[], index: number, colouring: Colouring | null) {
  const start = starts[index] ?? 0
  const end = lineEnd(text, starts, index)
  const cut = Math.min(end, start + MAX_LINE_CHARS)
  return (
    <>
      {coloured(text, start, cut, colouring, showInvisible)}
      {cut < end ? <span className={styles.cut}>{` … ${words.text.moreCharacters(end - cut)}`}</span> : '\n'}
    </>
  )
}

/** Columns of the widest line, a tab as two. Lines are placed freely, so the width must be known. */
function widestLine(text: string, starts: readonly number[]): number {
  let widest = 0
  for (const [index, start] of starts.entries()) {
    const end = lineEnd(text, starts, index)
    let columns = Math.min(end - start, MAX_LINE_CHARS + 40)
    for (let at = start; at < end && text[at] === '\t'; at += 1) columns += 1
    widest = Math.max(widest, columns)
  }
  return widest
}
