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
