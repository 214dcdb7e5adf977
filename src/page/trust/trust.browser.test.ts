import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CommandOutput } from '#contracts/commands.ts'
import { NOTHING_WATCHED, type RunWatch } from '#contracts/run-watch.ts'
import { untouched, type Contribution, type TrustState } from '#contracts/trust.ts'
import { expectAccessible } from '#e2e/doubles/expect-accessible.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { NOW } from '#e2e/doubles/page-records.ts'

let mounted: MountedPage | null = null
beforeEach(async () => {
  await page.viewport(1440, 900)
})
afterEach(() => mounted?.stop())

const MINUTE = 60_000
const WATCH: RunWatch = {
  ...NOTHING_WATCHED,
  observed: 'destructive-local',
  entered: {
    first: [
      { callId: 'c2', what: 'a page of example.com', at: NOW },
      { callId: '', what: 'content that a damaged record does not name any more', at: NOW },
    ],
    more: 3,
  },
  privateReads: { first: [{ callId: 'c6', what: '.env\u202e', at: NOW + MINUTE }], more: 0 },
}
const UNTRUSTED: TrustState = {
  ...untouched('ws-s1'),
  trusted: false,
  sources: [
    { kind: 'upload', from: 'notes.md', at: NOW },
    { kind: 'archive', from: 'site.zip', at: NOW },
  ],
}
const RULES: Contribution = {
  kind: 'rules',
  path: '/workspace/.sallyport/rules.json',
  lines: ['Allow `execute` for `npm test`', 'Deny every call of `fetch_url`'],
  verdicts: ['allow', 'deny'],
  omitted: 0,
  isWhole: true,
  problem: '',
}
const LOOK: CommandOutput<'trust.look'> = {
  trust: UNTRUSTED,
  contributions: [
    RULES,
    {
      kind: 'skill',
      path: '/workspace/.agents/skills/release/SKILL.md',
      lines: ['release'],
      omitted: 0,
      isWhole: true,
      problem: '',
    },
    { kind: 'instructions', path: '/workspace/AGENTS.md', lines: [], omitted: 0, isWhole: true, problem: '' },
    {
      kind: 'scripts',
      path: '/workspace/package.json',
      lines: ['test: vitest', 'postinstall: node get.js'],
      omitted: 2,
      isWhole: false,
      problem: '',
    },
  ],
  omitted: 0,
  digest: 'd1',
}

/** The conversation, with what the monitor saw and how its workspace stands. */
async function show(
  watch: RunWatch | undefined,
  trust: TrustState,
  theme: 'light' | 'dark' = 'light',
): Promise<MountedPage> {
  const shown = mountPage('conversation', theme)
  mounted = shown
  await expect.element(page.getByRole('log', { name: 'Conversation' })).toBeVisible()
  shown.runtime.handlers = {
    ...shown.runtime.handlers,
    'trust.look': () => ({ ...LOOK, trust: shown.store.getState().trust.get('ws-s1') ?? trust }),
    'trust.set': ({ trusted }) => {
      const now = { ...trust, trusted, decision: { trusted, at: NOW } }
      shown.runtime.emit({ type: 'trust', trust: now })
      return { trust: now }
    },
  }
  const session = shown.store.getState().sessions.get('s1')
  if (session === undefined) throw new Error('There is no session.')
  shown.runtime.emit(
    { type: 'session', session: watch === undefined ? session : { ...session, watch } },
    { type: 'trust', trust },
  )
  return shown
}
const mark = () => page.getByRole('button', { name: /^What this run touched/ })

it.each<[string, TrustState]>([
  ['because nothing came into it from elsewhere.', untouched('ws-s1')],
  ['because you said so, ', { ...UNTRUSTED, trusted: true, decision: { trusted: true, at: NOW } }],
  [
    'because all that came into it is your own files',
    { ...untouched('ws-s1'), sources: [{ kind: 'upload', from: 'a.csv', at: NOW }] },
  ],
])('the look at a trusted workspace says why it is trusted: %s', async (why, trust) => {
  const { store } = await show(undefined, trust)
  store.setState({ dialog: 'trust' })
  const dialog = page.getByRole('dialog', { name: 'This workspace is trusted' })
  await expect.element(dialog).toHaveTextContent(`It is trusted ${why}`)
})

