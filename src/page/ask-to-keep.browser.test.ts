import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { StorageReport } from '#contracts/settings.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
beforeEach(() => page.viewport(1440, 900))
afterEach(() => {
  mounted.stop()
  vi.restoreAllMocks()
})

/** The page over storage that the browser may clear, or as given, and how often it was asked to keep it. */
async function open(answer: boolean, changed: Partial<StorageReport> = {}) {
  const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(answer)
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  const storage: StorageReport = {
    kind: 'indexeddb',
    reason: '',
    usageBytes: 1,
    quotaBytes: 2,
    persisted: false,
    ...changed,
  }
  mounted.runtime.handlers['storage.report'] = () => storage
  mounted.store.setState({ storage })
  return persist
}
const send = async (text: string) => {
  await userEvent.fill(page.getByRole('textbox', { name: 'Message' }), text)
  await userEvent.keyboard('{Enter}')
}
const sent = () => mounted.runtime.calls.filter(({ name }) => name === 'turn.send').length
const persisted = () => mounted.store.getState().storage?.persisted

it.each([true, false])(
  'asks the browser once, with the first message that is stored, whatever it says: %s',
  async (is) => {
    const persist = await open(is)
    const { handlers } = mounted.runtime
    const failure = { stage: 'storage', kind: 'storage-full', message: 'There is no room.', retryable: true } as const
    const works = handlers['turn.send']
    handlers['turn.send'] = () => failure
    await send('This one is not stored')
    await expect.poll(sent).toBe(1)
    expect(persist).not.toHaveBeenCalled()
    if (works !== undefined) handlers['turn.send'] = works
    await send('One')
    await expect.poll(() => persist.mock.calls.length).toBe(1)
    await expect.poll(persisted).toBe(is)
    await send('Two')
    await expect.poll(sent).toBe(3)
    expect(persist).toHaveBeenCalledTimes(1)
  },
)

it('asks with a key that is saved, and not for a provider without one', async () => {
  const persist = await open(true)
  mounted.runtime.handlers['provider.save'] = () => ({ providerId: 'p' })
  mounted.store.setState({ dialog: 'settings', settingsSection: 'providers' })
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const save = async (key: string) => {
    await settings.getByRole('button', { name: 'Edit' }).click()
    await settings.getByLabelText('Key', { exact: true }).fill(key)
    await settings.getByRole('button', { name: 'Save and test' }).click()
    await expect.element(settings.getByRole('button', { name: 'Edit' })).toBeVisible()
  }
  await save('')
  expect(persist).not.toHaveBeenCalled()
  await save('sk-typed')
  await expect.poll(() => persist.mock.calls.length).toBe(1)
})

it.each<[string, Partial<StorageReport>]>([
  ['is kept already', { persisted: true }],
  ['is memory only', { kind: 'memory' }],
  ['lies in a browser that cannot say', { persisted: null }],
])('asks nothing where what is stored %s', async (_, storage) => {
  const persist = await open(true, storage)
  await send('One')
  await expect.poll(sent).toBe(1)
  mounted.store.setState({ dialog: 'settings', settingsSection: 'storage' })
  await expect.element(page.getByText('Protected from eviction')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Ask the browser to keep it' })).not.toBeInTheDocument()
  expect(persist).not.toHaveBeenCalled()
})

it('the settings ask again, and say what came of it', async () => {
  const persist = await open(false)
  mounted.store.setState({ dialog: 'settings', settingsSection: 'storage' })
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const ask = settings.getByRole('button', { name: 'Ask the browser to keep it' })
  await ask.click()
  await expect.element(settings.getByRole('status')).toHaveTextContent('The browser did not agree.')
  persist.mockRejectedValueOnce(new TypeError('It is not allowed here.'))
  await ask.click()
  await expect.element(settings.getByRole('status')).toHaveTextContent('This browser cannot be asked.')
  persist.mockResolvedValue(true)
  await ask.click()
  await expect.element(settings.getByRole('status')).toHaveTextContent('The browser agreed.')
  await expect.element(settings.getByText('Yes. The browser does not clear it by itself.')).toBeVisible()
  await expect.element(ask).not.toBeInTheDocument()
})

it('works where the browser knows nothing of it', async () => {
  await open(true)
  vi.spyOn(navigator, 'storage', 'get').mockReturnValue(undefined as unknown as StorageManager)
  await send('One')
  await expect.poll(sent).toBe(1)
  expect(persisted()).toBe(false)
  expect(mounted.store.getState().notices).toEqual([])
})
