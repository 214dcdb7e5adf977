import { Button } from '../kit/button.tsx'
import { usePageStore } from '../store.ts'
import { words } from '../words.ts'
import { settingsWords } from './settings-words.ts'
import styles from './settings.module.css'

/** What this is, and the way to the keys. */
export function About() {
  const store = usePageStore()
  return (
    <>
      <p className={styles.text}>{settingsWords.about.text}</p>
      <p className={styles.text}>{settingsWords.about.license}</p>
      <div className={styles.row}>
        <Button onClick={() => store.setState({ dialog: 'keys' })}>{words.keys.open}</Button>
      </div>
    </>
  )
}
