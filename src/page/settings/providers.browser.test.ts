import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage | null = null
beforeEach(() => page.viewport(1440, 900))
afterEach(() => mounted?.stop())

const WARNING = 'The key goes to the lab unencrypted.'

/** The settings with one provider, whose commands are answered with a warning. */
async function openSettings() {
  mounted = mountPage('settings')
  const { runtime, store } = mounted
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect.element(settings).toBeVisible()
  const [provider] = store.getState().settings.providers
  if (provider === undefined) throw new Error('The state has no provider.')
  runtime.handlers['provider.save'] = () => ({ providerId: provider.id, warning: WARNING })
  return { runtime, store, provider, settings }
}

it('a warning of what was saved stands beside its provider', async () => {
  const { provider, settings } = await openSettings()
  const card = settings.getByRole('article', { name: provider.label, exact: true })
  await card.getByRole('button', { name: 'Edit' }).click()
  await settings.getByRole('button', { name: 'Save and test' }).click()
  await expect.element(card.getByRole('alert')).toHaveTextContent(WARNING)
})

it('a test can be stopped, is called off when its card goes, and says how another one came out', async () => {
  const { runtime, provider, settings, store } = await openSettings()
  const signals: (AbortSignal | undefined)[] = []
  const aborted = () => signals.map((signal) => signal?.aborted)
  runtime.handlers['provider.test'] = (_, signal) => {
    signals.push(signal)
    return new Promise(() => {})
  }
  const card = settings.getByRole('article', { name: provider.label, exact: true })
  await card.getByRole('button', { name: 'Test connection' }).click()
  await expect.element(card.getByRole('status')).toHaveTextContent('Testing the connection')
  await card.getByRole('button', { name: 'Stop' }).click()
  await expect.element(card.getByRole('status')).toHaveTextContent('')
  expect(aborted()).toEqual([true])
  await card.getByRole('button', { name: 'Test connection' }).click()
  await expect.poll(aborted).toEqual([true, false])
  store.setState({ settingsSection: 'about' })
  await expect.poll(aborted).toEqual([true, true])
  runtime.handlers['provider.test'] = () => ({ ok: true, message: 'It answers.', models: [] })
  store.setState({ settingsSection: 'providers' })
  await card.getByRole('button', { name: 'Test connection' }).click()
  await expect.element(card.getByRole('status')).toHaveTextContent('It answers.')
  await expect.element(card.getByRole('button', { name: 'Test connection' })).toBeVisible()
})

it('a warning of what was removed stands where its provider was', async () => {
  const { provider, settings, store, runtime } = await openSettings()
  runtime.handlers['provider.remove'] = () => {
    const before = store.getState().settings
    const left = before.providers.filter(({ id }) => id !== provider.id)
    runtime.emit({ type: 'settings', settings: { ...before, providers: left } })
    return { warning: 'Its key could not be erased.' }
  }
  const card = settings.getByRole('article', { name: provider.label, exact: true })
  await card.getByRole('button', { name: 'Remove', exact: true }).click()
  await card.getByRole('alert').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(settings.getByRole('alert')).toHaveTextContent('Its key could not be erased.')
  await expect.element(card).not.toBeInTheDocument()
})

it.each([
  ['Address', 'ftp://lab/v1', 'The address must begin with https:// (or http:// for a server on this computer).'],
  ['Key', 'https://elsewhere.example/v1', 'The address is on another host than before. Enter the key again.'],
])(
  'what is wrong with what was typed stands at its field, which has the focus: %s',
  async (field, address, message) => {
    const { runtime, settings, store } = await openSettings()
    runtime.handlers['provider.save'] = () => ({ stage: 'command', kind: 'invalid', message, retryable: false })
    await settings.getByRole('button', { name: 'Edit' }).click()
    await settings.getByLabelText('Address').fill(address)
    await settings.getByRole('button', { name: 'Save and test' }).click()
    const input = settings.getByLabelText(field, { exact: true })
    await expect.element(input).toHaveFocus()
    await expect.element(input).toHaveAttribute('aria-invalid', 'true')
    const described = (input.element().getAttribute('aria-describedby') ?? '').split(' ')
    expect(described.map((id) => document.getElementById(id)?.textContent)[0]).toBe(message)
    expect(store.getState().notices).toEqual([])
    await input.fill('https://api.example.com/v1')
    await expect.element(input).not.toHaveAttribute('aria-invalid')
    await expect.element(settings.getByText(message)).not.toBeInTheDocument()
  },
)

it('a key that is needed and missing is asked for at its field, and nothing is saved', async () => {
  const { runtime, settings } = await openSettings()
  await settings.getByRole('button', { name: 'OpenAI', exact: true }).click()
  await settings.getByRole('button', { name: 'Save and test' }).click()
  const key = settings.getByLabelText('Key', { exact: true })
  await expect.element(key).toHaveAttribute('aria-invalid', 'true')
  await expect.element(key).toHaveFocus()
  expect(runtime.calls.filter(({ name }) => name === 'provider.save')).toEqual([])
})

it('what no field is to blame for is a notice, and what was typed stays', async () => {
  const { runtime, settings, store } = await openSettings()
  const message = 'The browser has no room left.'
  runtime.handlers['provider.save'] = () => ({ stage: 'storage', kind: 'storage-full', message, retryable: true })
  await settings.getByRole('button', { name: 'Edit' }).click()
  await settings.getByLabelText('Key', { exact: true }).fill('sk-typed')
  await settings.getByRole('button', { name: 'Save and test' }).click()
  await expect.poll(() => store.getState().notices.map(({ text }) => text)).toEqual([message])
  await expect.element(settings.getByLabelText('Key', { exact: true })).toHaveValue('sk-typed')
})

it('a hint describes its field once and is no part of its name', async () => {
  const { settings } = await openSettings()
  await settings.getByRole('button', { name: 'Edit' }).click()
  const fields = [...settings.element().querySelectorAll<HTMLInputElement>('form input')]
  const hints = fields.map(
    (input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent,
  )
  expect(fields.map((input) => [...(input.labels ?? [])].map((label) => label.textContent).join())).toEqual([
    'Key',
    'Name',
    'Address',
  ])
  expect(hints).toEqual([
    'Key ending in x7Qd. Type a new one to replace it.',
    undefined,
    'The part before /chat/completions, /messages or /models.',
  ])
})

it('an address without a host leaves no provider without a name: what is wrong is said of the address', async () => {
  const { runtime, settings } = await openSettings()
  const message = 'The address must begin with https:// (or http:// for a server on this computer).'
  runtime.handlers['provider.save'] = () => ({ stage: 'command', kind: 'invalid', message, retryable: false })
  await settings.getByRole('button', { name: 'Edit' }).click()
  await settings.getByLabelText('Name', { exact: true }).fill(' ')
  await settings.getByLabelText('Address').fill('localhost:11434')
  await settings.getByRole('button', { name: 'Save and test' }).click()
  await expect.element(settings.getByLabelText('Address')).toHaveAttribute('aria-invalid', 'true')
  const saved = runtime.calls.find(({ name }) => name === 'provider.save')
  expect(saved?.input).toMatchObject({ label: 'Provider', baseUrl: 'localhost:11434' })
})
