import { expect, test } from '@playwright/test'

test('after the first visit the app starts without a network', async ({ page, context }) => {
  await page.goto('./')
  await expect(page.getByRole('button', { name: 'New session' }).first()).toBeVisible()
  await page.waitForFunction(async () => {
    await navigator.serviceWorker.ready
    return navigator.serviceWorker.controller !== null
  })
  await context.setOffline(true)
  await page.goto('./?from=elsewhere')
  await expect(page.getByRole('button', { name: 'New session' }).first()).toBeVisible()
})

test('the page asks nobody but its own origin and breaks no policy', async ({ page, baseURL }) => {
  const others: string[] = []
  const refused: string[] = []
  page.on('request', (request) => {
    if (baseURL !== undefined && !request.url().startsWith(baseURL)) others.push(request.url())
  })
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text())
  })
  await page.goto('./')
  await expect(page.getByRole('button', { name: 'New session' }).first()).toBeVisible()
  expect({ others: others.filter((url) => !/^(blob|data):/.test(url)), refused }).toEqual({ others: [], refused: [] })
})
