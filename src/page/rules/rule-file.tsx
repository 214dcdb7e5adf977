import type { RuleFileView } from '#contracts/rules.ts'
import { Button } from '../kit/button.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { useDispatch } from '../runtime.ts'
import { RuleItem } from './rule-item.tsx'
import { rulesWords } from './rules-words.ts'
import styles from './rules.module.css'

/** The rule file of the session that is shown: what it says, whether it counts, and taking it on. */
export function RuleFile({ file, sessionId }: { file: RuleFileView; sessionId: string }) {
  const dispatch = useDispatch()
  const text = rulesWords.file
  const { status, problem, rules, kept, digest } = file
  if (status === 'none' && kept.length === 0) return null
  const accept = () => void dispatch('rules.acceptFile', { sessionId, digest })
  return (
    <section className={styles.file}>
      <h4>{text.title}</h4>
      <p className={styles.about}>{text.about}</p>
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
