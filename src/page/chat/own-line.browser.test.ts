import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { call, note, user } from '#e2e/doubles/page-records.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'

let mounted: MountedPage
const own = () => page.getByRole('article', { name: 'Your command' })
beforeEach(async () => {
  await page.viewport(1440, 900)
})
afterEach(() => mounted.stop())

it('what the person did himself is a line as typed with its call below, told from what he said', async () => {
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log', { name: 'Conversation' })).toBeVisible()
  const act = { source: 'native-intent' } as const
  mounted.runtime.emit(
    {
      type: 'call',
      call: call('s1', 'own', 'execute', 'Run ls', { source: 'native-intent', messageSeq: 50 }),
    },
    { type: 'message', message: { ...user('s1', 50, '!ls', [{ type: 'call', callId: 'own' }]), act } },
  )
  await expect.element(own()).toHaveTextContent('!ls')
  const line = page.getByRole('button', { name: /Run ls/ })
  await expect.element(line).toBeVisible()
  expect(own().element().getBoundingClientRect().bottom).toBeLessThanOrEqual(line.element().getBoundingClientRect().top)
  await userEvent.click(line)
  await expect.element(line).toHaveAttribute('aria-expanded', 'true')
})

it('a setting says what it is now', async () => {
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log', { name: 'Conversation' })).toBeVisible()
  const act = { source: 'slash-command', answer: 'Mode: ask → plan.' } as const
  mounted.runtime.emit({ type: 'message', message: { ...user('s1', 50, '/mode plan'), act } })
  await expect.element(own()).toHaveTextContent('/mode planMode: ask → plan.')
})

it('leaves a stopped turn where it stood: one can still go on', async () => {
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log', { name: 'Conversation' })).toBeVisible()
  const goOn = () => page.getByRole('button', { name: 'Go on' })
  mounted.runtime.emit({ type: 'message', message: note('s1', 50, 'stopped', 'The user stopped this turn.', true) })
  await expect.element(goOn()).toBeVisible()
  const act = { source: 'slash-command', answer: 'Mode: ask → plan.' } as const
  mounted.runtime.emit({ type: 'message', message: { ...user('s1', 51, '/mode plan'), act } })
  await expect.element(own()).toBeVisible()
  await expect.element(goOn()).toBeVisible()
  mounted.runtime.emit({ type: 'message', message: user('s1', 52, 'Something else.') })
  await expect.element(page.getByText('Something else.')).toBeVisible()
  await expect.element(goOn()).not.toBeInTheDocument()
})
