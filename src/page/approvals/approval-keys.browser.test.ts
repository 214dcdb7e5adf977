import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { approval } from '#e2e/doubles/page-records.ts'
import { ARM_AFTER_MS } from './use-armed.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
const answers = () => mounted.runtime.calls.filter(({ name }) => name === 'approval.answer').map(({ input }) => input)
const card = () => page.getByRole('group', { name: 'Approval', exact: true })

/** Shows the rule that the approval may become, and waits until it takes an answer. */
const readRule = async () => {
  await userEvent.keyboard('r')
  await expect
    .element(page.getByRole('button', { name: 'Allow and make it a rule' }))
    .toHaveAttribute('aria-disabled', 'false')
}
const allowOnce = () => page.getByRole('button', { name: 'Allow once' })
/** Shows a state and lets the moment pass in which its card takes no answer. */
const mountArmed = async (state: string) => {
  mounted = mountPage(state)
  await expect.element(allowOnce()).toHaveAttribute('aria-disabled', 'true')
  vi.advanceTimersByTime(ARM_AFTER_MS)
  await expect.element(allowOnce()).toHaveAttribute('aria-disabled', 'false')
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await page.viewport(1440, 900)
})
afterEach(() => {
  mounted.stop()
  vi.useRealTimers()
})

it.each([
  ['a', 'allow-once'],
  ['s', 'allow-session'],
  ['d', 'deny'],
])('answers with the key %s: %s', async (key, verdict) => {
  await mountArmed('approval')
  await userEvent.keyboard(key)
  await expect.element(card()).not.toBeInTheDocument()
  expect(answers()).toEqual([{ sessionId: 's1', approvalId: 'a1', answer: { verdict, planDigest: 'digest-a1' } }])
})

it('shows the rule with the key R, puts it away with R, and makes it with Enter', async () => {
  await mountArmed('approval')
  const panel = page.getByRole('group', { name: 'Always allow…' })
  await userEvent.keyboard('r')
  await expect.element(panel).toHaveTextContent('Allow edit_file for src/tides.ts, in this workspace.')
  await expect.element(panel).toHaveTextContent('Would have matched 3 of the last 120 calls:')
  const make = page.getByRole('button', { name: 'Allow and make it a rule' })
  await expect.element(make).toHaveAttribute('aria-disabled', 'false')
  await userEvent.keyboard('r')
  await expect.element(panel).not.toBeInTheDocument()
  expect(answers()).toEqual([])
  await readRule()
  await expect.element(make).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(card()).not.toBeInTheDocument()
  // In development React asks twice.
  const suggested = mounted.runtime.calls.find(({ name }) => name === 'rules.suggest')
  expect(suggested?.input).toEqual({ sessionId: 's1', callId: 'call-a1' })
  expect(answers()).toEqual([
    {
      sessionId: 's1',
      approvalId: 'a1',
      answer: { verdict: 'allow-rule', planDigest: 'digest-a1', reach: { folder: false, everywhere: false } },
    },
  ])
})

it('widens the rule by choices only, and says what each comes to', async () => {
  await mountArmed('approval')
  await readRule()
  const panel = page.getByRole('group', { name: 'Always allow…' })
  await userEvent.click(panel.getByRole('checkbox', { name: 'For every file of its folder' }))
  await expect.element(panel).toHaveTextContent('Allow edit_file for src/*, in this workspace.')
  await expect.element(panel).toHaveTextContent('Would have matched 14 of the last 120 calls:')
  await userEvent.click(panel.getByRole('checkbox', { name: 'In every workspace' }))
  await expect.element(panel).toHaveTextContent('Allow edit_file for src/*, in every workspace.')
  await userEvent.click(page.getByRole('button', { name: 'Allow and make it a rule' }))
  await expect.element(card()).not.toBeInTheDocument()
  expect(answers()).toMatchObject([{ answer: { verdict: 'allow-rule', reach: { folder: true, everywhere: true } } }])
})

