import type { TrustState } from '#contracts/trust.ts'
import { exactTime } from '../kit/format.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { trustWords as words } from './trust-words.ts'
import styles from './trust.module.css'

/** Where the content of a workspace came from, the newest `shown` first. */
export function SourceList({ trust, shown }: { trust: TrustState; shown: number }) {
  const newest = trust.sources.toReversed()
  const more = newest.length - Math.min(shown, newest.length) + trust.omitted
  if (newest.length === 0) return <p className={styles.about}>{words.dialog.nothingFrom}</p>
  return (
    <ul className={styles.sources}>
      {newest.slice(0, shown).map(({ kind, from, at }) => (
        <li key={`${kind} ${from}`} title={at === 0 ? undefined : exactTime(at)}>
          {showInvisible(words.sources[kind](from))}
        </li>
      ))}
      {more > 0 && <li className={styles.about}>{words.more(more)}</li>}
    </ul>
  )
}
