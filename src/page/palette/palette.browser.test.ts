import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
beforeEach(() => page.viewport(1024, 768))
afterEach(() => mounted.stop())

/** Runs what the palette finds first for `query`. */
async function run(query: string) {
  mounted.store.setState({ dialog: 'palette' })
  const field = page.getByRole('combobox', { name: 'Search commands' })
  await userEvent.fill(field, query)
  await userEvent.keyboard('{Enter}')
  await expect.element(field).not.toBeInTheDocument()
}

const calls = (wanted: string) => mounted.runtime.calls.filter(({ name }) => name === wanted).map(({ input }) => input)

it('shows and hides the workspace where it is a drawer', async () => {
  mounted = mountPage('conversation')
  const workspace = page.getByRole('region', { name: 'Workspace' })
  await expect.element(page.getByRole('log')).toBeVisible()
  await run('hide the workspace')
  await expect.element(workspace).toBeVisible()
  await run('hide the workspace')
  await expect.element(workspace).not.toBeInTheDocument()
})

it.each(['Files', 'Changes', 'Inspect'])('reaches the tab %s of the workspace', async (name) => {
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  await run(`workspace: ${name}`)
  const tab = page.getByRole('tab', { name, exact: true })
  await expect.element(tab).toHaveAttribute('aria-selected', 'true')
  await expect.element(tab).toHaveFocus()
})

it('reaches the commands of the message, trust and the models', async () => {
  mounted = mountPage('conversation')
  mounted.runtime.handlers['slash.run'] = () => ({})
  await expect.element(page.getByRole('log')).toBeVisible()
  for (const query of ['/tools', '/clear', '/trust off']) await run(query)
  await expect
    .poll(() => calls('slash.run'))
    .toEqual(['/tools', '/clear', '/trust off'].map((text) => ({ sessionId: 's1', text })))
  await run('model: claude-opus')
  await expect
    .poll(() => calls('session.update'))
    .toEqual([{ sessionId: 's1', model: { providerId: 'anthropic', modelId: 'claude-opus-4-1' } }])
  await run('trust in this')
  await expect.poll(() => mounted.store.getState().dialog).toBe('trust')
})
