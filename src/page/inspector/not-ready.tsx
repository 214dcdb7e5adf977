import { Button } from '../kit/button.tsx'
import { inspectorWords as words } from './inspector-words.ts'
import type { Answer } from './use-answer.ts'
import styles from './inspector.module.css'

/** What stands there while an answer is on its way, or where it is a failure. */
export function NotReady({ answer }: { answer: Exclude<Answer<unknown>, { status: 'ready' }> }) {
  if (answer.status === 'loading')
    return (
      <p className={styles.quiet} role="status">
        {words.loading}
      </p>
    )
  return (
    <div className={styles.failed} role="alert">
      <p>{answer.failure.message}</p>
      <Button small onClick={() => answer.retry()}>
        {words.retry}
      </Button>
    </div>
  )
}
