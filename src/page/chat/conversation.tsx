import ArrowDown from 'lucide-react/icons/arrow-down'
import { elementScroll, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { usePage, usePageStore, useTranscript } from '../store.ts'
import { STRUCTURE } from '../transcript.ts'
import { words } from '../words.ts'
import { buildRows, type Row } from './build-rows.ts'
import { RowView } from './row-view.tsx'
import { ScrollFollow } from './scroll-follow.ts'
import { TurnStatusLine } from './turn-status-line.tsx'
import { useShownCall } from './use-shown-call.ts'
import styles from './conversation.module.css'

const ESTIMATES: Record<Row['kind'], number> = {
  older: 44,
  user: 72,
  own: 36,
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
  const follow = useRef<ScrollFollow>(null)
  const [away, setAway] = useState(false)

  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled for memoisation
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATES[rows[index]?.kind ?? 'text'],
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    // Keeps the place of what is read; that the end is followed is not left to it (`ScrollFollow`): it makes up for rows
    // that grew where nothing could scroll yet as soon as something can.
    anchorTo: 'end',
    scrollToFn: useCallback((...scroll: Parameters<typeof elementScroll<HTMLDivElement>>) => {
      elementScroll(...scroll)
      follow.current?.scrolledByPage()
    }, []),
    overscan: 8,
    paddingStart: 16,
    paddingEnd: 12,
  })
  useShownCall({ sessionId, rows, hasOlder, scroller, follow, virtualizer })
  useLayoutEffect(() => {
    if (scroller.current === null) return undefined
    // Opened at its end, before anything is painted.
    const following = new ScrollFollow(scroller.current, setAway)
    follow.current = following
    return () => following.stop()
  }, [])
  const size = virtualizer.getTotalSize()
  useLayoutEffect(() => follow.current?.grown(), [size])
  const ended = usePage((state) => (state.shownEnd?.sessionId === sessionId ? state.shownEnd : null))
  useEffect(() => {
    if (ended !== null) follow.current?.toEnd()
  }, [ended])

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
        <div className={styles.rows} style={{ blockSize: size }}>
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
        {away && (
          <Button
            small
            className={styles.jump ?? ''}
            icon={ArrowDown}
            onClick={() => {
              follow.current?.toEnd()
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
