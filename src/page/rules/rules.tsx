import { useEffect, useState } from 'react'
import type { CommandOutput } from '#contracts/commands.ts'
import { Button } from '../kit/button.tsx'
import { useDispatch } from '../runtime.ts'
import { usePage, usePageStore } from '../store.ts'
import { CorruptRule } from './corrupt-rule.tsx'
import { isEmpty, RuleFile } from './rule-file.tsx'
import { RuleForm } from './rule-form.tsx'
import { RuleItem } from './rule-item.tsx'
import { rulesWords } from './rules-words.ts'
import styles from './rules.module.css'

/** Every rule: what it says, where it came from, what it last decided; writing one and deleting one. */
export function Rules() {
  const dispatch = useDispatch()
  const store = usePageStore()
  const sessionId = usePage((state) => state.selected)
  const [listed, setListed] = useState<CommandOutput<'rules.list'> | null>(null)
  const [writing, setWriting] = useState(false)
  useEffect(() => {
    let latest = new AbortController()
    const read = () => {
      latest.abort()
      latest = new AbortController()
      const { signal } = latest
      void dispatch('rules.list', { sessionId }, signal).then((list) => {
        // An answer that comes after a newer question is about what was.
        if (list !== null && !signal.aborted) setListed(list)
      })
    }
    read()
    const unsubscribe = store.subscribe((now, before) => {
      if (now.rulesVersion !== before.rulesVersion) read()
    })
    return () => {
      unsubscribe()
      latest.abort()
    }
  }, [dispatch, store, sessionId])

  const remove = (ruleId: string) => void dispatch('rules.delete', { ruleId })
  if (listed === null) return <p className={styles.quiet}>{rulesWords.loading}</p>
  const { rules, corrupt, file } = listed
  return (
    <div className={styles.page}>
      <p className={styles.about}>{rulesWords.about}</p>
      {writing ? (
        <RuleForm onDone={() => setWriting(false)} />
      ) : (
        <div>
          <Button look="primary" onClick={() => setWriting(true)}>
            {rulesWords.write}
          </Button>
        </div>
      )}
      {rules.length === 0 && corrupt.length === 0 ? (
        <div className={styles.empty}>
          <p>{file === null || isEmpty(file) ? rulesWords.empty : rulesWords.emptyOwn}</p>
          <p>{rulesWords.emptyHow}</p>
        </div>
      ) : (
        <ul className={styles.list} aria-label={rulesWords.list}>
          {corrupt.map(({ id, reason }) => (
            <CorruptRule key={id} reason={reason} onRemove={() => remove(id)} />
          ))}
          {rules.map((rule) => (
            <RuleItem key={rule.id} rule={rule} onRemove={() => remove(rule.id)} />
          ))}
        </ul>
      )}
      {file !== null && sessionId !== null && <RuleFile file={file} sessionId={sessionId} />}
    </div>
  )
}
