import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountPage } from '#e2e/doubles/mount-page.ts'

it('closes when something beside it is pressed, and stays open when it is pressed itself', async () => {
  await page.viewport(1440, 900)
  const mounted = mountPage('approval')
  try {
    const button = page.getByRole('status', { name: 'Usage' }).getByRole('button')
    await userEvent.click(button)
    await expect.element(button).toHaveAttribute('aria-expanded', 'true')
    await userEvent.click(page.getByRole('group', { name: 'Usage' }).getByRole('table'))
    await expect.element(button).toHaveAttribute('aria-expanded', 'true')
    // Its corner, which the open panel does not cover.
    await userEvent.click(page.getByRole('log', { name: 'Conversation' }), { position: { x: 8, y: 8 } })
    await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  } finally {
    mounted.stop()
  }
})