it('says why an answer that lasts is not offered', async () => {
  await mountArmed('approval')
  const unoffered = 'Only once: this workspace is not trusted.'
  const only = { sessionScope: null, ruleWords: null, unoffered }
  mounted.runtime.emit(
    { type: 'settled', sessionId: 's1', id: 'a1' },
    { type: 'approval', approval: approval('s1', 'b1', only) },
  )
  await expect.element(card()).toHaveTextContent(unoffered)
  const buttons = ['Allow for this session', 'Always allow…'].map((name) => page.getByRole('button', { name }).query())
  expect(buttons).toEqual([null, null])
})

it('makes no rule before it was there to be read', async () => {
  await mountArmed('approval')
  await userEvent.keyboard('r')
  // Waiting by assertion would advance the clock.
  const make = () => page.getByRole('button', { name: 'Allow and make it a rule' })
  while (make().query() === null) await new Promise(requestAnimationFrame)
  vi.advanceTimersByTime(ARM_AFTER_MS - 1)
  expect(document.activeElement).toBe(make().element())
  await userEvent.keyboard('{Enter}')
  make()
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(answers()).toEqual([])
})

it('a call that is asked about again, because its file changed, takes an answer again while others wait', async () => {
  await mountArmed('approvals')
  const first = mounted.store.getState().approvals.get('a2')
  if (first === undefined) throw new Error('It does not wait.')
  mounted.runtime.handlers['approval.answer'] = () => ({})
  await userEvent.keyboard('a')
  await expect.poll(answers).toHaveLength(1)
  const again = { ...first, title: 'Edit it as it is now?', askedAt: first.askedAt + 1, position: -1 }
  mounted.runtime.emit({ type: 'settled', sessionId: 's1', id: 'a2' }, { type: 'approval', approval: again })
  await expect.element(card().getByRole('heading', { level: 2 }), { timeout: 9_000 }).toHaveTextContent('as it is now')
  // Not by a press that was meant for what stood there before.
  await userEvent.keyboard('a')
  expect(answers()).toHaveLength(1)
  vi.advanceTimersByTime(ARM_AFTER_MS)
  await expect.element(allowOnce()).toHaveAttribute('aria-disabled', 'false')
  await userEvent.keyboard('d')
  await expect.poll(answers).toMatchObject([
    { approvalId: 'a2', answer: { verdict: 'allow-once' } },
    { approvalId: 'a2', answer: { verdict: 'deny' } },
  ])
})

it('a reason that is being written goes with the call it was begun for, or with none', async () => {
  await mountArmed('approvals')
  await userEvent.keyboard('{Shift>}d{/Shift}')
  const reason = page.getByRole('textbox', { name: 'What should it do instead?' })
  await userEvent.type(reason, 'Keep the old one.')
  // The call that it was meant for, the first of the answer, ends by itself.
  mounted.runtime.emit({ type: 'settled', sessionId: 's1', id: 'a2' })
  await expect.element(reason).not.toBeInTheDocument()
  expect(answers()).toEqual([])
})

it('offers no rule where there is none, by button or key', async () => {
  await mountArmed('approvals')
  await expect.element(page.getByRole('button', { name: 'Always allow…' })).not.toBeInTheDocument()
  await userEvent.keyboard('rr')
  expect([answers(), mounted.runtime.calls.filter(({ name }) => name === 'rules.suggest')]).toEqual([[], []])
})

it('puts the rule away with Escape, and stops nothing', async () => {
  await mountArmed('approval')
  await userEvent.click(page.getByRole('button', { name: 'Always allow…' }))
  const panel = page.getByRole('group', { name: 'Always allow…' })
  await userEvent.click(panel.getByText('Such calls then run'))
  panel.getByRole('button').element().focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  expect(mounted.runtime.calls.filter(({ name }) => name === 'turn.stop')).toEqual([])
})

it.each([
  ['its pane is hidden on a phone', 390],
  ['the workspace drawer lies over it', 1024],
] as const)('answers nothing while %s', async (_, width) => {
  await mountArmed('approval')
  await page.viewport(width, 844)
  mounted.store.setState(({ panes }) => ({ panes: { ...panes, tab: 'work' } }))
  await vi.waitFor(() =>
    expect(document.querySelector('[aria-label="Approval"]')?.closest('[hidden], [inert]')).not.toBeNull(),
  )
  await userEvent.keyboard('a')
  await userEvent.keyboard('d')
  expect(answers()).toEqual([])
})

