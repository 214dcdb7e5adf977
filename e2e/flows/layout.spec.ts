import { expect, test } from './models/flow-test.ts'
import type { Workbench } from './models/workbench.ts'

const WIDTHS = [320, 390, 1024, 1440, 2560]

/** Pixels by which the page is wider than its window. */
async function overflow({ page }: Workbench): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

test('nothing is wider than the window, from 320 to 2560 pixels', async ({ workbench, page }) => {
  const look = async (what: string) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 700 ? 844 : 900 })
      // The panes take their new places with the next frame.
      await expect.poll(() => overflow(workbench), `${what} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
  await look('the first run')
  await workbench.openSettings()
  await look('the settings')
  await workbench.closeSettings()
  await workbench.demos.getByRole('button', { name: 'Permission tour' }).click()
  await expect(workbench.approval).toBeVisible({ timeout: 30_000 })
  await look('a conversation with a question')
})

test('a phone shows one pane at a time, chosen at its lower edge', async ({ workbench, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const tabs = page.getByRole('navigation', { name: 'Panes' })
  const box = await tabs.boundingBox()
  expect(box === null ? null : Math.round(box.y + box.height)).toBe(844)
  const workspace = page.getByRole('region', { name: 'Workspace' })
  const sessions = page.getByRole('navigation', { name: 'Sessions' })
  await expect(workbench.message).toBeVisible()
  await expect(workspace).toBeHidden()
  await tabs.getByRole('button', { name: 'Work' }).click()
  await expect(workspace).toBeVisible()
  await expect(workbench.message).toBeHidden()
  await tabs.getByRole('button', { name: 'More' }).click()
  await expect(sessions).toBeVisible()
  await expect(workspace).toBeHidden()
  await tabs.getByRole('button', { name: 'Chat' }).click()
  await expect(workbench.message).toBeVisible()
})
