import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { useRuntime } from '../runtime.ts'
import { usePage } from '../store.ts'
import { failingField } from './failing-field.ts'
import styles from './providers.module.css'
import { settingsWords } from './settings-words.ts'
import shared from './settings.module.css'

const DEFAULT_ADDRESS = 'http://127.0.0.1:4180'

/** What the last test of the relay that is kept came to; null while none has. */
type Tested = { ok: boolean; message: string } | null
type Wrong = { field: 'key' | 'address'; text: string } | null

/**
 * How pages are read, and the fetch relay that the person may run. Its token leaves this form once and never comes back. A
 * relay counts as on once it has answered: its token is another one each time it is started.
 */
export function Web() {
  const runtime = useRuntime()
  const relay = usePage((state) => state.settings.relay)
  const [url, setUrl] = useState(relay?.url ?? DEFAULT_ADDRESS)
  const [token, setToken] = useState('')
  const [busy, setBusy] = useState(false)
  const [tested, setTested] = useState<Tested>(null)
  const [wrong, setWrong] = useState<Wrong>(null)
  const [failed, setFailed] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const text = settingsWords.web
  const isKept = relay !== null && relay.url === url.trim().replace(/\/+$/, '')
  const keptUrl = relay?.url

  const test = useCallback(
    async (signal?: AbortSignal): Promise<Tested> => {
      const result = await runtime.call('relay.test', {}, signal)
      return result.ok ? result.value : { ok: false, message: result.failure.message }
    },
    [runtime],
  )
  // One that was kept before is looked at anew: it may have been started again since.
  const mayLook = useEffectEvent(() => !busy)
  useEffect(() => {
    const stop = new AbortController()
    if (keptUrl !== undefined && mayLook())
      void test(stop.signal).then((found) => {
        if (!stop.signal.aborted) setTested(found)
      })
    return () => stop.abort()
  }, [test, keptUrl])

  const point = (field: 'key' | 'address', message: string) => {
    setWrong({ field, text: message })
    form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  }
  const save = async () => {
    const typed = token.trim()
    const wasOff = relay === null
    const saved = await runtime.call('relay.save', { url: url.trim(), ...(typed === '' ? {} : { token: typed }) })
    if (!saved.ok) {
      const { failure } = saved
      const entered = { key: typed, kept: relay === null ? '' : 'kept', baseUrl: url, before: relay?.url ?? '' }
      const field = failingField(failure, entered)
      return field === null ? setFailed(failure.message) : point(field, failure.message)
    }
    const found = await test()
    if (found?.ok === true) setToken('')
    else if (wasOff) {
      // It has never worked, so it is not what pages are read through; what was typed stays to be corrected.
      const removed = await runtime.call('relay.remove', {})
      if (removed.ok) return setFailed(text.staysOff(found?.message ?? ''))
      setFailed(text.notTurnedOff(found?.message ?? '', removed.failure.message))
    }
    setTested(found)
  }
  const remove = async () => {
    const removed = await runtime.call('relay.remove', {})
    if (removed.ok) setTested(null)
    else setFailed(removed.failure.message)
  }
  /** One thing at a time. */
  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailed('')
    setWrong(null)
    await work()
    setBusy(false)
  }
  const state =
    relay === null
      ? text.off
      : tested === null
        ? text.unknown(relay.url)
        : tested.ok
          ? text.on(relay.url)
          : text.broken(relay.url)

  return (
    <form
      ref={form}
      className={styles.form}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void during(save)
      }}
    >
      <h4>{text.relay}</h4>
      <p className={shared.text}>{text.about}</p>
      <p className={shared.text}>
        <b>{state}</b>
      </p>
      <Field
        label={text.address}
        name="address"
        problem={wrong?.field === 'address' ? wrong.text : null}
        type="url"
        required
        maxLength={2_000}
        spellCheck={false}
        value={url}
        onChange={(event) => {
          setUrl(event.target.value)
          setWrong(null)
        }}
      />
      <Field
        label={text.token}
        name="key"
        hint={isKept ? text.tokenKept : text.tokenHint}
        problem={wrong?.field === 'key' ? wrong.text : null}
        type="password"
        spellCheck={false}
        data-1p-ignore=""
        data-lpignore="true"
        required={!isKept}
        maxLength={500}
        value={token}
        onChange={(event) => {
          setToken(event.target.value)
          setWrong(null)
        }}
      />
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
        {busy ? text.testing : failed === '' ? (tested?.message ?? '') : failed}
      </p>
    </form>
  )
}
