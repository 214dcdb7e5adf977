import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Settings } from '#contracts/settings.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage | null = null
beforeEach(() => page.viewport(1440, 900))
afterEach(() => mounted?.stop())

const KEPT = { url: 'http://127.0.0.1:4180', tokenId: 'relay-1' }
const REFUSED = { ok: false, message: 'The relay refused the token.' }
const TAKEN = { ok: true, message: 'The relay answers and takes the token.' }
const names = () => mounted?.runtime.calls.map(({ name }) => name).filter((name) => name.startsWith('relay.'))

/** The section with the relay, kept or not, whose tests come out as given, one after the other. */
async function open(relay: Settings['relay'], ...tests: (typeof REFUSED)[]) {
  mounted = mountPage('settings')
  const { runtime, store } = mounted
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await expect.element(dialog).toBeVisible()
  const settings = (next: Settings['relay']) => {
    runtime.emit({ type: 'settings', settings: { ...store.getState().settings, relay: next } })
  }
  settings(relay)
  runtime.handlers['relay.save'] = ({ url }) => {
    settings({ url, tokenId: 'relay-2' })
    return {}
  }
  runtime.handlers['relay.remove'] = () => {
    settings(null)
    return {}
  }
  let last = REFUSED
  runtime.handlers['relay.test'] = () => (last = tests.shift() ?? last)
  store.setState({ settingsSection: 'web' })
  await expect.element(dialog.getByRole('heading', { name: 'Fetch relay' })).toBeVisible()
  return dialog
}

it('is not on while its token is refused, and what was typed stays to be corrected', async () => {
  const dialog = await open(null, REFUSED, TAKEN)
  const token = dialog.getByLabelText('Token')
  await token.fill('old')
  await dialog.getByRole('button', { name: 'Turn on and test' }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('The relay refused the token. It stays off.')
  await expect.element(dialog.getByText('Off: this browser reads the pages.')).toBeVisible()
  await expect.element(token).toHaveValue('old')
  expect(names()).toEqual(['relay.save', 'relay.test', 'relay.remove'])
  await userEvent.click(dialog.getByRole('button', { name: 'Turn on and test' }))
  await expect.element(dialog.getByText('On: pages are read through http://127.0.0.1:4180')).toBeVisible()
  await expect.element(token).toHaveValue('')
})

it('says that it could not be turned off again where that fails, and not that it is off', async () => {
  const dialog = await open(null, REFUSED)
  const failure = { stage: 'storage', kind: 'storage-full', message: 'There is no room.', retryable: false } as const
  if (mounted !== null) mounted.runtime.handlers['relay.remove'] = () => failure
  await dialog.getByLabelText('Token').fill('old')
  await dialog.getByRole('button', { name: 'Turn on and test' }).click()
  const status = dialog.getByRole('status')
  await expect.element(status).toHaveTextContent('The relay refused the token. It could not be turned off again.')
  await expect.element(status).toHaveTextContent('There is no room.')
  const state = dialog.getByText('Set to http://127.0.0.1:4180, but it does not work')
  await expect.element(state).toBeVisible()
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect.element(status).toHaveTextContent('There is no room.')
  await expect.element(state).toBeVisible()
})

it('that was kept is looked at before it is called on', async () => {
  const dialog = await open(KEPT, REFUSED)
  await expect.element(dialog.getByText('Set to http://127.0.0.1:4180, but it does not work')).toBeVisible()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('The relay refused the token.')
  expect(dialog.getByText('On: pages').query()).toBeNull()
})

it.each([
  ['Address', 'ftp://relay', 'x', 'The address must begin with https:// (or http:// for a server on this computer).'],
  ['Token', 'http://127.0.0.1:4180', 'a b', 'That is not a token.'],
])('what is wrong with what was typed stands at its field: %s', async (field, url, token, message) => {
  const dialog = await open(null)
  if (mounted !== null)
    mounted.runtime.handlers['relay.save'] = () => ({ stage: 'command', kind: 'invalid', message, retryable: false })
  await dialog.getByLabelText('Address').fill(url)
  await dialog.getByLabelText('Token').fill(token)
  await dialog.getByRole('button', { name: 'Turn on and test' }).click()
  const input = dialog.getByLabelText(field, { exact: true })
  await expect.element(input).toHaveAttribute('aria-invalid', 'true')
  await expect.element(input).toHaveAccessibleDescription(new RegExp(message.replaceAll(/[().]/g, '.')))
  await expect.element(input).toHaveFocus()
  expect(mounted?.store.getState().notices).toEqual([])
})
