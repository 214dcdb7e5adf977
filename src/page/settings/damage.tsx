import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { useDispatch } from '../runtime.ts'
import { usePage, usePageStore } from '../store.ts'
import { settingsWords } from './settings-words.ts'
import styles from './settings.module.css'

/** What of the stored settings could not be read, for as long as they stand like that, and what can be done. */
export function Damage() {
  const store = usePageStore()
  const dispatch = useDispatch()
  const damaged = usePage((state) => state.damagedSettings)
  const [writing, setWriting] = useState(false)
  if (damaged.length === 0) return null
  const text = settingsWords.damage
  const write = async () => {
    setWriting(true)
    // A change of nothing: the record is written anew from what could be read.
    const written = await dispatch('settings.update', {})
    setWriting(false)
    if (written !== null) store.setState({ damagedSettings: [] })
  }
  return (
    <div className={styles.damage} role="alert">
      <TriangleAlert size={16} aria-hidden="true" />
      <div>
        <b>{text.title}</b>
        <ul>
          {damaged.map((each) => (
            <li key={each}>{showInvisible(each)}</li>
          ))}
        </ul>
        <p>{text.about}</p>
        <Button small disabled={writing} onClick={() => void write()}>
          {text.write}
        </Button>
      </div>
    </div>
  )
}
