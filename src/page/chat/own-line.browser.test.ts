import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallView } from '#contracts/calls.ts'
import type { ClientView } from '#contracts/views.ts'
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

const ran = (changed: Partial<CallView>) =>
  call('s1', 'own', 'execute', 'Run own', { source: 'native-intent', messageSeq: 50, ...changed })
/** The person typed something, and this call came of it. */
function typed(made: CallView) {
  const message = {
    ...user('s1', 50, '!ls', [{ type: 'call', callId: 'own' }]),
    act: { source: 'native-intent' } as const,
  }
  mounted.runtime.emit({ type: 'call', call: made }, { type: 'message', message })
}
const shell = (output: string, exitCode = 0): ClientView => ({
  kind: 'shell',
  summary: `exit ${exitCode}`,
  command: 'ls',
  output,
  omittedChars: 0,
  exitCode,
  durationMs: 5,
  cwd: '/workspace',
})
const line = (name: string | RegExp) => page.getByRole('log').getByRole('button', { name })

it.each<[string, ClientView]>([
  ['a command', shell('a.txt\nb.txt\n')],
  ['a command with an error code', shell('a.txt\n', 1)],
  ['a list', { kind: 'text', summary: '2 tools', text: 'a.txt\nb.txt' }],
])('what %s of the person’s said stands open at its end, until he closes it', async (_, client) => {
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  const running = ran({ state: 'started' })
  for (const field of ['status', 'settledAt'] as const) delete running[field]
  typed(running)
  await expect.element(line('Running: Run own')).toHaveAttribute('aria-expanded', 'false')
  mounted.runtime.emit({ type: 'call', call: { ...running, state: 'settled', status: 'ok', client } })
  const own = line(/: Run own/)
  await expect.element(own).toHaveAttribute('aria-expanded', 'true')
  await expect.element(page.getByRole('log')).toHaveTextContent('a.txt')
  await userEvent.click(own)
  await expect.element(own).toHaveAttribute('aria-expanded', 'false')
  await expect.element(page.getByRole('log')).not.toHaveTextContent('a.txt')
  // It is put on the page anew.
  window.location.hash = '#/'
  await expect.element(own).not.toBeInTheDocument()
  window.location.hash = '#/s/s1'
  await expect.element(own).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(own)
  await expect.element(page.getByRole('log')).toHaveTextContent('a.txt')
})

it.each<[string, Partial<CallView>]>([
  ['a command of the person’s that said nothing', { client: shell('') }],
  ['what he did that is said in one line', { client: { kind: 'text', summary: 'shown', text: 'a.txt is shown.' } }],
  ['a command of the agent’s', { client: shell('a.txt\n'), source: 'provider' }],
])('%s stays one line', async (_, changed) => {
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  typed(ran(changed))
  await expect.element(line('Done: Run own')).toHaveAttribute('aria-expanded', 'false')
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
