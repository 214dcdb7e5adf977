import styles from './diff.module.css'

/** "+12 −3" beside a file's name, read out as words. Parts that are zero are left out. */
export function DiffCounts({ added, removed }: { added: number; removed: number }) {
  if (added === 0 && removed === 0) return null
  const words = [added > 0 ? `${added} added` : '', removed > 0 ? `${removed} removed` : ''].filter(
    (word) => word !== '',
  )
  return (
    <span className={styles.counts} role="img" aria-label={`${words.join(', ')}`}>
      {added > 0 ? <span className={styles.countAdded}>+{added}</span> : null}
      {removed > 0 ? <span className={styles.countRemoved}>−{removed}</span> : null}
    </span>
  )
}
