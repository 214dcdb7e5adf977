import { altChord } from '../shortcuts.ts'
import { words } from '../words.ts'
import styles from './card.module.css'

/** Says how the keyboard comes to a card while letters go into what the person writes. */
export function ReachHint({ shown }: { shown: boolean }) {
  if (!shown) return null
  return (
    <p className={styles.reach}>
      {words.approval.reach} <kbd>{altChord('A')}</kbd> {words.approval.reachKey}
    </p>
  )
}
