import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Button } from '../kit/button.tsx'
import { rulesWords } from './rules-words.ts'
import styles from './rules.module.css'

/** A stored rule that cannot be read: it is never dropped silently, because it may have denied something. */
export function CorruptRule({ reason, onRemove }: { reason: string; onRemove: () => void }) {
  return (
    <li className={styles.rule} data-corrupt="">
      <TriangleAlert size={16} aria-hidden="true" />
      <div className={styles.said}>
        <p>{rulesWords.corrupt}</p>
        <p className={styles.quiet}>{rulesWords.corruptMore(reason)}</p>
      </div>
      <Button small onClick={onRemove}>
        {rulesWords.remove}
      </Button>
    </li>
  )
}
