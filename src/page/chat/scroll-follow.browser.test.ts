import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ScrollFollow } from './scroll-follow.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { agent, user } from '#e2e/doubles/page-records.ts'

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

/** A box with much in it, followed; nothing else is on the page that could set its place. */
function followedBox() {
  const frame = document.createElement('div')
  const content = document.createElement('div')
  Object.assign(frame.style, { height: '200px', overflowY: 'auto' })
  content.style.height = '2000px'
  frame.append(content)
  document.body.append(frame)
  const away = vi.fn()
  const follow = new ScrollFollow(frame, away)
  onTestFinished(() => {
    follow.stop()
    frame.remove()
  })
  return { frame, content, away, follow }
}

const scrolled = (frame: Element) => new Promise((resolve) => frame.addEventListener('scroll', resolve, { once: true }))

it('a place that is set back together with a change of size is no wish of the reader', async () => {
  const { frame, content, away } = followedBox()
  // As a browser does where content shrinks for a moment; the page hears of both at once.
  for (const height of [5_000, 3_000, 48_000]) {
    const heard = scrolled(frame)
    content.style.height = `${height}px`
    frame.scrollTop = 300
    await heard
    await vi.waitFor(() => expect(toEnd(frame)).toBeLessThan(2))
  }
  expect(away).not.toHaveBeenCalled()
})

it('a box that grows, because a card beneath it has gone, is still followed', async () => {
  const { frame, content, away, follow } = followedBox()
  for (const [frameHeight, contentHeight] of [
    [500, 2_000],
    [300, 2_400],
    [600, 2_600],
  ]) {
    await new Promise((done) => setTimeout(done))
    const heard = scrolled(frame)
    frame.style.height = `${frameHeight}px`
    // Somebody asks for the layout: the place is set back now, and the page hears of that before it hears of the size.
    expect(frame.clientHeight).toBe(frameHeight)
    await heard
    content.style.height = `${contentHeight}px`
    follow.grown()
    await vi.waitFor(() => expect(toEnd(frame)).toBeLessThan(2))
  }
  expect(away).not.toHaveBeenCalled()
})

it('a turn of the wheel, however small, stops following, and a turn back to the end resumes it', async () => {
  say(LINES)
  const frame = log().element()
  await vi.waitFor(() => expect(toEnd(frame)).toBeLessThan(2))
  frame.dispatchEvent(new WheelEvent('wheel', { deltaY: -12, bubbles: true }))
  frame.scrollTop -= 12
  const { scrollTop, scrollHeight } = frame
  say(LINES)
  await vi.waitFor(() => expect(frame.scrollHeight).toBeGreaterThan(scrollHeight))
  expect(Math.abs(frame.scrollTop - scrollTop)).toBeLessThan(2)
  await expect.element(jump()).toBeVisible()

  frame.scrollTop = frame.scrollHeight
  await expect.element(jump()).not.toBeInTheDocument()
  const grown = frame.scrollHeight
  say(LINES)
  await vi.waitFor(() => expect(frame.scrollHeight).toBeGreaterThan(grown))
  await vi.waitFor(() => expect(toEnd(frame)).toBeLessThan(2))
})

it('a message that the reader sends from further up brings the view to it', async () => {
  say(LINES)
  const frame = log().element()
  await vi.waitFor(() => expect(toEnd(frame)).toBeLessThan(2))
  frame.scrollTop -= 600
  await expect.element(jump()).toBeVisible()
  mounted.runtime.handlers['turn.send'] = ({ text }) => {
    mounted.runtime.emit({ type: 'message', message: user('s1', 6, text) })
    return { queued: false }
  }
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Here I am')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(page.getByText('Here I am')).toBeVisible()
  await vi.waitFor(() => expect(toEnd(frame)).toBeLessThan(2))
})

it('keeps only what is in sight in the page', async () => {
  const messages = Array.from({ length: 2_000 }, (_, at) =>
    agent('s1', at + 6, [{ type: 'text', text: `Message ${at}.` }]),
  )
  mounted.runtime.emit(...messages.map((message) => ({ type: 'message' as const, message })))
  await expect.element(page.getByText('Message 1999.')).toBeVisible()
  expect(log().element().querySelectorAll('[data-index]').length).toBeLessThan(80)
})
