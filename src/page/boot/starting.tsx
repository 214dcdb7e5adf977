import { useEffect, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Sign } from '../kit/sign.tsx'
import { words } from '../words.ts'
import styles from './boot.module.css'

const SLOW_AFTER_MS = 3_000
const SILENT_AFTER_MS = 30_000

/** The start. Nothing but the sign for the first moments; a slow start is called slow, a silent one offers a reload. */
export function Starting() {
  const [waited, setWaited] = useState<'moment' | 'long' | 'too-long'>('moment')
  useEffect(() => {
    const slow = window.setTimeout(() => setWaited('long'), SLOW_AFTER_MS)
    const silent = window.setTimeout(() => setWaited('too-long'), SILENT_AFTER_MS)
    return () => {
      window.clearTimeout(slow)
      window.clearTimeout(silent)
    }
  }, [])
  return (
    <main className={styles.screen} aria-busy={waited !== 'too-long'}>
      <Sign size={28} />
      <h1 className={waited === 'too-long' ? styles.title : 'visually-hidden'}>
        {waited === 'too-long' ? words.boot.silent : words.boot.starting}
      </h1>
      <p className={styles.text} role="status">
        {waited === 'long' ? words.boot.slow : waited === 'too-long' ? words.boot.silentAdvice : ''}
      </p>
      {waited === 'too-long' && (
        <Button look="primary" onClick={() => window.location.reload()}>
          {words.boot.reload}
        </Button>
      )}
    </main>
  )
}
