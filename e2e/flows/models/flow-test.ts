import { test as base, expect } from '@playwright/test'
import { MockProviders } from '#e2e/doubles/mock-providers.ts'
import { Workbench } from './workbench.ts'

/** What the browser asked of whom, and what it complained about, from the first moment on. */
export interface Watch {
  /** Addresses that are neither the app's nor the mock's. */
  readonly foreign: string[]
  /** Errors on the console. */
  readonly errors: string[]
}

/** The key of the provider that `session` is set up with. */
export const KEY = 'sk-test-0123456789-abcdefgh-7777'

/**
 * A test of the built app with its own mock of every provider. `workbench` is the app as a new user meets it,
 * `session` the same with one provider of the mock added and its model chosen. Every test fails where the page
 * threw something that nobody caught, or where anything left this computer.
 */
export const test = base.extend<{ mock: MockProviders; watch: Watch; workbench: Workbench; session: Workbench }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  mock: async ({}, use) => {
    const mock = await MockProviders.start()
    await use(mock)
    await mock.close()
  },
  watch: [
    async ({ context, baseURL, mock }, use) => {
      const own = [new URL(baseURL ?? '').origin, new URL(mock.url).origin]
      const watch: Watch = { foreign: [], errors: [] }
      const uncaught: string[] = []
      context.on('request', (request) => {
        const url = new URL(request.url())
        if (/^https?:$/.test(url.protocol) && !own.includes(url.origin)) watch.foreign.push(request.url())
      })
      context.on('console', (message) => {
        if (message.type() === 'error') watch.errors.push(message.text())
      })
      context.on('weberror', (error) => uncaught.push(error.error().message))
      await use(watch)
      const left = watch.foreign.filter((url) => new URL(url).hostname !== '127.0.0.1')
      expect({ uncaught, left }).toEqual({ uncaught: [], left: [] })
    },
    { auto: true },
  ],
  workbench: async ({ page }, use) => {
    await use(await new Workbench(page).open())
  },
  session: async ({ workbench, mock }, use) => {
    await workbench.useProvider({ preset: 'Anthropic', baseUrl: `${mock.url}/v1`, key: KEY }, 'mock-model')
    await use(workbench)
  },
})

export { expect }
