import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { approval } from '#e2e/doubles/page-records.ts'

let mounted: MountedPage
afterEach(() => mounted.stop())

const card = () => page.getByRole('group', { name: 'Approval', exact: true })
const list = () => card().getByRole('list', { name: 'Also waiting' })
const rows = () => list().getByRole('button')
const box = () => list().element().parentElement ?? document.body

/** Four calls wait, each with an effect of many lines. */
async function showFour() {
  mounted = mountPage('approval')
  await expect.element(card()).toBeVisible()
  const command = `cat <<'EOF'\n${'a line of it\n'.repeat(80)}EOF`
  const asks = ['b1', 'b2', 'b3', 'b4'].map((id, position) =>
    approval('s1', id, {
      position,
      title: `Run a script with quite a long name that fills a good part of its line, \`scripts/${id}.sh\`?`,
      effect: { kind: 'command', command, cwd: '/workspace', effects: ['deletes `build`', 'runs curl'] },
      risk: 'destructive-local',
      sessionScope: null,
    }),
  )
  mounted.runtime.emit(
    { type: 'settled', sessionId: 's1', id: 'a1' },
    ...asks.map((each) => ({ type: 'approval' as const, approval: each })),
  )
  await expect.poll(() => rows().elements().length).toBe(3)
}

it.each([
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [390, 844],
] as const)('two of those that also wait are seen whole in a window of %i by %i', async (width, height) => {
  await page.viewport(width, height)
  await showFour()
  const seen = box().getBoundingClientRect()
  const second = rows().nth(1).element().getBoundingClientRect()
  expect([second.bottom <= seen.bottom + 1, seen.bottom <= innerHeight]).toEqual([true, true])
  expect(second.bottom).toBeLessThanOrEqual(card().element().getBoundingClientRect().bottom)
})

it('what each does stands apart, and its names are code', async () => {
  await page.viewport(1440, 900)
  await showFour()
  await expect.element(rows().first()).toHaveTextContent('deletes build; runs curl')
  expect(rows().first().element().querySelectorAll('code')).toHaveLength(2)
})

it('they are read from the first on when one of them was opened', async () => {
  await page.viewport(390, 844)
  await showFour()
  box().scrollTop = box().scrollHeight
  expect(box().scrollTop).toBeGreaterThan(0)
  await userEvent.click(rows().nth(2))
  await expect.element(rows().first()).toHaveTextContent('b1.sh')
  expect([box().scrollTop, rows().elements().length]).toEqual([0, 3])
})

it('while its rule is looked at one button is the main one, and it makes the rule', async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('approval')
  const open = card().getByRole('button', { name: 'Always allow…' })
  await expect.element(open).toHaveAttribute('aria-disabled', 'false')
  const main = () =>
    [...card().element().querySelectorAll('[data-look=ask]')].map((each) => each.firstChild?.textContent)
  expect(main()).toEqual(['Allow once'])
  await userEvent.click(open)
  await expect.element(card().getByRole('button', { name: 'Allow and make it a rule' })).toBeVisible()
  expect(main()).toEqual(['Allow and make it a rule'])
  await userEvent.click(open)
  expect(main()).toEqual(['Allow once'])
})

it('the tip of what a session would allow shows its command as code', async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('approval')
  await expect.element(card()).toBeVisible()
  const asked = approval('s1', 'b1', { title: 'Run it?', sessionScope: 'exactly `npm test`' })
  mounted.runtime.emit({ type: 'settled', sessionId: 's1', id: 'a1' }, { type: 'approval', approval: asked })
  await expect.element(card()).toHaveTextContent('Run it?')
  await userEvent.hover(card().getByRole('button', { name: 'Allow for this session' }))
  const names = () => [...document.querySelectorAll('[aria-hidden=true] > code')].map((each) => each.textContent)
  await expect.poll(names).toEqual(['npm test'])
})
