import { showInvisible } from '../kit/show-invisible.ts'
import { usePage } from '../store.ts'
import { words } from '../words.ts'
import styles from './banners.module.css'

/** What holds for now and changes what can be done: another tab writes, no network, no storage. */
export function Banners({ access }: { access: 'write' | 'read-only' }) {
  const online = usePage((state) => state.online)
  const storage = usePage((state) => state.storage)
  const lines = [
    ...(access === 'read-only' ? [words.banner.readOnly] : []),
    ...(online ? [] : [words.banner.offline]),
    ...(storage?.kind === 'memory' ? [`${words.banner.memory} ${storage.reason}`] : []),
  ]
  return (
    <div role="status" className={styles.banners}>
      {lines.map((line) => (
        <p key={line} className={styles.banner}>
          {showInvisible(line)}
        </p>
      ))}
    </div>
  )
}
