import { useState } from 'react'
import { readKept, writeKept } from '../kept.ts'
import { useDispatch } from '../runtime.ts'
import { usePage } from '../store.ts'
import { words } from '../words.ts'
import { settingsWords } from './settings-words.ts'
import styles from './settings.module.css'

const THEMES = ['system', 'light', 'dark'] as const

/** Theme, and whether a notification says that the agent waits. */
export function Appearance() {
  const dispatch = useDispatch()
  const theme = usePage((state) => state.settings.theme)
  const [notify, setNotify] = useState(() => readKept('notify') === true)
  const [refused, setRefused] = useState(false)

  const changeNotify = async (wanted: boolean) => {
    // The browser asks only on the person's own act, which this is.
    const granted = wanted && 'Notification' in window ? (await Notification.requestPermission()) === 'granted' : false
    setRefused(wanted && !granted)
    setNotify(granted)
    writeKept('notify', granted ? true : undefined)
  }

  return (
    <>
      <div className={styles.setting}>
        <div>
          <b id="theme-label">{settingsWords.appearance.theme}</b>
          <p>{settingsWords.appearance.themeAbout}</p>
        </div>
        <div className={styles.segments} role="radiogroup" aria-labelledby="theme-label">
          {THEMES.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="theme"
                value={each}
                checked={theme === each}
                onChange={() => void dispatch('settings.update', { theme: each })}
              />
              {words.settings.themes[each]}
            </label>
          ))}
        </div>
      </div>
      <div className={styles.setting}>
        <div>
          <b id="notify-label">{settingsWords.appearance.notify}</b>
          <p>{refused ? settingsWords.appearance.notifyDenied : settingsWords.appearance.notifyAbout}</p>
        </div>
        <input
          className={styles.check}
          type="checkbox"
          aria-labelledby="notify-label"
          checked={notify}
          onChange={(event) => void changeNotify(event.target.checked)}
        />
      </div>
    </>
  )
}
