import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { agent } from '#e2e/doubles/page-records.ts'

let mounted: MountedPage
const log = () => page.getByRole('log', { name: 'Conversation' })
const jump = () => page.getByRole('button', { name: 'Jump to latest' })
const toEnd = ({ scrollHeight, scrollTop, clientHeight }: Element) => Math.abs(scrollHeight - scrollTop - clientHeight)
const say = (text: string) =>
  mounted.runtime.emit({ type: 'delta', sessionId: 's1', seq: 5, part: 0, kind: 'text', text })
const LINES = Array.from({ length: 60 }, (_, line) => `Line ${line} of an answer.\n\n`).join('')

beforeEach(async () => {
  await page.viewport(1440, 700)
  mounted = mountPage('conversation')
  await expect.element(log()).toBeVisible()
  const streaming = agent('s1', 5, [{ type: 'text', text: 'Now:\n\n' }], { state: 'streaming' })
  mounted.runtime.emit({ type: 'message', message: streaming })
  await vi.waitFor(() => expect(toEnd(log().element())).toBeLessThan(2))
})
afterEach(() => mounted.stop())

it('follows a growing answer while the reader is at the end', async () => {
  for (let times = 0; times < 3; times += 1) {
    const before = log().element().scrollHeight
    say(LINES)
    await vi.waitFor(() => expect(log().element().scrollHeight).toBeGreaterThan(before))
    await vi.waitFor(() => expect(toEnd(log().element())).toBeLessThan(2))
  }
  expect(jump().query()).toBeNull()
})

it('leaves the reader alone who has scrolled up, and goes to the end when asked', async () => {
  say(LINES)
  await vi.waitFor(() => expect(toEnd(log().element())).toBeLessThan(2))
  const frame = log().element()
  frame.scrollTop -= 400
  await expect.element(jump()).toBeVisible()
  const { scrollTop, scrollHeight } = frame
  say(LINES)
  await vi.waitFor(() => expect(frame.scrollHeight).toBeGreaterThan(scrollHeight))
  expect(Math.abs(frame.scrollTop - scrollTop)).toBeLessThan(2)

  await jump().click()
  await vi.waitFor(() => expect(toEnd(frame)).toBeLessThan(2))
  await expect.element(jump()).not.toBeInTheDocument()
})

it('keeps only what is in sight in the page', async () => {
  const messages = Array.from({ length: 2_000 }, (_, at) =>
    agent('s1', at + 6, [{ type: 'text', text: `Message ${at}.` }]),
  )
  mounted.runtime.emit(...messages.map((message) => ({ type: 'message' as const, message })))
  await expect.element(page.getByText('Message 1999.')).toBeVisible()
  expect(log().element().querySelectorAll('[data-index]').length).toBeLessThan(80)
})
