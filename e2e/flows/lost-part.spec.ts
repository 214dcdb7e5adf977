import { expect, test } from './models/flow-test.ts'

// The service worker would serve the part from its store.
test.use({ serviceWorkers: 'block' })

test('a part that does not load says so in its place, the rest goes on, and it comes when it can', async ({
  page,
  workbench,
  mock,
}) => {
  const part = /\/assets\/inspector-[^/]+\.js$/
  await page.route(part, (route) => route.abort())
  await workbench.reload()
  await workbench.useProvider(
    { preset: 'Anthropic', baseUrl: `${mock.url}/v1`, key: 'sk-test-0123456789' },
    'mock-model',
  )
  mock.script({ text: 'The first answer.' }, { text: 'The second answer.' })
  await workbench.say('First.')
  await expect(workbench.log).toContainText('The first answer.')

  await page.getByRole('tab', { name: 'Inspect' }).click()
  const pane = page.getByRole('tabpanel', { name: 'Inspect' })
  await expect(pane).toContainText('This part could not be loaded.')
  await workbench.say('Second.')
  await expect(workbench.log).toContainText('The second answer.')

  await page.unroute(part)
  await pane.getByRole('button', { name: 'Try again' }).click()
  await expect(pane).not.toContainText('could not be loaded')
  await expect(pane.getByRole('searchbox', { name: 'Search calls' })).toBeVisible()
  await expect(workbench.log).toContainText('The second answer.')
})
