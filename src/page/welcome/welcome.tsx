import ArrowRight from 'lucide-react/icons/arrow-right'
import KeyRound from 'lucide-react/icons/key-round'
import { Fragment, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { adoptSession } from '../new-session.ts'
import { PROVIDER_PRESETS } from '#contracts/provider-presets.ts'
import { useDispatch } from '../runtime.ts'
import { usePage, usePageStore } from '../store.ts'
import { words } from '../words.ts'
import styles from './welcome.module.css'

/** What an empty page says: what this is, demos that start at once, and the way to use a key of one's own. */
export function Welcome({ fresh }: { fresh: boolean }) {
  const store = usePageStore()
  const dispatch = useDispatch()
  const demos = usePage((state) => state.demos)
  const hasProvider = usePage((state) => state.settings.providers.length > 0)
  const [starting, setStarting] = useState<string | null>(null)

  const start = async (demoId: string) => {
    setStarting(demoId)
    const started = await dispatch('demo.start', { demoId })
    setStarting(null)
    if (started !== null) adoptSession(store, started.session)
  }

  return (
    <ScrollBox className={styles.scroll} name={words.regions.welcome}>
      <div className={styles.welcome}>
        <h2 className={styles.title}>{fresh ? words.welcome.title : words.welcome.sessionTitle}</h2>
        <p className={styles.about}>{fresh ? words.welcome.about : words.welcome.sessionAbout}</p>
        <div className={styles.columns}>
          <section aria-labelledby="welcome-demos">
            <h3 id="welcome-demos" className={styles.heading}>
              {words.welcome.demos}
            </h3>
            <p className={styles.note}>{words.welcome.demosAbout}</p>
            {demos.length === 0 && <p className={styles.note}>{words.welcome.demosEmpty}</p>}
            <ul className={styles.demos} role="list" aria-label={words.regions.demos}>
              {demos.map((demo) => (
                <li key={demo.id}>
                  <button
                    type="button"
                    className={styles.demo}
                    disabled={starting !== null}
                    aria-busy={starting === demo.id}
                    onClick={() => void start(demo.id)}
                  >
                    <span>
                      <b>{demo.title}</b>
                      <small>{demo.about}</small>
                    </span>
                    <ArrowRight size={16} aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          </section>
          <section aria-labelledby="welcome-key">
            <h3 id="welcome-key" className={styles.heading}>
              {words.welcome.key}
            </h3>
            <p className={styles.note}>{words.welcome.keyAbout}</p>
            <Button
              icon={KeyRound}
              look={hasProvider ? 'plain' : 'primary'}
              onClick={() => store.setState({ dialog: 'settings', settingsSection: 'providers' })}
            >
              {words.welcome.addKey}
            </Button>
            <p className={styles.providers}>
              {PROVIDER_PRESETS.map(({ label }, index) => (
                <Fragment key={label}>
                  {index > 0 && ' · '}
                  <span>{label}</span>
                </Fragment>
              ))}
            </p>
            {hasProvider && <p className={styles.note}>{words.welcome.ready}</p>}
          </section>
        </div>
      </div>
    </ScrollBox>
  )
}
