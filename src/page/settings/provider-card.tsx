import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import { useEffect, useState } from 'react'
import type { ConnectionTest } from '#contracts/commands.ts'
import type { ProviderConfig } from '#contracts/models.ts'
import { Button } from '../kit/button.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { useDispatch, useRuntime } from '../runtime.ts'
import { words } from '../words.ts'
import { ProviderWarning } from './provider-warning.tsx'
import styles from './providers.module.css'
import { settingsWords } from './settings-words.ts'

/** What a test came to. `of` is the test. */
type Tested = Pick<ConnectionTest, 'ok' | 'message' | 'models'> & { of: object }

/** One provider that is set up: where it is, the end of its key, and whether it answers. */
export function ProviderCard(props: {
  provider: ProviderConfig
  /** What stands beside it since it was saved; null where there is nothing to say. */
  warning: string | null
  testNow: boolean
  onEdit: () => void
  onRemoved: (warning: string | null) => void
}) {
  const { provider, warning, testNow, onEdit, onRemoved } = props
  const runtime = useRuntime()
  const dispatch = useDispatch()
  /** The test that was asked for last, each another object; null where none was, or it was stopped. */
  const [test, setTest] = useState<object | null>(testNow ? {} : null)
  const [last, setLast] = useState<Tested | null>(null)
  const [removing, setRemoving] = useState(false)
  const tested = last !== null && last.of === test ? last : null
  const isTesting = test !== null && tested === null

  const remove = async () => {
    const removed = await dispatch('provider.remove', { providerId: provider.id })
    if (removed !== null) onRemoved(removed.warning ?? null)
  }
  useEffect(() => {
    if (test === null) return undefined
    const abort = new AbortController()
    void runtime.call('provider.test', { providerId: provider.id, modelId: null }, abort.signal).then((result) => {
      if (abort.signal.aborted) return
      if (!result.ok) return setLast({ of: test, ok: false, message: result.failure.message, models: [] })
      const { ok, message, failure, models } = result.value
      return setLast({ of: test, ok, message: failure?.message ?? message, models })
    })
    return () => abort.abort()
  }, [runtime, provider.id, test])

  const label = showInvisible(provider.label)
  return (
    <article className={styles.provider} aria-label={label}>
      <div className={styles.head}>
        <div>
          <b>{label}</b>
          <p>
            {provider.baseUrl} ·{' '}
            {provider.keyId === null
              ? settingsWords.providers.noKey
              : settingsWords.providers.keyEnds(provider.keyHint)}
          </p>
        </div>
        <div className={styles.acts}>
          <Button small onClick={() => setTest(isTesting ? null : {})}>
            {isTesting ? settingsWords.providers.stopTest : settingsWords.providers.test}
          </Button>
          <Button small onClick={onEdit}>
            {settingsWords.providers.edit}
          </Button>
          <Button small look="quiet" onClick={() => setRemoving(true)}>
            {settingsWords.providers.remove}
          </Button>
        </div>
      </div>
      {removing && (
        <div className={styles.confirm} role="alert">
          <p>
            <b>{settingsWords.providers.removeTitle(label)}</b> {settingsWords.providers.removeEffect}
          </p>
          <Button small look="danger" onClick={() => void remove()}>
            {settingsWords.providers.remove}
          </Button>
          <Button small autoFocus onClick={() => setRemoving(false)}>
            {words.actions.cancel}
          </Button>
        </div>
      )}
      {warning !== null && <ProviderWarning text={warning} />}
      <div role="status">
        {isTesting && <p className={styles.testing}>{settingsWords.providers.testing}</p>}
        {tested !== null && (
          <p className={styles.result} data-ok={tested.ok}>
            {tested.ok ? <CircleCheck size={16} aria-hidden="true" /> : <CircleX size={16} aria-hidden="true" />}
            <span>
              {showInvisible(tested.message)}
              {tested.ok && tested.models.length > 0 && ` ${settingsWords.providers.models(tested.models.length)}.`}
            </span>
          </p>
        )}
      </div>
    </article>
  )
}