it.each([
  ['its pane is hidden on a phone', 390],
  ['the workspace drawer lies over it', 1024],
] as const)('makes no rule while %s', async (_, width) => {
  await mountArmed('approval')
  await readRule()
  await page.viewport(width, 844)
  mounted.store.setState(({ panes }) => ({ panes: { ...panes, tab: 'work' } }))
  await vi.waitFor(() =>
    expect(document.querySelector('[aria-label="Approval"]')?.closest('[hidden], [inert]')).not.toBeNull(),
  )
  await userEvent.keyboard('r')
  expect(answers()).toEqual([])
})

it('answers nothing while a dialog stands before it', async () => {
  await mountArmed('approval')
  mounted.store.setState({ dialog: 'keys' })
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('a')
  expect(answers()).toEqual([])
})

it('takes letters as letters while the person writes', async () => {
  await mountArmed('approval')
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await userEvent.click(message)
  await userEvent.keyboard('asd')
  await expect.element(message).toHaveValue('asd')
  expect(answers()).toEqual([])
})

it('denies with a reason that goes to the model', async () => {
  await mountArmed('approval')
  await userEvent.keyboard('{Shift>}d{/Shift}')
  await userEvent.keyboard('Use a map instead.{Enter}')
  await expect.element(card()).not.toBeInTheDocument()
  expect(answers()).toEqual([
    {
      sessionId: 's1',
      approvalId: 'a1',
      answer: { verdict: 'deny', planDigest: 'digest-a1', reason: 'Use a map instead.' },
    },
  ])
})

it('offers no permission for the session where there is none, by button or key', async () => {
  await mountArmed('approvals')
  await expect.element(page.getByRole('button', { name: 'Allow for this session' })).not.toBeInTheDocument()
  await userEvent.keyboard('s')
  expect(answers()).toEqual([])
})

it.each([
  ['allows', 'Allow all 3', 'allow-once'],
  ['denies', 'Deny all 3', 'deny'],
] as const)('%s all that wait, each bound to its own plan', async (_, name, verdict) => {
  await mountArmed('approvals')
  const risky = mounted.store.getState().approvals.get('a2')
  if (risky === undefined) throw new Error('The state does not ask about a command.')
  // However far one goes, all can be denied.
  if (verdict === 'allow-once')
    mounted.runtime.emit({ type: 'approval', approval: { ...risky, risk: 'workspace-write' } })
  const all = page.getByRole('button', { name })
  await expect.element(all).toHaveAttribute('aria-disabled', 'false')
  await userEvent.click(all)
  await expect.element(card()).not.toBeInTheDocument()
  expect(answers()).toEqual(
    ['a2', 'a1', 'a3'].map((approvalId) => ({
      sessionId: 's1',
      approvalId,
      answer: { verdict, planDigest: `digest-${approvalId}` },
    })),
  )
})

it('denies nothing along with others before it could be read, nor while a reason is written', async () => {
  mounted = mountPage('approvals')
  const all = page.getByRole('button', { name: 'Deny all 3' })
  await expect.element(all).toHaveAttribute('aria-disabled', 'true')
  all.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  vi.advanceTimersByTime(ARM_AFTER_MS)
  await expect.element(all).toHaveAttribute('aria-disabled', 'false')
  await userEvent.keyboard('{Shift>}d{/Shift}')
  await expect.element(page.getByRole('textbox', { name: 'What should it do instead?' })).toBeVisible()
  await expect.element(all).toHaveAttribute('aria-disabled', 'true')
  all.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(answers()).toEqual([])
})

it('keeps the focus on the card when all but one are answered at once', async () => {
  await mountArmed('approvals')
  const all = page.getByRole('button', { name: 'Deny all 3' })
  mounted.runtime.handlers['approval.answer'] = ({ approvalId }) => {
    if (approvalId !== 'a2') mounted.runtime.emit({ type: 'settled', sessionId: 's1', id: approvalId })
    return {}
  }
  await userEvent.click(all)
  await expect.element(all).not.toBeInTheDocument()
  await expect.element(card()).toHaveFocus()
})

