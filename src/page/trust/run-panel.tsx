import type { WatchEntries, WatchEntry } from '#contracts/run-watch.ts'
import type { Session } from '#contracts/sessions.ts'
import type { TrustState } from '#contracts/trust.ts'
import { Button } from '../kit/button.tsx'
import { exactTime } from '../kit/format.ts'
import { RiskMark } from '../kit/risk-mark.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { usePageStore } from '../store.ts'
import { SourceList } from './source-list.tsx'
import { trustWords as words } from './trust-words.ts'
import styles from './trust.module.css'

/** What ran, what came in, what private data was read, and how the workspace stands. Each entry leads to its call. */
export function RunPanel(props: { session: Session; trust: TrustState | undefined; onClose: () => void }) {
  const { session, trust, onClose } = props
  const store = usePageStore()
  const { watch } = session
  const show = (callId: string) => {
    onClose()
    store.showCall(session.id, callId)
  }
  return (
    <>
      {watch !== undefined && (
        <section>
          <h2>{words.observed}</h2>
          <RiskMark risk={watch.observed} />
        </section>
      )}
      <section>
        <h2>{words.entered}</h2>
        {watch === undefined || watch.entered.first.length === 0 ? (
          <p>{words.enteredNone}</p>
        ) : (
          <>
            <Entries entries={watch.entered} onShow={show} />
            <p className={styles.about}>{words.enteredAbout}</p>
          </>
        )}
      </section>
      {watch !== undefined && watch.privateReads.first.length > 0 && (
        <section>
          <h2>{words.privateReads}</h2>
          <Entries entries={watch.privateReads} onShow={show} />
          <p className={styles.about}>{words.privateAbout}</p>
        </section>
      )}
      {trust !== undefined && (
        <section>
          <h2>{words.workspace}</h2>
          <p>{trust.trusted ? words.trusted : words.untrusted}</p>
          <SourceList trust={trust} shown={3} />
          <Button
            small
            onClick={() => {
              onClose()
              store.setState({ dialog: 'trust' })
            }}
          >
            {words.look}
          </Button>
        </section>
      )}
    </>
  )
}

function Entries({ entries, onShow }: { entries: WatchEntries; onShow: (callId: string) => void }) {
  return (
    <ul className={styles.entries}>
      {entries.first.map((entry, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- entries are added at the end, or all go at once; they have no state
        <li key={index}>
          <Entry entry={entry} onShow={onShow} />
        </li>
      ))}
      {entries.more > 0 && <li className={styles.about}>{words.more(entries.more)}</li>}
    </ul>
  )
}

function Entry({ entry: { callId, what, at }, onShow }: { entry: WatchEntry; onShow: (callId: string) => void }) {
  const time = new Date(at).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })
  const shown = showInvisible(what)
  const said = (
    <>
      <span>{shown}</span>{' '}
      <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
        {time}
      </time>
    </>
  )
  // What a damaged record lost has no call.
  if (callId === '') return <span className={styles.entry}>{said}</span>
  return (
    <button type="button" className={styles.entry} onClick={() => onShow(callId)}>
      {said}
      <span className="visually-hidden">{words.showCall}</span>
    </button>
  )
}
