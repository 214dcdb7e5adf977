import type { RuleFileView } from '#contracts/rules.ts'
import { Button } from '../kit/button.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { useDispatch } from '../runtime.ts'
import { usePageStore } from '../store.ts'
import { RuleItem } from './rule-item.tsx'
import { rulesWords } from './rules-words.ts'
import styles from './rules.module.css'

/** True where there is neither a file nor anything that one left. */
export function isEmpty({ status, kept }: RuleFileView): boolean {
  return status === 'none' && kept.length === 0
}

/** The rule file of the session that is shown: what it says, whether it counts, and taking it on. */
export function RuleFile({ file, sessionId }: { file: RuleFileView; sessionId: string }) {
  const dispatch = useDispatch()
  const store = usePageStore()
  const text = rulesWords.file
  const { status, problem, rules, kept, digest, written } = file
  if (isEmpty(file)) return null
  const accept = () => void dispatch('rules.acceptFile', { sessionId, digest })
  return (
    <section className={styles.file}>
      <h4>{text.title}</h4>
      <p className={styles.about}>{text.about}</p>
      {written !== undefined && (
        <div className={styles.state} data-status="new">
          <p>{text.writtenHere(showInvisible(written.words))}</p>
          <Button
            small
            onClick={() => {
              store.setState({ dialog: null })
              store.showCall(sessionId, written.callId)
            }}
          >
            {text.showCall}
          </Button>
        </div>
      )}
      {problem !== '' && (
        <p className={styles.problem} role="status">
          {showInvisible(problem)}
        </p>
      )}
      {(status === 'new' || status === 'accepted' || status === 'untrusted') && (
        <p className={styles.state} data-status={status}>
          {text[status]}
        </p>
      )}
      {status !== 'none' && problem === '' && rules.length === 0 && <p className={styles.quiet}>{text.empty}</p>}
      {rules.length > 0 && (
        <ul className={styles.list}>
          {rules.map((rule) => (
            <RuleItem key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
      {status === 'new' && (
        <div>
          <Button onClick={accept}>{text.accept}</Button>
        </div>
      )}
      {kept.length > 0 && (
        <>
          <p className={styles.state}>{status === 'none' ? text.gone : text.kept}</p>
          <ul className={styles.list}>
            {kept.map((rule) => (
              <RuleItem key={rule.id} rule={rule} />
            ))}
          </ul>
          {status === 'none' && (
            <div>
              <Button onClick={accept}>{text.forget}</Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}
