import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { words } from '../words.ts'
import { useLoadOlder } from './load-older.ts'
import styles from './rows.module.css'

/** Reads the messages before the oldest one held. */
export function OlderRow({ sessionId }: { sessionId: string }) {
  const loadOlder = useLoadOlder(sessionId)
  const [loading, setLoading] = useState(false)
  const load = async () => {
    setLoading(true)
    await loadOlder()
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