it('allows no call along with others where one goes further than files of the workspace', async () => {
  await mountArmed('approvals')
  const all = page.getByRole('button', { name: 'Allow all 3' })
  await expect.element(all).toHaveAccessibleDescription(/allow them one by one/)
  await expect.element(all).toHaveAttribute('aria-disabled', 'true')
  all.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(answers()).toEqual([])
})

it('says of each that waits what it asks, its risk and what it does', async () => {
  await mountArmed('approvals')
  const rows = ['Edit src/tides.ts?', 'Write README.md?'].map((name) => card().getByRole('button', { name }))
  expect(rows.map((row) => row.element().textContent)).toEqual([
    'Edit src/tides.ts?Changes workspace files/workspace/src/tides.ts +4 −2',
    'Write README.md?Changes workspace files/workspace/src/tides.ts +4 −2',
  ])
})

it('takes no answer in the moment a card appears, and none for a card that took its place', async () => {
  mounted = mountPage('approval')
  // Waiting by assertion would advance the clock.
  while (card().query() === null) await new Promise(requestAnimationFrame)
  const height = card().element().getBoundingClientRect().height
  await userEvent.keyboard('asd')
  vi.advanceTimersByTime(ARM_AFTER_MS - 1)
  await userEvent.keyboard('a')
  allowOnce()
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(answers()).toEqual([])
  vi.advanceTimersByTime(1)
  await expect.element(allowOnce()).toHaveAttribute('aria-disabled', 'false')
  expect(card().element().getBoundingClientRect().height).toBeCloseTo(height, 1)

  mounted.runtime.handlers['approval.answer'] = ({ approvalId }) => {
    mounted.runtime.emit(
      { type: 'settled', sessionId: 's1', id: approvalId },
      { type: 'approval', approval: approval('s1', 'b1', { title: 'Write `other.md`?' }) },
    )
    return {}
  }
  await userEvent.keyboard('a')
  while (card().query()?.textContent.includes('Write other.md?') !== true) await new Promise(requestAnimationFrame)
  await userEvent.keyboard('a')
  expect(answers()).toHaveLength(1)
})

it('writes out what cannot be seen in a command, its title and its effects', async () => {
  await mountArmed('approval')
  const command = 'echo \u202Esafe\u202C\u200B'
  mounted.runtime.emit(
    { type: 'settled', sessionId: 's1', id: 'a1' },
    {
      type: 'approval',
      approval: approval('s1', 'b1', {
        title: `Run \`${command}\`?`,
        effect: { kind: 'command', command, cwd: '/workspace/\u2066a', effects: ['Writes a\u{E0041}b.'] },
        reason: 'It names \u0007bell.',
        sessionScope: 'echo \u202Esafe',
      }),
    },
  )
  await expect.element(card()).toHaveTextContent('Run echo ⟨U+202E⟩safe⟨U+202C⟩⟨U+200B⟩?')
  const text = card().element().textContent
  expect(text).toContain('$ echo ⟨U+202E⟩safe⟨U+202C⟩⟨U+200B⟩')
  expect(text).toContain('in /workspace/⟨U+2066⟩a')
  expect(text).toContain('Writes a⟨U+E0041⟩b.')
  expect(text).toContain('It names ⟨U+0007⟩bell.')
  expect(text).toContain('For this session: echo ⟨U+202E⟩safe')
})

it.each([
  ['a', 'confirmed'],
  ['d', 'declined'],
])('takes the key %s for a confirmation, once it was there to be read: %s', async (key, kind) => {
  mounted = mountPage('confirm')
  const confirm = page.getByRole('button', { name: 'Confirm' })
  while (confirm.query() === null) await new Promise(requestAnimationFrame)
  const given = () => mounted.runtime.calls.filter(({ name }) => name === 'question.answer').map(({ input }) => input)
  await userEvent.keyboard(key)
  confirm.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(given()).toEqual([])
  await expect.element(confirm).toHaveAttribute('aria-disabled', 'false')
  await userEvent.keyboard(key)
  expect(given()).toEqual([{ sessionId: 's1', questionId: 'q2', answer: { kind } }])
})
