import { expect, test } from './models/flow-test.ts'
import type { Workbench } from './models/workbench.ts'

/** A demo streams at a pace that one can read, and one of them waits for a time-out. */
const DEMO_MS = 90_000

/** Says yes to everything that is asked, until the turn is over; then `end` must be in the conversation. */
async function agreeUntil(workbench: Workbench, end: RegExp): Promise<void> {
  const { page } = workbench
  const over = workbench.log.getByText(end)
  const yes = workbench.approval.getByRole('button', { name: 'Allow once' })
  const confirm = workbench.question.getByRole('button', { name: 'Confirm', exact: true })
  const option = workbench.question.getByRole('group', { name: 'Choose one' }).getByRole('button')
  for (let asked = 0; asked < 30; asked += 1) {
    const next = yes.or(confirm).or(option).first()
    await expect(next.or(over).first()).toBeVisible({ timeout: DEMO_MS })
    if (!(await next.isVisible())) break
    const isPlan = await workbench.question.getByText('set Mode to Plan').isVisible()
    if (isPlan) await workbench.choose('Mode', 'Plan')
    const title = await page.getByRole('heading', { level: 2 }).allTextContents()
    await next.click()
    // The same card may come again for the next call; what counts is that this one is gone.
    await expect(async () => {
      expect(await page.getByRole('heading', { level: 2 }).allTextContents()).not.toEqual(title)
    }).toPass({ timeout: 10_000 })
  }
  await expect(over.first()).toBeVisible({ timeout: DEMO_MS })
  await workbench.rested()
}
