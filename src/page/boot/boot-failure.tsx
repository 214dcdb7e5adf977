import { Button } from '../kit/button.tsx'
import { Sign } from '../kit/sign.tsx'
import { usePage } from '../store.ts'
import { words } from '../words.ts'
import styles from './boot.module.css'

/** The screen of a failed start (spec RG6): what is wrong, in words that say what to do, and the facts. */
export function BootFailure() {
  const failure = usePage((state) => state.bootFailure)
  if (failure === null) return null
  return (
    <main className={styles.screen}>
      <Sign size={28} />
      <h1 className={styles.title}>{words.boot.failed}</h1>
      <p className={styles.text} role="alert">
        {failure.message}
      </p>
      <p className={styles.text}>{words.boot.whatWorks}</p>
      <Button look="primary" onClick={() => window.location.reload()}>
        {words.boot.reload}
      </Button>
      <details className={styles.details}>
        <summary>{words.boot.details}</summary>
        <pre tabIndex={0}>
          {JSON.stringify({ stage: failure.stage, kind: failure.kind, ...failure.detail }, null, 2)}
        </pre>
      </details>
    </main>
  )
}
