import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#e2e/doubles/expect-accessible.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage | null = null
beforeEach(async () => {
  await page.viewport(1440, 900)
})
afterEach(() => mounted?.stop())

/** What a state shows once it is complete. */
const STATES: [string, () => ReturnType<typeof page.getByText>][] = [
  ['welcome', () => page.getByRole('list', { name: 'Demos' })],
  ['conversation', () => page.getByRole('log', { name: 'Conversation' })],
  ['approval', () => page.getByRole('button', { name: 'Allow once' })],
  ['approvals', () => page.getByRole('button', { name: 'Allow all 3' })],
  ['question', () => page.getByRole('group', { name: 'Question' })],
  ['confirm', () => page.getByRole('button', { name: 'Confirm' })],
  ['running', () => page.getByRole('button', { name: 'Stop', exact: true })],
  ['stopped', () => page.getByRole('button', { name: 'Go on' })],
  ['read-only', () => page.getByText('Another tab writes this session.', { exact: false })],
  ['settings', () => page.getByRole('dialog', { name: 'Settings' })],
  ['palette', () => page.getByRole('combobox', { name: 'Search commands' })],
  ['keys', () => page.getByRole('dialog', { name: 'Keys' })],
  ['boot-failed', () => page.getByRole('button', { name: 'Reload' })],
]

it.each(STATES.flatMap(([state, shown]) => (['light', 'dark'] as const).map((theme) => ({ state, theme, shown }))))(
  'has no violation: $state, $theme',
  async ({ state, theme, shown }) => {
    mounted = mountPage(state, theme)
    await expect.element(shown()).toBeVisible()
    await expectAccessible()
  },
)

/** What a phone, and a drawer over the conversation, show by themselves. */
it.each([
  { state: 'conversation', width: 390, heading: 'Build a tide table page' },
  { state: 'workspace', width: 390, heading: 'Workspace' },
  { state: 'more', width: 390, heading: 'Sessions' },
  { state: 'workspace', width: 1024, heading: 'Workspace' },
])('a pane alone is a page with its main part and its heading: $state at $width', async ({ state, width, heading }) => {
  await page.viewport(width, 844)
  mounted = mountPage(state)
  const main = page.getByRole('main')
  await expect.element(main.getByRole('heading', { level: 1, name: heading })).toBeInTheDocument()
  // What lies under the drawer is inert: nobody gets there.
  const alone = [main, page.getByRole('heading', { level: 1 })].map((each) =>
    each.elements().filter((element) => element.closest('[inert]') === null),
  )
  expect(alone.map(({ length }) => length)).toEqual([1, 1])
  await expectAccessible()
})

it('has the names that people and programs find it by', async () => {
  mounted = mountPage('approval')
  const names = [
    ['navigation', 'Sessions'],
    ['log', 'Conversation'],
    ['region', 'Workspace'],
    ['textbox', 'Message'],
    ['button', 'Send'],
    ['button', 'Stop'],
    ['button', 'New session'],
    ['button', 'Settings'],
    ['group', 'Approval'],
    ['button', 'Allow once'],
    ['button', 'Allow for this session'],
    ['button', 'Deny'],
    ['combobox', 'Mode'],
    ['combobox', 'Model'],
    ['status', 'Usage'],
  ] as const
  for (const [role, name] of names) await expect.element(page.getByRole(role, { name, exact: true })).toBeVisible()
})
