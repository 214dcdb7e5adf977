import { useRef, useState } from 'react'
import type { CommandInput } from '#contracts/commands.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { useRuntime } from '../runtime.ts'
import { usePageStore } from '../store.ts'
import { words } from '../words.ts'
import { failingField } from './failing-field.ts'
import { settingsWords } from './settings-words.ts'
import shared from './settings.module.css'
import styles from './providers.module.css'

export interface ProviderFields {
  /** Null for one that is being added. */
  id: string | null
  dialect: CommandInput<'provider.save'>['dialect']
  label: string
  /** Heading of the form. */
  title: string
  baseUrl: string
  needsKey: boolean
  keyHint: string
  note: string
  /** The last characters of the key that is there; '' for none. */
  kept: string
}

/** Name, address and key of one provider. The key leaves this form once, sealed by the agent's thread, and never comes back. */
export function ProviderForm(props: {
  fields: ProviderFields
  /** `warning`: what the person should know of what was saved; null where there is nothing. */
  onDone: (providerId: string, warning: string | null) => void
  onCancel: () => void
}) {
  const { fields: start, onDone, onCancel } = props
  const runtime = useRuntime()
  const store = usePageStore()
  const [label, setLabel] = useState(start.label)
  const [baseUrl, setBaseUrl] = useState(start.baseUrl)
  const [key, setKey] = useState('')
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<{ field: 'key' | 'address'; text: string } | null>(null)
  const keyInput = useRef<HTMLInputElement>(null)
  const addressInput = useRef<HTMLInputElement>(null)
  const keyHint =
    start.kept !== ''
      ? settingsWords.providers.keyKept(start.kept)
      : `${start.needsKey ? '' : `${settingsWords.providers.keyHint} `}${start.keyHint}`
  /** Says at a field what is wrong with it, and leads there: its description is read out with the focus. */
  const point = (field: 'key' | 'address', text: string) => {
    setProblem({ field, text })
    requestAnimationFrame(() => (field === 'key' ? keyInput : addressInput).current?.focus())
  }

  const save = async (removeKey: boolean) => {
    const typed = key.trim()
    if (start.needsKey && start.kept === '' && typed === '') return point('key', settingsWords.providers.keyMissing)
    setSaving(true)
    setProblem(null)
    const result = await runtime.call('provider.save', {
      id: start.id,
      dialect: start.dialect,
      label: label.trim() === '' ? hostOf(baseUrl) : label.trim(),
      baseUrl: baseUrl.trim().replace(/\/+$/, ''),
      ...(removeKey ? { key: null } : typed === '' ? {} : { key: typed }),
    })
    setSaving(false)
    if (!result.ok) {
      const { failure } = result
      const field = failingField(failure, { key: typed, kept: start.kept, baseUrl, before: start.baseUrl })
      if (field === null) return store.notice({ level: 'error', text: failure.message, failure })
      return point(field, failure.message)
    }
    setKey('')
    return onDone(result.value.providerId, result.value.warning ?? null)
  }

  return (
    <form
      className={styles.form}
      autoComplete="off"
      // What is wrong is said at its field, in our words and for longer than the browser's own bubble stays.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save(false)
      }}
    >
      <h4>{showInvisible(start.title)}</h4>
      {start.note !== '' && <p className={shared.text}>{start.note}</p>}
      <Field
        ref={keyInput}
        label={settingsWords.providers.key}
        hint={keyHint}
        problem={problem?.field === 'key' ? problem.text : null}
        type="password"
        autoFocus
        spellCheck={false}
        data-1p-ignore=""
        data-lpignore="true"
        required={start.needsKey && start.kept === ''}
        maxLength={2_000}
        value={key}
        onChange={(event) => {
          setProblem(null)
          setKey(event.target.value)
        }}
      />
      <Field
        label={settingsWords.providers.label}
        maxLength={80}
        value={label}
        placeholder={hostOf(baseUrl)}
        onChange={(event) => setLabel(event.target.value)}
      />
      <Field
        ref={addressInput}
        label={settingsWords.providers.baseUrl}
        hint={settingsWords.providers.baseUrlHint}
        problem={problem?.field === 'address' ? problem.text : null}
        type="url"
        required
        maxLength={2_000}
        spellCheck={false}
        value={baseUrl}
        onChange={(event) => {
          setProblem(null)
          setBaseUrl(event.target.value)
        }}
      />
      <p className={shared.text}>{settingsWords.providers.where}</p>
      <div className={shared.row}>
        <Button look="primary" type="submit" disabled={saving}>
          {settingsWords.providers.saveTest}
        </Button>
        <Button disabled={saving} onClick={onCancel}>
          {words.actions.cancel}
        </Button>
        {start.kept !== '' && (
          <Button look="quiet" disabled={saving} onClick={() => void save(true)}>
            {settingsWords.providers.removeKey}
          </Button>
        )}
      </div>
    </form>
  )
}

/** What a provider without a name is called. `localhost:1234` is an address too, of a scheme and without a host. */
function hostOf(address: string): string {
  return (URL.canParse(address) ? new URL(address).host.slice(0, 80) : '') || settingsWords.providers.unnamed
}
