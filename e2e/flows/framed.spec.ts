import { createServer } from 'node:http'
import { expect, test } from './models/flow-test.ts'

test('inside another page the app does not run: the header forbids it, and without headers it refuses by itself', async ({
  context,
  baseURL,
}) => {
  const app = new URL(baseURL ?? '').href
  const outer = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><title>Outer</title><iframe src="${app}" width="800" height="600"></iframe>`)
  })
  await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve))
  const address = outer.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  try {
    const page = await context.newPage()
    const frame = page.frameLocator('iframe')
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.goto(`http://127.0.0.1:${address.port}/`)
    await refused
    await expect(frame.locator('#root')).toHaveCount(0)

    await context.route(app, async (route) => {
      const response = await route.fetch()
      const { 'content-security-policy': _policy, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    await page.reload()
    await expect(frame.getByRole('heading', { name: 'Sallyport does not run inside another page' })).toBeVisible()
    expect(page.workers()).toEqual([])
    await expect(frame.getByRole('textbox')).toHaveCount(0)

    const opened = context.waitForEvent('page')
    await frame.getByRole('link', { name: 'Open in its own tab' }).click()
    await expect((await opened).getByRole('textbox', { name: 'Message' })).toBeVisible()
  } finally {
    outer.closeAllConnections()
    outer.close()
  }
})
