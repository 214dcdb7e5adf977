import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallView } from '#contracts/calls.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { agent, call, read, session } from '#e2e/doubles/page-records.ts'

let mounted: MountedPage
const log = () => page.getByRole('log', { name: 'Conversation' })
const line = (name: string | RegExp) => log().getByRole('button', { name })
const scrollTo = (top: number) => log().element().scrollTo({ top })

beforeEach(async () => {
  await page.viewport(1440, 700)
  mounted = mountPage('conversation')
  await expect.element(log()).toBeVisible()
})
afterEach(() => mounted.stop())

/** Emits an agent's message that makes `calls`, and the calls. */
function say(seq: number, ...calls: CallView[]): void {
  const parts = calls.map(({ callId }) => ({ type: 'call' as const, callId }))
  mounted.runtime.emit(...calls.map((each) => ({ type: 'call' as const, call: each })), {
    type: 'message',
    message: agent('s1', seq, parts),
  })
}
/** Emits so many messages that the first ones are taken off the page. */
function sayMuch(from: number): void {
  const messages = Array.from({ length: 60 }, (_, index) =>
    agent('s1', from + index, [{ type: 'text', text: `Paragraph ${index}.\n\n`.repeat(6) }]),
  )
  mounted.runtime.emit(...messages.map((message) => ({ type: 'message' as const, message })))
}

it('a line, a thought and a fold that the reader opened are still open when he scrolls back to them', async () => {
  scrollTo(0)
  for (const name of [/^Thought/, 'Read 3 files', /Edited src\/tides.ts/]) await userEvent.click(line(name))
  const opened = () => [...log().element().querySelectorAll('[aria-expanded=true]')].map((each) => each.textContent)
  await expect.poll(opened).toHaveLength(3)
  const before = opened()
  sayMuch(50)
  mounted.store.showEnd('s1')
  await expect.element(line(/Edited src\/tides.ts/)).not.toBeInTheDocument()
  scrollTo(0)
  await expect.poll(opened).toEqual(before)
})

it('what was uncovered inside of a line or an answer is still uncovered when one scrolls back to it', async () => {
  const unchanged = Array.from({ length: 40 }, (_, index) => ({
    kind: 'same' as const,
    before: index + 1,
    after: index + 1,
    text: `line ${index + 1}`,
  }))
  const lines = [...unchanged, { kind: 'add' as const, before: null, after: 41, text: 'the end' }]
  const diff = {
    path: 'a.txt',
    change: 'modified' as const,
    binary: false,
    added: 1,
    removed: 0,
    omittedLines: 0,
    lines,
  }
  const edit = call('s1', 'e1', 'edit_file', 'Edited a.txt', { client: { kind: 'diff', summary: '+1', diff } })
  const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  mounted.runtime.emit(
    { type: 'call', call: edit },
    {
      type: 'message',
      message: agent('s1', 49, [
        { type: 'call', callId: 'e1' },
        { type: 'text', text: `A picture: ![one](${pixel})` },
      ]),
    },
  )
  await userEvent.click(line(/Edited a.txt/))
  await userEvent.click(log().getByRole('button', { name: 'Show 37 unchanged lines' }))
  await userEvent.click(log().getByRole('button', { name: 'Show image' }))
  const uncovered = () => [log().getByText('line 20', { exact: true }), log().getByRole('img', { name: 'one' })]
  for (const each of uncovered()) await expect.element(each).toBeVisible()
  sayMuch(50)
  mounted.store.showEnd('s1')
  for (const each of uncovered()) await expect.element(each).not.toBeInTheDocument()
  mounted.store.showCall('s1', 'e1')
  for (const each of uncovered()) await expect.element(each).toBeInTheDocument()
})

it('a read that is open stays open as the reads after it fold away', async () => {
  say(50, read('s1', 'r1', 'one.ts', 3))
  await userEvent.click(line('Done: Read one.ts'))
  await expect.element(line('Done: Read one.ts')).toHaveAttribute('aria-expanded', 'true')
  say(51, read('s1', 'r2', 'two.ts', 3))
  say(52, read('s1', 'r3', 'three.ts', 3))
  await expect.element(line('Read 2 files')).toBeVisible()
  await expect.element(line('Done: Read one.ts')).toHaveAttribute('aria-expanded', 'true')
})

/** Shows a second session, whose call `far` stands in the second page of older messages. */
async function showLongSession(): Promise<void> {
  const far = call('s2', 'far', 'execute', 'Ran far')
  const filler = (from: number) =>
    Array.from({ length: 20 }, (_, index) =>
      agent('s2', from + index, [{ type: 'text', text: `Message ${from + index}.\n\n`.repeat(4) }]),
    )
  mounted.runtime.handlers['session.open'] = () => ({
    session: session('s2', { title: 'Long', nextSeq: 80 }),
    messages: filler(60),
    calls: [],
    approvals: [],
    questions: [],
    access: 'write',
    hasOlder: true,
    nextEvent: mounted.runtime.nextEvent,
  })
  mounted.runtime.handlers['session.older'] = ({ beforeSeq }) => ({
    messages: beforeSeq === 60 ? filler(40) : [agent('s2', 19, [{ type: 'call', callId: 'far' }]), ...filler(20)],
    calls: beforeSeq === 60 ? [] : [far],
    hasOlder: beforeSeq === 60,
  })
  mounted.runtime.emit({ type: 'session', session: session('s2', { title: 'Long', nextSeq: 80 }) })
  window.location.hash = '#/s/s2'
  await expect.element(page.getByText('Message 79.').first()).toBeVisible()
}
const older = () => mounted.runtime.calls.filter(({ name }) => name === 'session.older').map(({ input }) => input)

it('a call above what is held is looked for in older messages, shown, and not shown again later', async () => {
  await showLongSession()
  mounted.store.showCall('s2', 'far')
  await expect.element(line('Done: Ran far')).toHaveFocus()
  expect(older()).toEqual([
    { sessionId: 's2', beforeSeq: 60 },
    { sessionId: 's2', beforeSeq: 40 },
  ])
  window.location.hash = '#/s/s1'
  await expect.element(line(/Edited src\/tides.ts/)).toBeVisible()
  window.location.hash = '#/s/s2'
  await expect.element(page.getByText('Message 79.').first()).toBeVisible()
  await expect.element(line('Done: Ran far')).not.toBeInTheDocument()
})

it('says of a call that has no line that it has none', async () => {
  await showLongSession()
  mounted.store.showCall('s2', 'nowhere')
  await expect.element(page.getByText('That call has no line in this conversation.')).toBeVisible()
  expect(mounted.store.getState().shownCall).toBeNull()
})
