import ArrowDown from 'lucide-react/icons/arrow-down'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { usePage, usePageStore, useTranscript } from '../store.ts'
import { STRUCTURE } from '../transcript.ts'
import { words } from '../words.ts'
import { buildRows, type Row } from './build-rows.ts'
import { RowView } from './row-view.tsx'
import { TurnStatusLine } from './turn-status-line.tsx'
import styles from './conversation.module.css'

/** Closer to the end than this, in pixels, the reader follows it. */
const AT_END_PX = 40

const ESTIMATES: Record<Row['kind'], number> = {
  older: 44,
  user: 72,
  text: 96,
  reasoning: 30,
  image: 200,
  call: 30,
  fold: 30,
  refused: 52,
  draft: 30,
  ended: 40,
  note: 44,
}

/**
 * A session's messages and calls, only those in sight in the page. The end is followed only while the
 * reader is at the end; whatever grows above leaves the place of what is read.
 */
export function Conversation({ sessionId }: { sessionId: string }) {
  const transcript = usePageStore().transcript(sessionId)
  const structure = useTranscript(sessionId, STRUCTURE, (held) => held.structure)
  const hasOlder = usePage((state) => state.opened.get(sessionId)?.hasOlder ?? false)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the transcript changes in place; `structure` says when
  const rows = useMemo(() => buildRows(transcript, hasOlder), [transcript, hasOlder, structure])
  const scroller = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)

  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled for memoisation
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATES[rows[index]?.kind ?? 'text'],
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END_PX,
    overscan: 8,
    paddingStart: 16,
    paddingEnd: 12,
    onChange: (instance) => setAtEnd(instance.isAtEnd(AT_END_PX)),
  })
  useLayoutEffect(() => {
    // Opened at its end, before anything is painted.
    virtualizer.scrollToEnd()
    const frame = scroller.current
    if (frame === null) return undefined
    // A question or a longer message below takes room: who was at the end stays there.
    let wasAtEnd = true
    const read = () => (wasAtEnd = virtualizer.isAtEnd(AT_END_PX))
    const sized = new ResizeObserver(() => {
      if (wasAtEnd) virtualizer.scrollToEnd()
    })
    frame.addEventListener('scroll', read, { passive: true })
    sized.observe(frame)
    return () => {
      frame.removeEventListener('scroll', read)
      sized.disconnect()
    }
  }, [virtualizer])

  return (
    <div className={styles.frame}>
      {/* Between the session's title and the headings inside of messages, which begin one level lower. */}
      <h2 className="visually-hidden">{words.regions.conversation}</h2>
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-live="off"
        aria-label={words.regions.conversation}
        tabIndex={0}
      >
        <div className={styles.rows} style={{ blockSize: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index]
            return (
              row !== undefined && (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  className={styles.row}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <RowView row={row} sessionId={sessionId} />
                </div>
              )
            )
          })}
        </div>
      </div>
      <div className={styles.below}>
        <TurnStatusLine sessionId={sessionId} />
        {!atEnd && (
          <Button
            small
            className={styles.jump ?? ''}
            icon={ArrowDown}
            onClick={() => {
              virtualizer.scrollToEnd()
              scroller.current?.focus({ preventScroll: true })
            }}
          >
            {words.conversation.jump}
          </Button>
        )}
      </div>
    </div>
  )
}
