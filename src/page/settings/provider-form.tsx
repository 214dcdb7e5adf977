import { useId, useState } from 'react'
import type { CommandInput } from '#contracts/commands.ts'
import { Button } from '../kit/button.tsx'
import fields from '../kit/field.module.css'
import { useDispatch } from '../runtime.ts'
import { words } from '../words.ts'
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
  const dispatch = useDispatch()
  const [label, setLabel] = useState(start.label)
  const [baseUrl, setBaseUrl] = useState(start.baseUrl)
  const [key, setKey] = useState('')
  const [saving, setSaving] = useState(false)
  const hint = useId()

  const save = async (removeKey: boolean) => {
    setSaving(true)
    const typed = key.trim()
    const saved = await dispatch('provider.save', {
      id: start.id,
      dialect: start.dialect,
      label: label.trim() === '' ? hostOf(baseUrl) : label.trim(),
      baseUrl: baseUrl.trim().replace(/\/+$/, ''),
      ...(removeKey ? { key: null } : typed === '' ? {} : { key: typed }),
    })
    setSaving(false)
    if (saved === null) return
    setKey('')
    onDone(saved.providerId, saved.warning ?? null)
  }

  return (
    <form
      className={styles.form}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        void save(false)
      }}
    >
      <h4>{start.title}</h4>
      {start.note !== '' && <p className={shared.text}>{start.note}</p>}
      <label className={fields.field}>
        <span>{words.settings.providers.key}</span>
        <input
          className={fields.input}
          type="password"
          autoComplete="off"
          autoFocus
          spellCheck={false}
          data-1p-ignore=""
          data-lpignore="true"
          required={start.needsKey && start.kept === ''}
          maxLength={2_000}
          value={key}
          aria-describedby={hint}
          onChange={(event) => setKey(event.target.value)}
        />
        <small id={hint}>
          {start.kept !== ''
            ? words.settings.providers.keyKept(start.kept)
            : `${start.needsKey ? '' : `${words.settings.providers.keyHint} `}${start.keyHint}`}
        </small>
      </label>
      <label className={fields.field}>
        <span>{words.settings.providers.label}</span>
        <input
          className={fields.input}
          maxLength={80}
          autoComplete="off"
          value={label}
          placeholder={hostOf(baseUrl)}
          onChange={(event) => setLabel(event.target.value)}
        />
      </label>
      <label className={fields.field}>
        <span>{words.settings.providers.baseUrl}</span>
        <input
          className={fields.input}
          type="url"
          required
          maxLength={2_000}
          autoComplete="off"
          spellCheck={false}
          value={baseUrl}
          onChange={(event) => setBaseUrl(event.target.value)}
        />
        <small>{words.settings.providers.baseUrlHint}</small>
      </label>
      <p className={shared.text}>{words.settings.providers.where}</p>
      <div className={shared.row}>
        <Button look="primary" type="submit" disabled={saving}>
          {words.settings.providers.saveTest}
        </Button>
        <Button disabled={saving} onClick={onCancel}>
          {words.actions.cancel}
        </Button>
        {start.kept !== '' && (
          <Button look="quiet" disabled={saving} onClick={() => void save(true)}>
            {words.settings.providers.removeKey}
          </Button>
        )}
      </div>
    </form>
  )
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host.slice(0, 80) : words.settings.providers.unnamed
}
