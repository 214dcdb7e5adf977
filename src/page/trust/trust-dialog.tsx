import { useCallback, useEffect, useState } from 'react'
import type { CommandOutput } from '#contracts/commands.ts'
import type { Session } from '#contracts/sessions.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { exactTime } from '../kit/format.ts'
import { useRuntime } from '../runtime.ts'
import { usePage, useSelectedSession } from '../store.ts'
import { ContributionView } from './contribution-view.tsx'
import { SourceList } from './source-list.tsx'
import { trustWords } from './trust-words.ts'
import styles from './trust.module.css'

const words = trustWords.dialog
type Look =
  { state: 'loading' } | { state: 'failed'; message: string } | { state: 'ready'; look: CommandOutput<'trust.look'> }

/** The look at a workspace before it is trusted: where it came from, what it would contribute, and the decision. */
export function TrustDialog({ onClose }: { onClose: () => void }) {
  const session = useSelectedSession()
  return session === null ? null : <SessionTrust key={session.id} session={session} onClose={onClose} />
}

function SessionTrust({ session, onClose }: { session: Session; onClose: () => void }) {
  const runtime = useRuntime()
  const readOnly = usePage((state) => state.opened.get(session.id)?.access === 'read-only')
  const [seen, setSeen] = useState<Look>({ state: 'loading' })
  const [refused, setRefused] = useState('')
  const [deciding, setDeciding] = useState(false)
  const look = useCallback(
    async (signal?: AbortSignal): Promise<Look> => {
      const result = await runtime.call('trust.look', { sessionId: session.id }, signal)
      return result.ok ? { state: 'ready', look: result.value } : { state: 'failed', message: result.failure.message }
    },
    [runtime, session.id],
  )
  useEffect(() => {
    const abort = new AbortController()
    void look(abort.signal).then((found) => {
      if (!abort.signal.aborted) setSeen(found)
    })
    return () => abort.abort()
  }, [look])
  const again = () => {
    setSeen({ state: 'loading' })
    void look().then(setSeen)
  }

  const trusted = seen.state === 'ready' && seen.look.trust.trusted
  const decide = async (look: CommandOutput<'trust.look'>) => {
    setDeciding(true)
    setRefused('')
    const word = { sessionId: session.id, trusted: !trusted, digest: look.digest }
    const result = await runtime.call('trust.set', word)
    setDeciding(false)
    if (result.ok) onClose()
    else {
      setRefused(result.failure.message)
      again()
    }
  }

  return (
    <Dialog title={trusted ? words.trusted : words.untrusted} size="page" onClose={onClose}>
      <div className={styles.dialog}>
        <div className={styles.body} aria-busy={seen.state === 'loading'}>
          {refused !== '' && (
            <p role="alert" className={styles.refused}>
              {refused}
            </p>
          )}
          {seen.state === 'loading' && <p role="status">{words.loading}</p>}
          {seen.state === 'failed' && (
            <div role="alert">
              <p>{seen.message}</p>
              <Button small onClick={again}>
                {words.again}
              </Button>
            </div>
          )}
          {seen.state === 'ready' && <Seen session={session} look={seen.look} />}
        </div>
        <footer className={styles.foot}>
          {readOnly && <p>{words.readOnly}</p>}
          <Button onClick={onClose}>{trusted ? words.keepTrusted : words.keep}</Button>
          <Button
            look={trusted ? 'danger' : 'primary'}
            disabled={seen.state !== 'ready' || readOnly || deciding}
            onClick={() => seen.state === 'ready' && void decide(seen.look)}
          >
            {trusted ? words.withdraw : words.trust}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}

function Seen({ session, look }: { session: Session; look: CommandOutput<'trust.look'> }) {
  const { trust, contributions, omitted } = look
  return (
    <>
      {!trust.trusted && trust.decision?.trusted === true && <p className={styles.refused}>{words.since}</p>}
      {trust.trusted && <p>{whyTrusted(trust)}</p>}
      <section>
        <h3>{words.from}</h3>
        <SourceList trust={trust} shown={20} />
      </section>
      <section>
        <h3>{trust.trusted ? words.does : words.would}</h3>
        {contributions.length === 0 && <p>{words.nothing}</p>}
        <ul className={styles.contributions}>
          {contributions.map((each) => (
            <li key={`${each.kind} ${each.path}`}>
              <ContributionView sessionId={session.id} contribution={each} />
            </li>
          ))}
        </ul>
        {omitted > 0 && <p className={styles.about}>{words.omitted(omitted)}</p>}
      </section>
    </>
  )
}

function whyTrusted({ decision, sources }: CommandOutput<'trust.look'>['trust']): string {
  if (decision?.trusted === true) return words.because.decided(exactTime(decision.at))
  return sources.length === 0 ? words.because.untouched : words.because.own
}
