import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type MountedPage, mountPage } from '#e2e/doubles/mount-page.ts'
import { approval, session } from '#e2e/doubles/page-records.ts'
import { writeKept } from '../kept.ts'

let mounted: MountedPage
beforeEach(async () => {
  await page.viewport(1440, 900)
  mounted = mountPage('conversation')
  await expect.element(page.getByRole('log')).toBeVisible()
  writeKept('notify', true)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
})
afterEach(() => {
  mounted.stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const waitsElsewhere = () => {
  const turn = { status: 'waiting', turnId: 't', startedAt: null } as const
  mounted.runtime.emit({ type: 'session', session: session('s2', { title: 'Rename the exporter', turn }) })
}

it('a notification that cannot be made takes nothing of the page along', async () => {
  const made = vi.fn()
  vi.stubGlobal(
    'Notification',
    class {
      static permission = 'granted'
      constructor() {
        made()
        throw new TypeError('Illegal constructor')
      }
    },
  )
  mounted.runtime.emit({ type: 'approval', approval: approval('s1', 'b1') })
  await expect.element(page.getByRole('button', { name: 'Allow once' })).toBeVisible()
  await expect.poll(() => made.mock.calls.length).toBeGreaterThan(0)
  await expect.element(page.getByRole('log')).toBeVisible()
})

it('names the session that waits before it was opened, and leads to it', async () => {
  const shown: { body: string; target: EventTarget }[] = []
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static permission = 'granted'
      constructor(_: string, { body }: { body: string }) {
        super()
        shown.push({ body, target: this })
      }
      close() {}
    },
  )
  waitsElsewhere()
  await expect.poll(() => document.title).toBe('● Waits for you · Rename the exporter · Sallyport')
  expect(shown.map(({ body }) => body)).toEqual(['Rename the exporter'])
  shown[0]?.target.dispatchEvent(new Event('click'))
  await expect.poll(() => mounted.store.getState().selected).toBe('s2')
})

it('where only the service worker may show one, it is asked to, and a click there leads to the session too', async () => {
  vi.stubGlobal(
    'Notification',
    class {
      static permission = 'granted'
      constructor() {
        throw new TypeError('Illegal constructor')
      }
    },
  )
  const asked: unknown[] = []
  const container = Object.assign(new EventTarget(), {
    getRegistration: async () => ({ active: { postMessage: (message: unknown) => void asked.push(message) } }),
  })
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(container as unknown as ServiceWorkerContainer)
  waitsElsewhere()
  const show = {
    type: 'show-waiting',
    title: 'The agent waits for you',
    body: 'Rename the exporter',
    tag: 'sallyport-asks',
    sessionId: 's2',
  }
  await expect.poll(() => asked).toEqual([show])
  const clicked = (sessionId: string) =>
    container.dispatchEvent(new MessageEvent('message', { data: { type: 'waiting-clicked', sessionId } }))
  clicked('s3')
  expect(mounted.store.getState().selected).toBe('s1')
  clicked('s2')
  await expect.poll(() => mounted.store.getState().selected).toBe('s2')
  const turn = { status: 'idle', turnId: null, startedAt: null } as const
  mounted.runtime.emit({ type: 'session', session: session('s2', { title: 'Rename the exporter', turn }) })
  await expect.poll(() => asked).toEqual([show, { type: 'hide-waiting', tag: 'sallyport-asks' }])
})

it('on a phone the dot stands where the session is that waits', async () => {
  await page.viewport(390, 844)
  mounted.store.setState(({ panes }) => ({ panes: { ...panes, tab: 'work' } }))
  const dots = () =>
    page
      .getByRole('navigation', { name: 'Panes' })
      .getByRole('button')
      .elements()
      .map((each) => [each.textContent, each.querySelector('i') !== null])
  waitsElsewhere()
  await expect.poll(dots).toEqual([
    ['Chat', false],
    ['Work', false],
    ['More', true],
  ])
  mounted.runtime.emit({ type: 'approval', approval: approval('s1', 'b1') })
  await expect.poll(dots).toEqual([
    ['Chat', true],
    ['Work', false],
    ['More', true],
  ])
})
