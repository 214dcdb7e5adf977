import { afterEach, describe, expect, it } from 'vitest'
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

it('an error that stood before a dialog stays where it was, and what is behind with it', async () => {
  await page.viewport(390, 844)
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  mounted.store.notice({ level: 'error', text: 'It failed before.' })
  const places = () =>
    ['[role=log]', '[data-level=error]'].map((each) => document.querySelector(each)?.getBoundingClientRect().toJSON())
  await expect.element(page.getByText('It failed before.')).toBeVisible()
  await settled(document.body)
  const before = places()
  mounted.store.setState({ dialog: 'settings' })
  await expect.element(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  expect(places()).toEqual(before)
})

describe.each([
  [390, 844],
  [320, 480],
  [1024, 768],
  [1440, 900],
])('at %i × %i', (width, height) => {
  it.each(['settings', 'palette', 'keys', 'trust', 'rename'] as const)(
    'what is said over %s covers nothing of it and does not move its beginning',
    async (name) => {
      await page.viewport(width, height)
      mounted = mountPage('conversation')
      await expect.element(page.getByRole('main')).toBeVisible()
      if (name === 'rename') await openRename(width < 700)
      else mounted.store.setState({ dialog: name })
      const dialog = page.getByRole('dialog')
      await expect.element(dialog).toBeVisible()
      await settled(dialog.element())
      const at = () => dialog.element().getBoundingClientRect()
      const { top, bottom } = at()
      const long = 'The key could not be kept, because the storage of this browser is full. '.repeat(3)
      mounted.store.notice({ level: 'error', text: `Not saved. ${long}` })
      mounted.store.notice({ level: 'warning', text: `Look at it. ${long}` })
      await expect.element(page.getByText('Look at it.', { exact: false })).toBeVisible()
      const said = page.getByRole('region', { name: 'Notices' }).element()
      await expect.poll(() => at().bottom <= said.getBoundingClientRect().top).toBe(true)
      expect(said.getBoundingClientRect().bottom).toBeLessThanOrEqual(height)
      // A small one that is nearly as high as the window gives way on both sides.
      const small = name === 'keys' || name === 'rename'
      if (!small || bottom + said.clientHeight < height - 30) expect(at().top).toBe(top)
      expect(at().height).toBeGreaterThan(120)
    },
  )
})

async function settled(element: Element): Promise<void> {
  await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished))
}

async function openRename(narrow: boolean): Promise<void> {
  if (narrow) await userEvent.click(page.getByRole('button', { name: 'More' }))
  await userEvent.click(page.getByRole('button', { name: /^Actions for/ }).first())
  await userEvent.click(page.getByRole('menuitem', { name: 'Rename' }))
}
