import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { approval } from '#e2e/doubles/page-records.ts'

let mounted: MountedPage
afterEach(() => mounted.stop())

/** A small phone, and a window of 1440 by 900 at 200 %. */
const SIZES = [
  [320, 568],
  [720, 450],
] as const
const REASON = 'A command with an operator in it is never taken as read-only.'

/** Whether all of `element` can be seen: no edge of the window or of what scrolls around it cuts it off. */
function isWhole(element: Element): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  let whole = bottom > top && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (getComputedStyle(around).overflowY === 'visible') continue
    const box = around.getBoundingClientRect()
    whole &&= top >= box.top - 1 && bottom <= box.bottom + 1
  }
  return whole
}

it.each(SIZES)('risk, reason and every answer are seen whole in a window of %i by %i', async (width, height) => {
  await page.viewport(width, height)
  mounted = mountPage('approval')
  const card = page.getByRole('group', { name: 'Approval' })
  await expect.element(card).toBeVisible()
  const command = `cat <<'EOF'\n${'a line of it\n'.repeat(80)}EOF`
  mounted.runtime.emit(
    { type: 'settled', sessionId: 's1', id: 'a1' },
    {
      type: 'approval',
      approval: approval('s1', 'b1', {
        title: 'Run a long script?',
        effect: { kind: 'command', command, cwd: '/workspace', effects: ['Writes.'] },
        risk: 'destructive-local',
        reason: REASON,
      }),
    },
  )
  const said = ['May destroy local work', REASON].map((text) => card.getByText(text))
  for (const each of said) await expect.element(each).toBeVisible()
  await expect.element(card.getByRole('region', { name: 'What it does' })).toHaveAttribute('data-cut', 'bottom')
  const buttons = card.getByRole('button').elements()
  expect(buttons).toHaveLength(4)
  const seen = [...said.map((each) => each.element()), ...buttons]
  expect(seen.filter((each) => !isWhole(each)).map((each) => each.textContent)).toEqual([])
})

it.each([...SIZES, [390, 664], [320, 640]] as const)(
  'of several that wait, lines of what the open one does and its first answer are seen at %i by %i',
  async (width, height) => {
    await page.viewport(width, height)
    mounted = mountPage('approval')
    const card = page.getByRole('group', { name: 'Approval' })
    await expect.element(card).toBeVisible()
    const command = `cat <<'EOF'\n${'a line of it\n'.repeat(80)}EOF`
    const asks = ['b1', 'b2', 'b3'].map((id, position) =>
      approval('s1', id, {
        position,
        title: `Run the script ${id}?`,
        effect: { kind: 'command', command, cwd: '/workspace', effects: ['Writes.'] },
        risk: 'workspace-write',
        sessionScope: 'execute of `cat`',
        reason: REASON,
      }),
    )
    mounted.runtime.emit(
      { type: 'settled', sessionId: 's1', id: 'a1' },
      ...asks.map((each) => ({ type: 'approval' as const, approval: each })),
    )
    await expect.element(card).toHaveTextContent('Also waiting')
    const effect = card.getByRole('region', { name: 'What it does' }).first()
    await expect.element(effect).toHaveAttribute('data-cut', 'bottom')
    const shown = effect.element().getBoundingClientRect()
    // The title and two lines at the least.
    expect(Math.min(shown.bottom, innerHeight) - shown.top).toBeGreaterThanOrEqual(20 + 8 + 2 * 20)
    expect(isWhole(card.getByRole('button', { name: 'Allow once' }).element())).toBe(true)
  },
)

it.each([
  [390, 844],
  [320, 568],
] as const)('the rule that an approval may become lies over nothing else, at %i by %i', async (width, height) => {
  await page.viewport(width, height)
  mounted = mountPage('approval')
  const card = page.getByRole('group', { name: 'Approval', exact: true })
  await expect.element(card).toBeVisible()
  const others = ['b1', 'b2'].map((id) => approval('s1', id, { position: 1, title: `Write ${id}.txt?` }))
  mounted.runtime.emit(...others.map((each) => ({ type: 'approval' as const, approval: each })))
  await expect.element(card).toHaveTextContent('Also waiting')
  const open = card.getByRole('button', { name: 'Always allow…' })
  await expect.element(open).toHaveAttribute('aria-disabled', 'false')
  await userEvent.click(open)
  const make = card.getByRole('button', { name: 'Allow and make it a rule' })
  await expect.element(make).toBeVisible()
  const panel = card.getByRole('group', { name: 'Always allow…' }).element().getBoundingClientRect()
  const { top, bottom } = make.element().getBoundingClientRect()
  const waiting = card.getByRole('heading', { name: 'Also waiting' }).element().getBoundingClientRect()
  expect([top > panel.top + 60, bottom <= panel.bottom, panel.bottom <= waiting.top]).toEqual([true, true, true])
})