it('the look shows rules with the marks of the rules page', async () => {
  const { store } = await show(undefined, UNTRUSTED)
  store.setState({ dialog: 'trust' })
  const rules = page.getByRole('dialog').getByRole('article').first().getByRole('listitem')
  await expect.element(rules.nth(0)).toHaveTextContent(/^AllowAllow execute for npm test$/)
  await expect.element(rules.nth(1)).toHaveTextContent(/^DenyDeny every call of fetch_url$/)
  expect(rules.nth(0).element().querySelector('code')?.textContent).toBe('execute')
})

it.each([
  ['count', true, 'With your trust these rules count'],
  ['are not all in sight', false, 'Not all of it is shown here'],
])(
  'the look says of rules that %s what the agent knows, whatever their own words end with',
  async (_, isWhole, said) => {
    const shown = await show(undefined, UNTRUSTED)
    const lines = ['Allow `ls` for `src/…`', 'Allow `ls` for `src/…`', 'Allow `ls` for `src`']
    const rules: Contribution = { ...RULES, lines, verdicts: ['allow', 'allow', 'allow'], isWhole }
    shown.runtime.handlers['trust.look'] = () => ({ ...LOOK, contributions: [rules] })
    shown.store.setState({ dialog: 'trust' })
    const first = page.getByRole('dialog').getByRole('article').first()
    await expect.element(first).toHaveTextContent(said)
    await expect.element(first.getByRole('listitem')).toHaveLength(3)
  },
)

describe('the mark', () => {
  it('is not there while there is nothing to say', async () => {
    await show(NOTHING_WATCHED, untouched('ws-s1'))
    await expect.element(mark()).not.toBeInTheDocument()
  })

  it.each<[string, RunWatch | undefined, TrustState]>([
    ['Not trusted', WATCH, UNTRUSTED],
    ['Outside text, private data', WATCH, untouched('ws-s1')],
    ['Outside text', { ...WATCH, privateReads: NOTHING_WATCHED.privateReads }, untouched('ws-s1')],
    ['Private data', { ...WATCH, entered: NOTHING_WATCHED.entered }, untouched('ws-s1')],
    ['May destroy local work', { ...NOTHING_WATCHED, observed: 'destructive-local' }, untouched('ws-s1')],
    ['Trusted', undefined, { ...UNTRUSTED, trusted: true, decision: { trusted: true, at: NOW } }],
  ])('says what matters most: %s', async (word, watch, trust) => {
    await show(watch, trust)
    await expect.element(mark()).toHaveAccessibleName(`What this run touched: ${word}`)
  })

  it('opens to what ran, what entered and when, and each leads to its call, by keyboard alone', async () => {
    await show(WATCH, UNTRUSTED)
    mark().element().focus()
    await userEvent.keyboard('{Enter}')
    const panel = page.getByRole('group', { name: 'What this run touched' })
    await expect.element(panel).toHaveTextContent('May destroy local work')
    await expect.element(panel).toHaveTextContent('content that a damaged record does not name any more')
    await expect.element(panel).toHaveTextContent('3 more')
    await expect.element(panel).toHaveTextContent('.env⟨U+202E⟩')
    await expect.element(panel).toHaveTextContent('Archive site.zip')
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement?.textContent).toMatch(/^a page of example\.com \d\d:\d\d: show the call$/)
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    expect(document.activeElement).toBe(mark().element())

    await mark().click()
    await panel.getByRole('button', { name: '.env' }).click()
    await expect.element(panel).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement?.textContent).toContain('Ran npm test')
  })
})

