import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { useDispatch } from '../runtime.ts'
import { usePageStore } from '../store.ts'
import { words } from '../words.ts'
import styles from './rows.module.css'

/** Reads the messages before the oldest one held. */
export function OlderRow({ sessionId }: { sessionId: string }) {
  const store = usePageStore()
  const dispatch = useDispatch()
  const [loading, setLoading] = useState(false)
  const load = async () => {
    setLoading(true)
    const beforeSeq = store.transcript(sessionId).seqs()[0] ?? 0
    const page = await dispatch('session.older', { sessionId, beforeSeq })
    if (page !== null) store.older(sessionId, page)
    setLoading(false)
  }
  return (
    <div className={styles.older}>
      <Button small look="quiet" disabled={loading} onClick={() => void load()}>
        {loading ? words.conversation.loadingOlder : words.conversation.older}
      </Button>
    </div>
  )
}
