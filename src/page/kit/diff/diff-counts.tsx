import { words } from '#page/words.ts'
import styles from './diff.module.css'

/** "+12 −3" beside a file's name, read out as words. Parts that are zero are left out. */
export function DiffCounts({ added, removed }: { added: number; removed: number }) {
  if (added === 0 && removed === 0) return null
  return (
    <span className={styles.counts} role="img" aria-label={words.diff.counts(added, removed)}>
      {added > 0 ? <span className={styles.countAdded}>+{added}</span> : null}
      {removed > 0 ? <span className={styles.countRemoved}>−{removed}</span> : null}
    </span>
  )
}
