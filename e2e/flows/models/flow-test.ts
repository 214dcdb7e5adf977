import { test as base } from '@playwright/test'
import { MockProviders } from '#e2e/doubles/mock-providers.ts'
import { Workbench } from './workbench.ts'

/** What the page asked of whom, and what it complained about, from the first moment on. */
export interface Watch {
  /** Addresses that are neither the app's nor the mock's. */
  readonly foreign: string[]
  /** Console errors and uncaught ones. */
  readonly errors: string[]
}

/** The key of the provider that `session` is set up with. */
export const KEY = 'sk-test-0123456789-abcdefgh-7777'

/**
 * A test of the built app with its own mock of every provider. `workbench` is the app as a new user meets it,
 * `session` the same with one provider of the mock added and its model chosen.
 */
export const test = base.extend<{ mock: MockProviders; watch: Watch; workbench: Workbench; session: Workbench }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
  mock: async ({}, use) => {
    const mock = await MockProviders.start()
    await use(mock)
    await mock.close()
  },
  watch: async ({ context, baseURL, mock }, use) => {
    const own = [new URL(baseURL ?? '').origin, new URL(mock.url).origin]
    const watch: Watch = { foreign: [], errors: [] }
    context.on('request', (request) => {
      const url = new URL(request.url())
      if (/^https?:$/.test(url.protocol) && !own.includes(url.origin)) watch.foreign.push(request.url())
    })
    context.on('console', (message) => {
      if (message.type() === 'error') watch.errors.push(message.text())
    })
    context.on('weberror', (error) => watch.errors.push(error.error().message))
    await use(watch)
  },
  workbench: async ({ page, watch: _ }, use) => {
    await use(await new Workbench(page).open())
  },
  session: async ({ workbench, mock }, use) => {
    await workbench.useProvider({ preset: 'Anthropic', baseUrl: `${mock.url}/v1`, key: KEY }, 'mock-model')
    await use(workbench)
  },
})

export { expect } from '@playwright/test'
