import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { openedSession, session, user } from '#e2e/doubles/page-records.ts'

let mounted: MountedPage
const opened = () => mounted.runtime.calls.filter(({ name }) => name === 'session.open').map(({ input }) => input)
afterEach(() => mounted.stop())

it('opens a session anew that was closed while another one was shown, with what another tab added', async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('conversation')
  const log = page.getByRole('log')
  await expect.element(log).toHaveTextContent('Two things to know')
  window.location.hash = '#/s/s2'
  await expect.poll(() => mounted.store.getState().opened.has('s2')).toBe(true)
  const before = opened()
  mounted.runtime.emit({ type: 'access', sessionId: 's1', access: 'closed' })
  mounted.runtime.handlers['session.open'] = ({ sessionId }) =>
    openedSession(session(sessionId, { nextSeq: 2 }), mounted.runtime.nextEvent, {
      messages: [user(sessionId, 0, 'From here.'), user(sessionId, 1, 'From another tab.')],
    })
  window.location.hash = '#/s/s1'
  await expect.element(log).toHaveTextContent('From another tab.')
  expect(opened()).toEqual([...before, { sessionId: 's1' }])
  expect(log.element().textContent.match(/From /g)).toHaveLength(2)
  expect(log.element().textContent).not.toContain('Two things to know')
})

it('asks once more where the session was let go of between the answer and its coming', async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toHaveTextContent('Two things to know')
  const before = opened()
  const { runtime } = mounted
  const answer = (sessionId: string, text: string) =>
    openedSession(session(sessionId, { nextSeq: 1 }), runtime.nextEvent, { messages: [user(sessionId, 0, text)] })
  runtime.handlers['session.open'] = ({ sessionId }) => {
    const late = answer(sessionId, 'As it was.')
    runtime.handlers['session.open'] = () => answer(sessionId, 'With what another tab added.')
    runtime.emit({ type: 'access', sessionId, access: 'closed' })
    return late
  }
  window.location.hash = '#/s/s2'
  await expect.element(page.getByRole('log')).toHaveTextContent('With what another tab added.')
  expect(opened()).toEqual([...before, { sessionId: 's2' }, { sessionId: 's2' }])
})
