import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { agent, approval, call, note, read } from '#e2e/doubles/page-records.ts'

let mounted: MountedPage
afterEach(() => mounted.stop())

const COMMAND = `cat > a.ts <<'EOF'\nconst a = '${'long'.repeat(40)}'\u202E\nEOF\nnode a.ts`

it('says once that a call waits, and keeps a command of many lines and long words within a phone', async () => {
  await page.viewport(390, 844)
  mounted = mountPage('approval')
  await expect.element(page.getByRole('group', { name: 'Approval' })).toBeVisible()
  const waiting = call('s1', 'call-b1', 'execute', `Run ${COMMAND}`, { state: 'asked' })
  delete waiting.status
  mounted.runtime.emit(
    { type: 'settled', sessionId: 's1', id: 'a1' },
    { type: 'call', call: waiting },
    { type: 'message', message: agent('s1', 5, [{ type: 'call', callId: 'call-b1' }]) },
    {
      type: 'approval',
      approval: approval('s1', 'b1', {
        title: `Run \`${COMMAND}\` in /workspace?`,
        effect: { kind: 'command', command: COMMAND, cwd: '/workspace', effects: ['Writes a.ts.'] },
      }),
    },
  )
  const line = page.getByRole('log').getByRole('button', { name: /^Waits for you: Run cat/ })
  await expect.element(line).toHaveTextContent('⟨U+202E⟩')
  const main = page.getByRole('main').element()
  const says = [...main.querySelectorAll('span, p')].filter((each) => each.textContent === 'Waits for you')
  expect(says).toHaveLength(1)
  expect(line.element().getBoundingClientRect().height).toBeLessThan(40)
  const title = page.getByRole('heading', { name: /^Run cat/ }).element()
  expect(title.getBoundingClientRect().height).toBeLessThanOrEqual(40)
  const wide = [
    document.documentElement,
    page.getByRole('log').element(),
    page.getByRole('group', { name: 'Approval' }).element(),
  ]
  expect(wide.filter((each) => each.scrollWidth > each.clientWidth)).toEqual([])
})

it('a command that ended with another exit code than 0 has no tick, and says so in words and to a screen reader', async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  const ran = (callId: string, exitCode: number, tool = 'execute') =>
    call('s1', callId, tool, `Ran ${callId}`, {
      client: {
        kind: 'shell',
        summary: `exit ${exitCode}`,
        command: 'npm test',
        output: '',
        omittedChars: 0,
        exitCode,
        durationMs: 5,
        cwd: '/workspace',
      },
    })
  const calls = [
    ran('good', 0),
    ran('bad', 1),
    read('s1', 'r1', 'a.ts', 1),
    ran('search', 2, 'grep'),
    read('s1', 'r2', 'b.ts', 1),
  ]
  mounted.runtime.emit(...calls.map((each) => ({ type: 'call' as const, call: each })), {
    type: 'message',
    message: agent(
      's1',
      5,
      calls.map(({ callId }) => ({ type: 'call' as const, callId })),
    ),
  })
  const line = (name: string) => page.getByRole('log').getByRole('button', { name })
  await expect.element(line('Done: Ran good')).toBeVisible()
  await expect.element(line('Ended with exit 1: Ran bad')).toHaveTextContent('exit 1')
  // One in a run of reads is not folded away under a tick.
  await expect.element(line('Ended with exit 2: Ran search')).toBeVisible()
  const glyph = (name: string) => line(name).element().querySelector('svg')?.innerHTML
  expect(glyph('Ended with exit 1: Ran bad')).not.toBe(glyph('Done: Ran good'))
})

it('tells an address that the guard refuses from what was not allowed, with names as code', async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  const failure = { stage: 'authorization', retryable: false } as const
  const calls = [
    call('s1', 'f1', 'web_fetch', 'Fetch a', {
      status: 'failed',
      failure: { ...failure, kind: 'blocked', message: 'a.example does not resolve to any address.' },
    }),
    call('s1', 'f2', 'execute', 'Run ls', {
      status: 'denied',
      failure: { ...failure, kind: 'denied', message: 'A rule denies it: Deny scripts with `ls …`.' },
    }),
  ]
  mounted.runtime.emit(...calls.map((each) => ({ type: 'call' as const, call: each })), {
    type: 'message',
    message: agent(
      's1',
      5,
      calls.map(({ callId }) => ({ type: 'call' as const, callId })),
    ),
  })
  const below = (name: string) =>
    page.getByRole('log').getByRole('button', { name }).element().parentElement?.querySelector('p')
  await expect.element(page.getByRole('button', { name: 'Denied: Run ls' })).toBeVisible()
  expect([below('Failed: Fetch a'), below('Denied: Run ls')].map((each) => each?.innerHTML)).toEqual([
    '<b>Its address did not pass the outbound guard. </b>a.example does not resolve to any address.',
    '<b>It was not allowed. </b>A rule denies it: Deny scripts with <code>ls …</code>.',
  ])
})

it('says once that an answer failed', async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  mounted.runtime.emit(
    { type: 'message', message: agent('s1', 50, [{ type: 'text', text: 'Half of it' }], { state: 'failed' }) },
    { type: 'message', message: note('s1', 51, 'failed', 'The connection broke off.') },
  )
  const notes = page.getByRole('log').getByRole('note')
  await expect.element(notes.last()).toHaveTextContent('This answer failed. The connection broke off.')
  expect(notes.elements()).toHaveLength(1)
})
