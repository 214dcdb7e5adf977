import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
afterEach(() => mounted.stop())

const message = () => page.getByRole('textbox', { name: 'Message', exact: true })
const tab = () => mounted.store.getState().panes.tab
const stops = () => mounted.runtime.calls.filter(({ name }) => name === 'turn.stop')
const drawer = () => page.getByRole('main').filter({ has: page.getByRole('region', { name: 'Workspace' }) })

async function openDrawer(state: string) {
  await page.viewport(1024, 768)
  mounted = mountPage(state)
  await expect.element(message()).toBeVisible()
  await userEvent.click(message())
  await userEvent.keyboard('{Control>}j{/Control}')
  await expect.element(drawer()).toHaveFocus()
}

it('takes the focus as it opens, and gives it back as it closes', async () => {
  await openDrawer('conversation')
  await userEvent.keyboard('{Control>}j{/Control}')
  await expect.element(message()).toHaveFocus()
})

it('closes with Escape before a turn is stopped, wherever the focus is', async () => {
  await openDrawer('running')
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await userEvent.keyboard('{Escape}')
  await expect.poll(tab).toBe('chat')
  expect(stops()).toEqual([])
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await userEvent.keyboard('{Escape}')
  await expect.poll(stops).toHaveLength(1)
})

it('leaves room for the conversation, however wide the panes were dragged', async () => {
  await page.viewport(1200, 800)
  mounted = mountPage('conversation')
  mounted.store.setState(({ panes }) => ({
    panes: { ...panes, sessionsOpen: true, sessionsWidth: 400, workspaceOpen: true, workspaceWidth: 1_400 },
  }))
  const widths = () =>
    [
      page.getByRole('navigation', { name: 'Sessions' }),
      page.getByRole('main'),
      page.getByRole('region', { name: 'Workspace' }),
    ].map((each) => Math.round(each.element().getBoundingClientRect().width / 10) * 10)
  await expect.poll(widths).toEqual([400, 480, 320])
  const values = ['Resize sessions', 'Resize workspace'].map((name) => {
    const line = page.getByRole('separator', { name }).element()
    return ['aria-valuemin', 'aria-valuenow', 'aria-valuemax'].map((each) => Number(line.getAttribute(each)))
  })
  expect(values).toEqual([
    [180, 400, 400],
    [320, 320, 320],
  ])
})
