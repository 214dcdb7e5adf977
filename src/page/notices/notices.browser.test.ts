import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { readingMs } from './use-leave.ts'

let mounted: MountedPage
const texts = () => mounted.store.getState().notices.map(({ text }) => text)
/** Time that passes once what was said is on the screen. */
const pass = async (text: string, ms: number) => {
  await expect.element(page.getByText(text)).toBeVisible()
  vi.advanceTimersByTime(ms)
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await page.viewport(1440, 900)
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
})
afterEach(() => {
  mounted.stop()
  vi.useRealTimers()
})

it('a notice leaves when it can have been read, a long one later', async () => {
  const long = 'A sentence of some length. '.repeat(8).trim()
  mounted.store.notice({ level: 'info', text: 'Short.' })
  mounted.store.notice({ level: 'warning', text: long })
  await expect.element(page.getByText(long)).toBeVisible()
  await pass('Short.', readingMs('Short.'.length) - 1)
  expect(texts()).toEqual(['Short.', long])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([long])
  vi.advanceTimersByTime(readingMs(long.length) - readingMs('Short.'.length))
  expect(texts()).toEqual([])
})

it('stays while the focus is on it, and its whole time again afterwards', async () => {
  mounted.store.notice({ level: 'info', text: 'Read me.' })
  await pass('Read me.', 3_000)
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  dismiss.element().focus()
  await vi.waitFor(() => expect(dismiss.element()).toBe(document.activeElement))
  await expect.element(dismiss).toHaveFocus()
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['Read me.'])
})

it('an error stays, covers nothing of the panes, and gives its room back', async () => {
  const top = () => page.getByRole('main').element().getBoundingClientRect().top
  expect(top()).toBe(0)
  mounted.store.notice({ level: 'error', text: 'The disk is full.' })
  await pass('The disk is full.', 600_000)
  const bar = page.getByRole('region', { name: 'Errors' })
  expect(bar.element().getBoundingClientRect().height).toBeGreaterThan(20)
  expect(top()).toBe(bar.element().getBoundingClientRect().bottom)
  await userEvent.click(page.getByRole('button', { name: 'Dismiss' }))
  await vi.waitFor(() => expect([texts(), top()]).toEqual([[], 0]))
})

it('what passes pushes out no error', () => {
  mounted.store.notice({ level: 'error', text: 'Lost.' })
  for (let at = 0; at < 9; at += 1) mounted.store.notice({ level: 'info', text: `Note ${at}` })
  expect(texts()).toEqual(['Lost.', 'Note 5', 'Note 6', 'Note 7', 'Note 8'])
})

it('of one subject only what was said last stands, and nothing once it is over', () => {
  const said = (text: string, subject?: string) =>
    mounted.store.apply([{ type: 'notice', level: 'warning', text, ...(subject === undefined ? {} : { subject }) }])
  said('The file lacks a brace.', 'rule-file/w1')
  said('Something else.')
  said('Another file lacks a brace.', 'rule-file/w2')
  said('The file names no tool.', 'rule-file/w1')
  expect(texts()).toEqual(['Something else.', 'Another file lacks a brace.', 'The file names no tool.'])
  mounted.store.apply([{ type: 'notice-over', subject: 'rule-file/w1' }])
  expect(texts()).toEqual(['Something else.', 'Another file lacks a brace.'])
})
