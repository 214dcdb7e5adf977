import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DEFAULT_SETTINGS } from '#contracts/settings.ts'
import { expectAccessible } from '#e2e/doubles/expect-accessible.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
afterEach(() => mounted.stop())

const LOST = 'One provider in the stored settings cannot be read and was left out: add it again. The others are there.'
const damage = () => page.getByRole('dialog', { name: 'Settings' }).getByRole('alert')

async function begin(): Promise<void> {
  await page.viewport(390, 844)
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  mounted.runtime.emit({ type: 'notice', level: 'warning', text: LOST, about: 'settings' })
  await userEvent.click(page.getByRole('button', { name: 'Dismiss' }))
  mounted.store.setState({ dialog: 'settings' })
}

it('settings that cannot be read are told of in every section until they are stored anew', async () => {
  await begin()
  await expect.element(damage()).toHaveTextContent(LOST)
  await userEvent.click(page.getByRole('tab', { name: 'Storage' }))
  await expect.element(damage()).toHaveTextContent(LOST)
  await expectAccessible()
  await userEvent.click(damage().getByRole('button', { name: 'Store what is left now' }))
  await expect.element(damage()).not.toBeInTheDocument()
  expect(mounted.runtime.calls.filter(({ name }) => name === 'settings.update').map(({ input }) => input)).toEqual([{}])
})

it('any change that is stored mends them, and a refused one does not', async () => {
  await begin()
  mounted.runtime.handlers['settings.update'] = () => ({
    stage: 'storage',
    kind: 'storage-full',
    message: 'There is no room.',
    retryable: true,
  })
  await userEvent.click(damage().getByRole('button', { name: 'Store what is left now' }))
  await expect.element(page.getByText('There is no room.')).toBeVisible()
  await expect.element(damage()).toHaveTextContent(LOST)
  mounted.runtime.emit({ type: 'settings', settings: { ...DEFAULT_SETTINGS, theme: 'dark' } })
  await expect.element(damage()).not.toBeInTheDocument()
})
