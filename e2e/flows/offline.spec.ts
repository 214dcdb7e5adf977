import { expect, test } from '@playwright/test'

test.use({ serviceWorkers: 'allow' })

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
    const mine = request.url().startsWith(baseURL ?? '') || /^(blob|data):/.test(request.url())
    if (!mine) others.push(request.url())
  })
  // A refusal that its own code catches is heard by this event only.
  await page.exposeFunction('refuse', (what: string) => refused.push(what))
  await page.addInitScript(() => {
    const refuse = (globalThis as unknown as { refuse(what: string): void }).refuse
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      refuse(`${effectiveDirective} ${blockedURI}`),
    )
  })
  await page.goto('./')
  await expect(page.getByRole('button', { name: 'New session' }).first()).toBeVisible()
  expect({ others, refused }).toEqual({ others: [], refused: [] })
})
