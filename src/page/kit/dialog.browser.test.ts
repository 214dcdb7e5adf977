import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
afterEach(() => mounted.stop())

it('stays, with what was typed in it, when what is said above it is put away', async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  mounted.store.setState({ dialog: 'palette' })
  const field = page.getByRole('combobox', { name: 'Search commands' })
  await userEvent.fill(field, 'half a word')
  mounted.store.notice({ level: 'error', text: 'It failed.' })
  await userEvent.click(page.getByRole('button', { name: 'Dismiss' }))
  await expect.poll(() => mounted.store.getState().notices).toEqual([])
  await expect.element(field).toHaveValue('half a word')
  await userEvent.click(document.body, { position: { x: 5, y: 890 } })
  await expect.element(field).not.toBeInTheDocument()
})

it('moves nothing of the page behind it', async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('conversation')
  const log = page.getByRole('log')
  await expect.element(log).toBeVisible()
  const held = log.element()
  const before = held.getBoundingClientRect().toJSON()
  mounted.store.setState({ dialog: 'palette' })
  await expect.element(page.getByRole('combobox', { name: 'Search commands' })).toBeVisible()
  expect(held.getBoundingClientRect().toJSON()).toEqual(before)
})
