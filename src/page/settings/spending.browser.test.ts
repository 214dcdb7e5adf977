import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { changeMoney, DEFAULT_MONEY, type Money, type MoneyChange } from '#contracts/money.ts'
import { expectAccessible } from '#e2e/doubles/expect-accessible.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage | null = null
beforeEach(() => page.viewport(1440, 900))
afterEach(() => mounted?.stop())

/** The section with these settings, which are kept as the agent's thread keeps them. */
async function open(money: Partial<Money> = {}, theme: 'light' | 'dark' = 'light') {
  mounted = mountPage('settings', theme)
  const { runtime, store } = mounted
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await expect.element(dialog).toBeVisible()
  const keep = (changed: Money) => {
    const settings = { ...store.getState().settings, money: changed }
    runtime.emit({ type: 'settings', settings })
    return { settings }
  }
  keep({ ...DEFAULT_MONEY, ...money })
  runtime.handlers['settings.update'] = ({ money: change = {} }) =>
    keep(changeMoney(store.getState().settings.money, change))
  store.setState({ settingsSection: 'spending' })
  await expect.element(dialog.getByRole('heading', { name: 'Spending' })).toBeVisible()
  return dialog
}
const kept = () =>
  mounted?.runtime.calls.flatMap(({ name, input }) =>
    name === 'settings.update' ? [(input as { money: MoneyChange }).money] : [],
  )

it('keeps a cap when its field is left or Enter is pressed, and none when it is emptied', async () => {
  const dialog = await open()
  const cap = dialog.getByLabelText('Cap on a turn, USD')
  await cap.fill('0,5')
  await userEvent.tab()
  await expect.element(cap).toHaveValue('0.5')
  await cap.fill('')
  await userEvent.keyboard('{Enter}')
  await expect.element(cap).toHaveValue('')
  expect(kept()).toEqual([{ turnCap: 0.5 }, { turnCap: null }])
})

it.each([
  ['is kept', '0,5', [{ turnCap: 0.5 }]],
  ['is none, and nothing is kept,', 'five', []],
])('an amount that was typed %s where Escape closes the settings', async (_, typed, saved) => {
  const dialog = await open()
  await dialog.getByLabelText('Cap on a turn, USD').fill(typed)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(kept()).toEqual(saved)
})

it.each(['five', '1e9'])('what is no amount stays to be corrected, and nothing is kept: %s', async (typed) => {
  const dialog = await open({ sessionCap: 5 })
  const cap = dialog.getByLabelText('Cap on a session, USD')
  await cap.fill(typed)
  await userEvent.tab()
  await expect.element(cap).toHaveAttribute('aria-invalid', 'true')
  await expect.element(cap).toHaveAccessibleDescription(/Enter a plain number above 0, like 0\.5\./)
  await expect.element(cap).toHaveValue(typed)
  expect(kept()).toEqual([])
})

it('another currency counts once it has a rate, and the caps are worth the same in it', async () => {
  const dialog = await open({ turnCap: 2 })
  const currency = dialog.getByRole('combobox', { name: 'Currency' })
  await currency.fill('eur')
  await expect.element(currency).toHaveValue('EUR')
  const rate = dialog.getByLabelText('One US dollar in EUR')
  await expect.element(rate).toHaveAccessibleDescription(/Enter the rate\. Until then amounts are in USD, not EUR\./)
  await expect.element(dialog.getByLabelText('Cap on a turn, USD')).toHaveValue('2')
  expect(kept()).toEqual([])
  await rate.fill('0.9')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByLabelText('Cap on a turn, EUR')).toHaveValue('1.8')
  expect(kept()).toEqual([{ currency: 'EUR', perDollar: 0.9 }])
  await currency.fill('USD')
  await expect.element(dialog.getByLabelText('Cap on a turn, USD')).toHaveValue('2')
  expect(rate.query()).toBeNull()
})

it('what is no currency stays to be corrected', async () => {
  const dialog = await open()
  const currency = dialog.getByRole('combobox', { name: 'Currency' })
  await currency.fill('euro')
  await userEvent.tab()
  await expect.element(currency).toHaveAccessibleDescription(/Enter the three letters of a currency, like EUR\./)
  await expect.element(currency).toHaveValue('euro')
  expect(kept()).toEqual([])
})

it.each(['light', 'dark'] as const)('has no axe violation and fits 390 px, %s', async (theme) => {
  await page.viewport(390, 844)
  await open({ currency: 'EUR', perDollar: 0.9, turnCap: 1 }, theme)
  const root = document.querySelector('[role=dialog]') ?? document.body
  await expectAccessible(root)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