it('where what is asked about is short, no empty room stands around it', async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('approval')
  const card = page.getByRole('group', { name: 'Approval', exact: true })
  await expect.element(card).toBeVisible()
  const effect = { kind: 'address', url: 'https://example.org/', method: 'GET' } as const
  mounted.runtime.emit(
    { type: 'settled', sessionId: 's1', id: 'a1' },
    { type: 'approval', approval: approval('s1', 'b1', { title: 'Fetch it?', effect, risk: 'read-only-network' }) },
  )
  const title = card.getByRole('heading', { name: 'Fetch it?' })
  await expect.element(title).toBeVisible()
  const box = (each: { element(): Element }) => each.element().getBoundingClientRect()
  const shown = box(card.getByText('GET https://example.org/'))
  const risk = box(card.getByText('Reads the network'))
  expect(shown.top - box(title).bottom).toBeLessThan(24)
  expect(risk.top - shown.bottom).toBeLessThan(32)
})

it.each([
  [320, 450],
  [320, 400],
  [390, 360],
] as const)('where an approval has no room at all it says that it scrolls, at %i by %i', async (width, height) => {
  await page.viewport(width, height)
  mounted = mountPage('approval')
  const card = page.getByRole('group', { name: 'Approval' })
  await expect.element(card).toHaveAttribute('data-cut', 'bottom')
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  const { bottom } = card.element().getBoundingClientRect()
  expect(bottom).toBeLessThanOrEqual(message.element().getBoundingClientRect().top)
  expect(bottom).toBeGreaterThan(80)
  card.element().scrollTop = card.element().scrollHeight
  await expect.element(card).toHaveAttribute('data-cut', 'top')
  expect(isWhole(card.getByRole('button', { name: 'Give a reason' }).element())).toBe(true)
})

it.each(SIZES)(
  'a long question scrolls with a sign of it and keeps its answers in sight, at %i by %i',
  async (width, height) => {
    await page.viewport(width, height)
    mounted = mountPage('question')
    const card = page.getByRole('group', { name: 'Question' })
    await expect.element(card).toBeVisible()
    const [question] = mounted.store.getState().questions.values()
    if (question === undefined) throw new Error('The state asks nothing.')
    const words = 'Which of the many harbours of this coast should the page show? '.repeat(20)
    const options = Array.from({ length: 8 }, (_, at) => ({ label: `Harbour ${at}`, description: 'A row of its own.' }))
    mounted.runtime.emit({ type: 'question', question: { ...question, question: words, options } })
    const asked = card.getByRole('region', { name: 'Question' })
    await expect.element(asked).toHaveAttribute('data-cut', 'bottom')
    const other = card.getByRole('button', { name: 'Something else' })
    expect(isWhole(other.element())).toBe(true)
    asked.element().scrollTop = asked.element().scrollHeight
    await expect.element(asked).toHaveAttribute('data-cut', 'top')
    expect(isWhole(card.getByRole('button', { name: 'Harbour 7' }).element())).toBe(true)
    await other.click()
    await expect.element(card.getByRole('button', { name: 'Answer' })).toBeVisible()
    expect(
      card
        .getByRole('button')
        .elements()
        .filter((each) => !isWhole(each)),
    ).toEqual([])
    expect(isWhole(card.getByRole('textbox').element())).toBe(true)
  },
)

it.each(SIZES)('a confirmation of many words keeps its answers in sight, at %i by %i', async (width, height) => {
  await page.viewport(width, height)
  mounted = mountPage('confirm')
  const card = page.getByRole('group', { name: 'Question' })
  await expect.element(card).toBeVisible()
  const [question] = mounted.store.getState().questions.values()
  if (question?.confirm === undefined) throw new Error('The state asks for no confirmation.')
  const consequence = 'They cannot be brought back. '.repeat(40)
  mounted.runtime.emit({ type: 'question', question: { ...question, confirm: { ...question.confirm, consequence } } })
  await expect.element(card.getByRole('region', { name: 'Question' })).toHaveAttribute('data-cut', 'bottom')
  expect(
    card
      .getByRole('button')
      .elements()
      .map((each) => [each.textContent, isWhole(each)]),
  ).toEqual([
    ['ConfirmA', true],
    ['DeclineD', true],
  ])
})

it('a dialog higher than the window scrolls with a sign of it', async () => {
  await page.viewport(320, 256)
  mounted = mountPage('keys')
  const body = page.getByRole('dialog', { name: 'Keys' }).getByRole('region', { name: 'Keys' })
  await expect.element(body).toHaveAttribute('data-cut', 'bottom')
  await expect.element(body).toHaveAttribute('tabindex', '0')
})
