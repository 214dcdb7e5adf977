import { useCallback, useEffect, useState } from 'react'
import { askToKeep } from '../ask-to-keep.ts'
import { Button } from '../kit/button.tsx'
import { bytes } from '../kit/format.ts'
import { useDispatch } from '../runtime.ts'
import { usePage, usePageStore } from '../store.ts'
import { settingsWords } from './settings-words.ts'
import styles from './settings.module.css'

/** Where the person's work is kept, how much of it there is, and whether the browser may clear it. */
export function Storage() {
  const store = usePageStore()
  const dispatch = useDispatch()
  const storage = usePage((state) => state.storage)
  const measure = useCallback(async () => {
    const report = await dispatch('storage.report', {})
    if (report !== null) store.setState({ storage: report })
  }, [dispatch, store])
  useEffect(() => void measure(), [measure])
  /** What came of asking the browser; null before. */
  const [answer, setAnswer] = useState<string | null>(null)
  const ask = async () => {
    const kept = await askToKeep(store)
    setAnswer(kept === null ? text.cannotAsk : kept ? text.agreed : text.refused)
  }
  const text = settingsWords.storage
  if (storage === null) return null
  const { kind, reason, usageBytes, quotaBytes, persisted } = storage
  const used =
    usageBytes === null
      ? text.unknown
      : quotaBytes === null
        ? bytes(usageBytes)
        : text.usedOf(bytes(usageBytes), bytes(quotaBytes))
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{text.kind}</dt>
          <dd>
            {text.kinds[kind]}
            {reason !== '' && <small>{reason}</small>}
          </dd>
        </div>
        <div>
          <dt>{text.used}</dt>
          <dd>
            {used}
            {usageBytes !== null && quotaBytes !== null && quotaBytes > 0 && (
              <meter min={0} max={1} high={0.8} value={usageBytes / quotaBytes} aria-label={text.used} />
            )}
          </dd>
        </div>
        <div>
          <dt>{text.persisted}</dt>
          <dd>
            {persisted === null ? text.persistedUnknown : persisted ? text.persistedYes : text.persistedNo}
            <small role="status">{answer}</small>
          </dd>
        </div>
      </dl>
      <div className={styles.row}>
        <Button onClick={() => void measure()}>{text.refresh}</Button>
        {kind === 'indexeddb' && persisted === false && <Button onClick={() => void ask()}>{text.ask}</Button>}
      </div>
    </>
  )
}
