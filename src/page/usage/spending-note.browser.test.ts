import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { DEFAULT_MONEY, type Money } from '#contracts/money.ts'
import type { Session } from '#contracts/sessions.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage | null = null
beforeEach(() => page.viewport(1440, 900))
afterEach(() => mounted?.stop())

/** The usage, opened, of a session that has cost $0.0931. */
async function usage(money: Partial<Money>, spend?: Session['spend']) {
  mounted = mountPage('conversation')
  const { runtime, store } = mounted
  const button = page.getByRole('status', { name: 'Usage' }).getByRole('button')
  await expect.element(button).toBeVisible()
  const session = store.getState().sessions.get('s1')
  if (session === undefined) throw new Error('There is no session.')
  runtime.emit(
    { type: 'settings', settings: { ...store.getState().settings, money: { ...DEFAULT_MONEY, ...money } } },
    { type: 'session', session: { ...session, ...(spend === undefined ? {} : { spend }) } },
  )
  await button.click()
  return { button, panel: page.getByRole('group', { name: 'Usage' }) }
}

it('is told in the chosen currency, with the rate that converts it', async () => {
  const { button, panel } = await usage({ currency: 'EUR', perDollar: 0.5 })
  await expect.element(button).toHaveTextContent('≈ €0.0466')
  await expect.element(panel.getByRole('row', { name: /^This session/ })).toHaveTextContent('≈ €0.0466')
  await expect.element(panel).toHaveTextContent('Converted at 0.5 EUR for one US dollar.')
})

it('says which caps hold, from where on, and what no cap can count', async () => {
  const { button, panel } = await usage({ turnCap: 0.5, sessionCap: 5 }, { letGoOnAt: 0.05, unpriced: 2 })
  await expect.element(button).toHaveTextContent(/\+ \?$/)
  await expect
    .element(panel)
    .toHaveTextContent(
      'Caps: $0.50 a turn, $5.00 a session. The session’s counts from $0.0500 on, where you let it go on. The cost of 2 requests of this session is not known: it is in no sum, and no cap counts it.',
    )
})

it('says nothing more of a session in US dollars without caps, where each request has its price', async () => {
  const { button, panel } = await usage({}, { letGoOnAt: 0, unpriced: 0 })
  await expect.element(button).toHaveTextContent('$0.0931')
  expect(panel.element().querySelector('p')).toBeNull()
})
