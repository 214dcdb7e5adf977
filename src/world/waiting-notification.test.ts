import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NotificationAsked, NotificationClicked } from '#contracts/waiting-notification.ts'
import { tellWaiting } from './waiting-notification.ts'

/** A service worker's surroundings as far as notifications go: what is shown, which pages there are, what happened. */
class Surroundings extends EventTarget {
  shown: { title: string; body: string; tag: string; data: unknown; close: () => void }[] = []
  pages = new Map<string, { postMessage: (message: unknown) => void; focus: () => Promise<void> }>()
  happened: unknown[] = []
  readonly #pending: Promise<unknown>[] = []

  readonly registration = {
    showNotification: async (title: string, { body, tag, data }: { body: string; tag: string; data: unknown }) => {
      // Shown a while later, as browsers do.
      await Promise.resolve().then(() => {})
      const notification = { title, body, tag, data, close: () => this.#closed(notification) }
      this.shown = [...this.shown.filter((each) => each.tag !== tag), notification]
    },
    getNotifications: async ({ tag }: { tag: string }) => this.shown.filter((each) => each.tag === tag),
  }
  readonly clients = {
    get: async (id: string) => this.pages.get(id),
    openWindow: async (address: string) => void this.happened.push(['opened', address]),
  }

  page(id: string): void {
    this.pages.set(id, {
      postMessage: (message) => this.happened.push([id, message]),
      focus: async () => void this.happened.push([id, 'focused']),
    })
  }
  async tell(...told: readonly [string, unknown][]): Promise<void> {
    for (const [id, data] of told) this.#dispatch('message', { data, source: { id } })
    await Promise.all(this.#pending)
  }
  async click(): Promise<void> {
    this.#dispatch('notificationclick', { notification: this.shown[0] })
    await Promise.all(this.#pending)
  }
  #dispatch(type: string, more: object): void {
    const waitUntil = (work: Promise<unknown>) => void this.#pending.push(work)
    this.dispatchEvent(Object.assign(new Event(type), more, { waitUntil }))
  }
  #closed(notification: object): void {
    this.shown = this.shown.filter((each) => each !== notification)
  }
}

function begin(...pages: string[]): Surroundings {
  const around = new Surroundings()
  for (const each of pages) around.page(each)
  tellWaiting(around as unknown as Parameters<typeof tellWaiting>[0])
  return around
}
const show = (sessionId: string): NotificationAsked => ({
  type: 'show-waiting',
  title: 'It waits',
  body: 'Run it?',
  tag: 'asks',
  sessionId,
})
const HIDE: NotificationAsked = { type: 'hide-waiting', tag: 'asks' }
const bodies = ({ shown }: Surroundings) => shown.map(({ title, body }) => `${title}: ${body}`)

test('a click brings the very page that waits to the front and says which session', async () => {
  const around = begin('one', 'two')
  await around.tell(['two', show('s2')])
  expect(bodies(around)).toEqual(['It waits: Run it?'])
  await around.click()
  expect(around.happened).toEqual([
    ['two', { type: 'waiting-clicked', sessionId: 's2' }],
    ['two', 'focused'],
  ])
  expect(NotificationClicked.safeParse(around.happened.map((each) => (each as unknown[])[1])[0]).success).toBe(true)
  expect(around.shown).toEqual([])
})

test('where that page is closed by then, one is opened at the session', async () => {
  const around = begin('one')
  await around.tell(['one', show('a/b')])
  around.pages.delete('one')
  await around.click()
  expect(around.happened).toEqual([['opened', './#/s/a%2Fb']])
})

test('what is taken back at once is gone, and what another page shows stays', async () => {
  const around = begin('one', 'two')
  await around.tell(['one', show('s1')], ['one', HIDE])
  expect(around.shown).toEqual([])
  await around.tell(['one', show('s1')], ['two', show('s2')], ['one', HIDE])
  expect(around.shown.map(({ data }) => data)).toEqual([{ clientId: 'two', sessionId: 's2' }])
})

test.each([
  [null],
  ['show'],
  [{ type: 'show-waiting' }],
  [{ ...show('s1'), sessionId: 1 }],
  [{ ...show('s1'), type: 'x' }],
])('%j is nothing that is asked', async (message) => {
  const around = begin('one')
  await around.tell(['one', message])
  expect(around.shown).toEqual([])
})

test('what it reads by hand is what the contract says', async () => {
  const text = fc.oneof(fc.string(), fc.constant(1), fc.constant(undefined), fc.constant(null))
  const type = fc.oneof(fc.constantFrom('show-waiting', 'hide-waiting', 'waiting-clicked'), text)
  const message = fc.oneof(fc.anything(), fc.record({ type, title: text, body: text, tag: text, sessionId: text }))
  await fc.assert(
    fc.asyncProperty(message, async (data) => {
      const around = begin('one')
      await around.tell(['one', data])
      const asked = NotificationAsked.safeParse(data)
      expect(around.shown.length).toBe(asked.success && asked.data.type === 'show-waiting' ? 1 : 0)
    }),
  )
})