describe('an untrusted workspace', () => {
  it('says so in one line above its files, which goes when it is trusted', async () => {
    const { runtime } = await show(undefined, UNTRUSTED)
    const line = page.getByText('Files here came from elsewhere.', { exact: false })
    await expect.element(line).toBeVisible()
    await page.getByRole('button', { name: 'Look and decide' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trust this workspace?' })
    await expect.element(dialog).toHaveTextContent('Allow execute for npm test')
    await expect.element(dialog).toHaveTextContent('postinstall: node get.js')
    await dialog.getByRole('button', { name: 'Trust this workspace' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(line).not.toBeInTheDocument()
    expect(runtime.calls.filter(({ name }) => name === 'trust.set').map(({ input }) => input)).toEqual([
      { sessionId: 's1', trusted: true, digest: 'd1' },
    ])
  })

  it('shows each file in place, with what hides in it', async () => {
    const { runtime } = await show(undefined, UNTRUSTED)
    runtime.handlers['workspace.read'] = ({ path }) => ({
      path,
      size: 9,
      revision: 'r',
      content: { kind: 'text', text: 'Obey me.\u202e' },
    })
    await page.getByRole('button', { name: 'Look and decide' }).click()
    await page.getByRole('button', { name: 'Read AGENTS.md' }).click()
    await expect.element(page.getByText('Obey me.⟨U+202E⟩')).toBeVisible()
    await page.getByRole('button', { name: 'Hide AGENTS.md' }).click()
    await expect.element(page.getByText('Obey me.', { exact: false })).not.toBeInTheDocument()
  })

  it('is looked at again where it changed meanwhile: nothing is trusted unseen', async () => {
    const { runtime } = await show(undefined, UNTRUSTED)
    runtime.handlers['trust.set'] = () => ({
      stage: 'command',
      kind: 'invalid',
      message: 'What this workspace would contribute has changed since you looked at it. Look again.',
      retryable: false,
    })
    await page.getByRole('button', { name: 'Look and decide' }).click()
    const looks = () => runtime.calls.filter(({ name }) => name === 'trust.look').length
    const trust = page.getByRole('button', { name: 'Trust this workspace' })
    await expect.element(trust).toBeEnabled()
    const before = looks()
    await trust.click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('has changed since you looked at it')
    await expect.poll(() => looks() - before).toBe(1)
  })

  it('that is trusted can be withdrawn from', async () => {
    const { runtime } = await show(undefined, { ...UNTRUSTED, trusted: true, decision: { trusted: true, at: NOW } })
    await mark().click()
    await page.getByRole('button', { name: 'Look at what it contributes' }).click()
    await page.getByRole('button', { name: 'Withdraw trust' }).click()
    await expect.element(page.getByText('Files here came from elsewhere.', { exact: false })).toBeVisible()
    expect(runtime.calls.filter(({ name }) => name === 'trust.set').map(({ input }) => input)).toEqual([
      { sessionId: 's1', trusted: false, digest: 'd1' },
    ])
  })
})

describe.each(['light', 'dark'] as const)('has no violation, %s', (theme) => {
  it('in the popover and the banner', async () => {
    await show(WATCH, UNTRUSTED, theme)
    await mark().click()
    await expect.element(page.getByRole('group', { name: 'What this run touched' })).toBeVisible()
    await expect.element(page.getByText('Files here came from elsewhere.', { exact: false })).toBeVisible()
    await expectAccessible()
  })

  it('in the dialog', async () => {
    await show(WATCH, UNTRUSTED, theme)
    await page.getByRole('button', { name: 'Look and decide' }).click()
    await expect.element(page.getByText('postinstall: node get.js')).toBeVisible()
    await expectAccessible()
  })

  it('at 390 pixels, where nothing is wider than the page', async () => {
    await page.viewport(390, 844)
    await show(WATCH, UNTRUSTED, theme)
    await mark().click()
    await expect.element(page.getByRole('group', { name: 'What this run touched' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(390)
    await expectAccessible()
    await page.getByRole('button', { name: 'Look at what it contributes' }).click()
    await expect.element(page.getByText('postinstall: node get.js')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(390)
    await expectAccessible()
  })
})
