import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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

it('follows on when a window in which all of it had room becomes lower', async () => {
  mounted.stop()
  // Rows are measured, and the place is kept of what stands below them, while there is nowhere to scroll to.
  await page.viewport(1440, 2600)
  mounted = mountPage('conversation')
  await expect.element(log()).toBeVisible()
  const frame = log().element()
  await vi.waitFor(() => expect(frame.querySelectorAll('[data-index]').length).toBeGreaterThan(2))
  for (const [at, text] of ['One more.', 'And another.'].entries()) {
    mounted.runtime.emit({ type: 'message', message: user('s1', 5 + at, text) })
    await expect.element(page.getByText(text)).toBeVisible()
  }
  expect(frame.scrollHeight).toBe(frame.clientHeight)
  for (const height of [700, 2600, 460]) {
    await page.viewport(1440, height)
    await vi.waitFor(() =>
      expect([frame.scrollHeight > frame.clientHeight, toEnd(frame) < 2]).toEqual([height < 2600, true]),
    )
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    expect([toEnd(frame) < 2, jump().query()]).toEqual([true, null])
  }
})

/** A box with much in it, followed, above a card; nothing else is on the page that could set its place. */
function followedBox() {
  const around = document.createElement('div')
  const frame = document.createElement('div')
  const content = document.createElement('div')
  const card = document.createElement('div')
  Object.assign(around.style, { display: 'flex', flexDirection: 'column' })
  Object.assign(frame.style, { height: '200px', overflowY: 'auto', overflowAnchor: 'none' })
  content.style.height = '2000px'
  frame.append(content)
  around.append(frame, card)
  document.body.append(around)
  const away = vi.fn()
  const follow = new ScrollFollow(frame, away)
  onTestFinished(() => {
    follow.stop()
    around.remove()
  })
  return { around, frame, content, card, away, follow }
}

/** Until what has scrolled by now has been heard of. */
const nextFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
/** What a mouse tells the page, with its button down but for the end. */
const press = (target: Element | null, type: 'pointerdown' | 'pointermove' | 'pointerup') =>
  target?.dispatchEvent(new PointerEvent(type, { bubbles: true, buttons: type === 'pointerup' ? 0 : 1 }))
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

it('a card that goes and another that comes in its place, in one go, leave the end followed', async () => {
  const { around, frame, card, away } = followedBox()
  Object.assign(around.style, { height: '400px' })
  Object.assign(frame.style, { height: 'auto', flex: '1', minHeight: '0' })
  const face = document.createElement('div')
  face.style.height = '150px'
  card.append(face)
  await vi.waitFor(() => expect([frame.clientHeight, toEnd(frame)]).toEqual([250, 0]))
  await new Promise(requestAnimationFrame)
  for (let times = 0; times < 3; times += 1) {
    face.remove()
    // Somebody asks for the layout in between: the place is set back, and no size says so afterwards.
    expect([frame.clientHeight, frame.scrollTop]).toEqual([400, 1_600])
    card.append(face)
    expect(toEnd(frame)).toBe(150)
    await nextFrames()
    expect(toEnd(frame)).toBeLessThan(2)
  }
  expect(away).not.toHaveBeenCalled()
})

it.each([
  ['a press on what is in the box', (frame: HTMLElement) => press(frame.firstElementChild, 'pointerdown')],
  [
    'the focus on the box itself',
    (frame: HTMLElement) => {
      frame.tabIndex = 0
      frame.focus({ preventScroll: true })
    },
  ],
])('%s while the place is set back is no wish to leave the end', async (_what, act) => {
  const { frame, content, away } = followedBox()
  await nextFrames()
  const heard = scrolled(frame)
  act(frame)
  content.style.height = '2400px'
  frame.scrollTop = 1_500
  await heard
  await vi.waitFor(() => expect(toEnd(frame)).toBeLessThan(2))
  expect(away).not.toHaveBeenCalled()
})

it.each([
  ['the scrollbar', (frame: HTMLElement) => press(frame, 'pointerdown')],
  [
    'from what is in the box',
    (frame: HTMLElement) => {
      press(frame.firstElementChild, 'pointerdown')
      press(frame.firstElementChild, 'pointermove')
    },
  ],
])('a drag, %s, leaves the end although the box grows meanwhile', async (_where, drag) => {
  const { frame, content, away } = followedBox()
  await nextFrames()
  const heard = scrolled(frame)
  drag(frame)
  content.style.height = '2100px'
  frame.scrollTop = 900
  await heard
  expect([frame.scrollTop, away.mock.calls]).toEqual([900, [[true]]])
  press(frame, 'pointerup')
})

it('writing a message of several lines leaves the conversation at its end', async () => {
  const frame = log().element()
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  await message.fill(`one\n${'more\n'.repeat(5)}`)
  for (const letter of 'end') {
    await userEvent.keyboard(letter)
    await nextFrames()
    expect(toEnd(frame)).toBeLessThan(2)
  }
  expect(jump().query()).toBeNull()
})

it('the way to the end is offered where the conversation has room, and lies on nothing where it has none', async () => {
  say(LINES)
  const frame = log().element()
  await vi.waitFor(() => expect(toEnd(frame)).toBeLessThan(2))
  frame.scrollTop -= 400
  await expect.element(jump()).toBeVisible()
  await page.viewport(1440, 200)
  await expect.element(jump()).not.toBeInTheDocument()
  await page.viewport(1440, 700)
  await expect.element(jump()).toBeVisible()
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
