import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ConnectionTest } from '#contracts/commands.ts'
import type { ProviderConfig } from '#contracts/models.ts'
import { Button } from '../kit/button.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { useDispatch, useRuntime } from '../runtime.ts'
import { words } from '../words.ts'
import { ProviderWarning } from './provider-warning.tsx'
import styles from './providers.module.css'
import { settingsWords } from './settings-words.ts'

type Test = { state: 'testing' } | { state: 'done'; ok: boolean; message: string; models: ConnectionTest['models'] }

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
  const [test, setTest] = useState<Test | null>(null)
  const [removing, setRemoving] = useState(false)
  const tested = useRef(false)

  const run = useCallback(async () => {
    setTest({ state: 'testing' })
    const result = await runtime.call('provider.test', { providerId: provider.id, modelId: null })
    if (!result.ok) return setTest({ state: 'done', ok: false, message: result.failure.message, models: [] })
    const { ok, message, failure, models } = result.value
    return setTest({ state: 'done', ok, message: failure === undefined ? message : failure.message, models })
  }, [runtime, provider.id])
  const remove = async () => {
    const removed = await dispatch('provider.remove', { providerId: provider.id })
    if (removed !== null) onRemoved(removed.warning ?? null)
  }
  useEffect(() => {
    if (!testNow || tested.current) return
    tested.current = true
    void run()
  }, [testNow, run])

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
          <Button small disabled={test?.state === 'testing'} onClick={() => void run()}>
            {test?.state === 'testing' ? settingsWords.providers.testing : settingsWords.providers.test}
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
        {test?.state === 'done' && (
          <p className={styles.result} data-ok={test.ok}>
            {test.ok ? <CircleCheck size={16} aria-hidden="true" /> : <CircleX size={16} aria-hidden="true" />}
            <span>
              {showInvisible(test.message)}
              {test.ok && test.models.length > 0 && ` ${settingsWords.providers.models(test.models.length)}.`}
            </span>
          </p>
        )}
      </div>
    </article>
  )
}
