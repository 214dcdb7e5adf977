import { useId, useState } from 'react'
import { Button } from '../kit/button.tsx'
import fields from '../kit/field.module.css'
import { useDispatch } from '../runtime.ts'
import { usePage } from '../store.ts'
import styles from './providers.module.css'
import { settingsWords } from './settings-words.ts'
import shared from './settings.module.css'

const DEFAULT_ADDRESS = 'http://127.0.0.1:4180'

/** How pages are read, and the fetch relay that the person may run. Its token leaves this form once and never comes back. */
export function Web() {
  const dispatch = useDispatch()
  const relay = usePage((state) => state.settings.relay)
  const [url, setUrl] = useState(relay?.url ?? DEFAULT_ADDRESS)
  const [token, setToken] = useState('')
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const hint = useId()
  const text = settingsWords.web
  const isKept = relay !== null && relay.url === url.trim().replace(/\/+$/, '')

  const test = async () => {
    setSaid(text.testing)
    const tested = await dispatch('relay.test', {})
    setSaid(tested?.message ?? '')
  }
  /** One thing at a time; `work` says whether to test what is there now. */
  const during = async (work: () => Promise<boolean>) => {
    setBusy(true)
    setSaid('')
    if (await work()) await test()
    setBusy(false)
  }
  const save = async () => {
    const typed = token.trim()
    const saved = await dispatch('relay.save', { url: url.trim(), ...(typed === '' ? {} : { token: typed }) })
    if (saved !== null) setToken('')
    return saved !== null
  }
  const remove = async () => {
    await dispatch('relay.remove', {})
    return false
  }

  return (
    <form
      className={styles.form}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        void during(save)
      }}
    >
      <h4>{text.relay}</h4>
      <p className={shared.text}>{text.about}</p>
      <p className={shared.text}>
        <b>{relay === null ? text.off : text.on(relay.url)}</b>
      </p>
      <label className={fields.field}>
        <span>{text.address}</span>
        <input
          className={fields.input}
          type="url"
          required
          maxLength={2_000}
          autoComplete="off"
          spellCheck={false}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </label>
      <label className={fields.field}>
        <span>{text.token}</span>
        <input
          className={fields.input}
          type="password"
          autoComplete="off"
          spellCheck={false}
          data-1p-ignore=""
          data-lpignore="true"
          required={!isKept}
          maxLength={500}
          value={token}
          aria-describedby={hint}
          onChange={(event) => setToken(event.target.value)}
        />
        <small id={hint}>{isKept ? text.tokenKept : text.tokenHint}</small>
      </label>
      <div className={shared.row}>
        <Button look="primary" type="submit" disabled={busy}>
          {relay === null ? text.turnOn : text.saveTest}
        </Button>
        {relay !== null && (
          <Button look="quiet" disabled={busy} onClick={() => void during(remove)}>
            {text.turnOff}
          </Button>
        )}
      </div>
      <p className={shared.text} role="status">
        {said}
      </p>
    </form>
  )
}
