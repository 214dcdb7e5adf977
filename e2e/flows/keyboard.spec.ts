import type { Locator } from '@playwright/test'
import { startEndlessProvider } from '#e2e/doubles/endless-provider.ts'
import { expect, test } from './models/flow-test.ts'
import type { Workbench } from './models/workbench.ts'

/** Presses Tab until `target` has the focus; more presses than the page has stops mean that it cannot be reached. */
async function tabTo({ page }: Workbench, target: Locator): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('The focus does not get there with Tab.')
}

/** Waits until the card takes an answer: a key that was meant for elsewhere decides nothing in its first moment. */
async function armed({ approval }: Workbench): Promise<void> {
  await expect(approval.getByRole('button', { name: 'Allow once' })).toBeEnabled()
}

test('a demo is started, a call allowed and one denied by keys alone', async ({ workbench, page }) => {
  await tabTo(workbench, workbench.demos.getByRole('button', { name: 'Permission tour' }))
  await page.keyboard.press('Enter')
  await expect(workbench.approval).toContainText('Write build/report.txt?', { timeout: 30_000 })
  await armed(workbench)
  await page.keyboard.press('a')
  await expect(workbench.call('Done: Write build/report.txt')).toBeVisible()
  await expect(workbench.approval).toContainText('Write build/log.txt?', { timeout: 30_000 })
  await armed(workbench)
  await page.keyboard.press('s')
  await expect(workbench.approval).toContainText('rm -rf build', { timeout: 30_000 })
  await expect(workbench.approval.getByRole('button', { name: 'Allow for this session' })).toHaveCount(0)
  await armed(workbench)
  await page.keyboard.press('d')
  await expect(workbench.call('Denied: Run ls build; rm -rf build')).toBeVisible()
})

test('a letter that is typed into the message decides nothing', async ({ session, mock, page }) => {
  mock.script({ calls: [{ name: 'write_file', arguments: { path: 'a.txt', content: 'a\n' } }] }, { text: 'Denied.' })
  await session.say('Write it.')
  await expect(session.approval).toBeVisible()
  await session.message.focus()
  await page.keyboard.type('a sad day')
  await expect(session.message).toHaveValue('a sad day')
  await expect(session.approval).toContainText('Write a.txt?')
  expect(mock.requests()).toHaveLength(1)
})

test('Enter sends, Shift+Enter breaks the line, Escape stops', async ({ workbench, page }) => {
  const provider = await startEndlessProvider('Later.')
  try {
    await workbench.useProvider(
      { preset: 'Another OpenAI-compatible server', label: 'Endless', baseUrl: provider.url },
      'made',
    )
    await workbench.message.focus()
    await page.keyboard.type('One')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('Two')
    await expect(workbench.message).toHaveValue('One\nTwo')
    await page.keyboard.press('Enter')
    await expect(workbench.log).toContainText('word3 ')
    await page.keyboard.press('Escape')
    await expect(workbench.stop).toBeHidden()
    await expect.poll(() => provider.open()).toBe(0)
  } finally {
    await provider.close()
  }
})

test('Ctrl+K opens the palette, which starts and finds things; ? shows the keys', async ({ workbench, page }) => {
  await page.getByRole('navigation', { name: 'Sessions' }).click({ position: { x: 4, y: 400 } })
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys).toContainText('Command palette')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('storage')
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
  await expect(workbench.settings.getByRole('tab', { name: 'Storage' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(workbench.settings).toBeHidden()
})

test('what is typed while a first message makes its session is kept, letter by letter', async ({
  session,
  page,
  mock,
}) => {
  mock.script({ text: 'Done.' })
  await session.message.click()
  await page.keyboard.type('The first message.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('While I write')
  await expect(session.message).toHaveValue('While I write')
})
