import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { session } from '#e2e/doubles/page-records.ts'

let mounted: MountedPage
const made = () => mounted.runtime.calls.filter(({ name }) => name === 'session.create')
afterEach(() => mounted.stop())

it('makes a session rather than showing the untouched one of another tab, and shows its own again', async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('welcome-ready')
  const create = page.getByRole('button', { name: 'New session' })
  await expect.element(create).toBeVisible()
  mounted.runtime.emit({ type: 'session', session: session('theirs', { title: 'Theirs', nextSeq: 0 }) })
  await userEvent.click(create)
  await expect.poll(() => window.location.hash).toBe('#/s/s9')
  expect(made()).toHaveLength(1)
  window.location.hash = '#/s/theirs'
  await expect.poll(() => mounted.store.getState().selected).toBe('theirs')
  await userEvent.click(create)
  await expect.poll(() => window.location.hash).toBe('#/s/s9')
  expect(made()).toHaveLength(1)
})
