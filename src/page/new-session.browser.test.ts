import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Session } from '#contracts/sessions.ts'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { NOW, openedSession, session } from '#e2e/doubles/page-records.ts'

let mounted: MountedPage
const made = () => mounted.runtime.calls.filter(({ name }) => name === 'session.create')
afterEach(() => mounted.stop())

it('makes a session rather than showing the untouched one of another tab, and shows its own again', async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('welcome-ready')
  const create = page.getByRole('button', { name: 'New session' })
  await expect.element(create).toBeVisible()
  mounted.runtime.emit({ type: 'session', session: session('theirs', { title: 'Theirs', nextSeq: 0 }) })
  await userEvent.click(create)
  await expect.poll(() => window.location.hash).toBe('#/s/s9')
  expect(made()).toHaveLength(1)
  window.location.hash = '#/s/theirs'
  await expect.poll(() => mounted.store.getState().selected).toBe('theirs')
  await userEvent.click(create)
  await expect.poll(() => window.location.hash).toBe('#/s/s9')
  expect(made()).toHaveLength(1)
})

describe('a session that was made and not used', () => {
  const untouched = (changed: Partial<Session> = {}) =>
    session('s9', { title: '', nextSeq: 0, createdAt: NOW, updatedAt: NOW, ...changed })
  const removed = () => mounted.runtime.calls.filter(({ name }) => name === 'session.delete').map(({ input }) => input)
  /** Makes a session and shows it. */
  const make = async () => {
    await page.viewport(1440, 900)
    mounted = mountPage('conversation')
    await expect.element(page.getByRole('log')).toBeVisible()
    const { runtime } = mounted
    runtime.handlers['session.create'] = () => ({ session: untouched() })
    runtime.handlers['session.open'] = ({ sessionId }) =>
      openedSession(sessionId === 's9' ? untouched() : session(sessionId), runtime.nextEvent)
    runtime.handlers['session.delete'] = ({ sessionId }) => {
      runtime.emit({ type: 'session-deleted', sessionId })
      return {}
    }
    runtime.handlers['demo.start'] = () => ({ session: session('demo', { demoId: 'data' }) })
    await userEvent.click(page.getByRole('button', { name: 'New session' }))
    await expect.element(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  }

  it('is gone once a demo is started in its place', async () => {
    await make()
    await userEvent.click(page.getByRole('list', { name: 'Demos' }).getByRole('button').first())
    await expect.poll(() => window.location.hash).toBe('#/s/demo')
    await expect.poll(removed).toEqual([{ sessionId: 's9' }])
    await expect.element(page.getByRole('link', { name: /^Untitled session/ })).not.toBeInTheDocument()
  })

  it('is gone once another session is shown', async () => {
    await make()
    window.location.hash = '#/s/s2'
    await expect.poll(removed).toEqual([{ sessionId: 's9' }])
  })

  it.each<[string, () => void]>([
    ['words of a draft', () => mounted.store.drafts.change('s9', { text: 'Later' })],
    ['a file being read for it', () => void mounted.store.drafts.beginReading('s9', 'a.csv')],
    ['a name', () => mounted.runtime.emit({ type: 'session', session: untouched({ title: 'Plans' }) })],
    [
      'another mode',
      () => mounted.runtime.emit({ type: 'session', session: untouched({ mode: 'plan', updatedAt: NOW + 1 }) }),
    ],
    ['a message', () => mounted.runtime.emit({ type: 'session', session: untouched({ nextSeq: 1 }) })],
    [
      'a file',
      () =>
        mounted.runtime.emit({
          type: 'workspace',
          workspaceId: 'ws-s9',
          changes: [{ path: '/workspace/a.csv', kind: 'created' }],
        }),
    ],
  ])('stays with %s', async (_, use) => {
    await make()
    use()
    window.location.hash = '#/s/s2'
    await expect.poll(() => mounted.store.getState().selected).toBe('s2')
    expect(removed()).toEqual([])
  })
})
