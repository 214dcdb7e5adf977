import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { session } from '#e2e/doubles/page-records.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
beforeEach(() => page.viewport(390, 844))
afterEach(() => mounted.stop())

/** Whether all of `element` lies inside the window and inside of everything round it that cuts off. */
function isWhole(element: Element): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  let whole = bottom > top && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(around)
    const box = around.getBoundingClientRect()
    if (overflowY !== 'visible') whole &&= top >= box.top - 1 && bottom <= box.bottom + 1
    if (overflowX !== 'visible') whole &&= left >= box.left - 1 && right <= box.right + 1
  }
  return whole
}

it('the way to a key of one’s own is in sight on the first screen', async () => {
  mounted = mountPage('welcome')
  await expect.element(page.getByRole('list', { name: 'Demos' })).toBeVisible()
  const about = 'Plans and writes a small web page, tests it in the shell, and corrects what the test finds.'
  mounted.store.setState(({ demos }) => ({ demos: demos.map((demo) => ({ ...demo, about })) }))
  await expect.element(page.getByText(about).first()).toBeVisible()
  expect(isWhole(page.getByRole('button', { name: 'Add a provider' }).element())).toBe(true)
})

it('where the first screen goes on below the message, it says so', async () => {
  await page.viewport(320, 568)
  mounted = mountPage('welcome')
  await expect.element(page.getByRole('region', { name: 'Welcome' })).toHaveAttribute('data-cut', 'bottom')
})

it.each([
  [390, 844],
  [320, 568],
])('every section of the settings is in sight in their index, at %i by %i', async (width, height) => {
  await page.viewport(width, height)
  mounted = mountPage('settings')
  const sections = page.getByRole('dialog', { name: 'Settings' }).getByRole('tab')
  await expect.element(sections.first()).toBeVisible()
  const cut = sections.elements().filter((each) => !isWhole(each))
  expect(cut.map((each) => each.textContent)).toEqual([])
})

it('a long title takes two lines beside the usage', async () => {
  mounted = mountPage('conversation')
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toHaveTextContent('Build a tide table page')
  const title = 'A page that shows the next high tide of six harbours'
  const held = mounted.store.getState().sessions.get('s1') ?? session('s1')
  mounted.runtime.emit({ type: 'session', session: { ...held, title } })
  await expect.element(heading).toHaveTextContent(title)
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = heading.element()
  expect([scrollHeight <= clientHeight + 1, scrollWidth <= clientWidth]).toEqual([true, true])
  expect(isWhole(heading.element())).toBe(true)
})

it.each(['approval', 'approvals', 'question', 'confirm'])('the answers of %s fill their lines', async (state) => {
  mounted = mountPage(state)
  const card = page.getByRole('group', { name: /^(Approval|Question)$/ })
  await expect.element(card).toBeVisible()
  const rows = new Map<number, number[]>()
  const answers = card.element().querySelector('[class*=answers]')
  for (const each of answers?.children ?? []) {
    const { top, left, right } = each.getBoundingClientRect()
    rows.set(top, [...(rows.get(top) ?? []), left, right])
  }
  const { left = 0, right = 0 } = answers?.getBoundingClientRect() ?? {}
  expect(rows.size).toBeGreaterThan(0)
  for (const edges of rows.values())
    expect([Math.min(...edges), Math.max(...edges)].map(Math.round)).toEqual([left, right].map(Math.round))
})
