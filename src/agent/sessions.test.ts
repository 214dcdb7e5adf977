import { describe, expect, it } from 'vitest'
import type { RuntimeEvent } from '#contracts/events.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { lostWatch, NOTHING_WATCHED, type RunWatch } from '#contracts/run-watch.ts'
import { heldStorage } from '#e2e/doubles/held-storage.ts'
import { mortalStorage } from '#e2e/doubles/mortal-storage.ts'
import { startNodeRuntime, type NodeRuntime, type NodeRuntimeParts } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel, type Said } from '#e2e/doubles/scripted-model.ts'
import { memoryLocks } from '#world/lock/memory-locks.ts'
import { memoryStorage, type Storage } from '#world/storage/open-storage.ts'

const MODEL = { providerId: 'p', modelId: 'm' }
const WRITE: Said = { call: 'write_file', args: { path: 'a.txt', content: 'hello' } }
const FULL = [
  'saveSession',
  'saveMessage',
  'appendMessage',
  'saveTurn',
  'saveCall',
  'savePending',
  'saveTurnDiff',
] as const

function start(steps: Parameters<typeof scriptedModel>[0], parts: Partial<NodeRuntimeParts> = {}) {
  const storage = parts.storage ?? memoryStorage('A test keeps nothing.')
  const held = heldStorage(storage)
  return { node: startNodeRuntime({ model: scriptedModel(steps), ...parts, storage: held.storage }), held, storage }
}

const create = async (node: NodeRuntime): Promise<string> =>
  (await node.call('session.create', { model: MODEL, mode: 'edit' })).session.id
const send = (node: NodeRuntime, sessionId: string) =>
  node.call('turn.send', { sessionId, text: 'go', attachments: [] })
const running = (node: NodeRuntime) =>
  node.until((event) => (event.type === 'session' && event.session.turn.status === 'running' ? true : undefined))
const row = (storage: Storage, id: string): Promise<unknown> =>
  storage.records.read(['sessions'], (rows) => rows.get('sessions', id))
const plant = (storage: Storage, damaged: object): Promise<void> =>
  storage.records.write(['sessions'], 'relaxed', (rows) => rows.put('sessions', damaged))
const notices = (events: readonly RuntimeEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))
/** Everything of a session that is stored. */
const left = async ({ store, workspaces }: Storage, id: string) => ({
  session: await store.session(id),
  messages: (await store.tail(id, 99)).messages.length,
  open: (await store.openCalls(id)).length,
  files: (await workspaces.load(id)).length,
})
const WATCHED: RunWatch = {
  ...NOTHING_WATCHED,
  entered: { first: [{ callId: 'c', what: 'a page of example.com', at: 7 }], more: 0 },
}
const NOTHING = { session: null, messages: 0, open: 0, files: 0 }

/** A session whose tab died in the middle of a turn. */
async function cutOff(storage: Storage): Promise<string> {
  const tab = mortalStorage(storage)
  const { node } = start([[{ hang: true }]], { storage: tab.storage })
  const id = await create(node)
  await send(node, id)
  await running(node)
  tab.die()
  return id
}

describe('an opening that fails', () => {
  it('closes what it opened before another tab may write, and the next try works', async () => {
    const storage = memoryStorage('A test keeps nothing.')
    const id = await cutOff(storage)
    const tabs = memoryLocks()
    const other = tabs.tab()
    const open = new Set<Sandbox>()
    const freeWhileOpen: boolean[] = []
    const { node, held } = start([], {
      storage,
      tabs,
      seenSandbox: (sandbox) => {
        open.add(sandbox)
        return new Proxy(sandbox, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name)
            if (typeof value !== 'function') return value
            return async (...args: unknown[]): Promise<unknown> => {
              if (name === 'close') {
                freeWhileOpen.push(await other.acquire(`sallyport-session-${id}`))
                open.delete(sandbox)
              }
              return Reflect.apply(value, target, args) as unknown
            }
          },
        })
      },
    })
    const heal = held.failing('appendMessage')
    for (let round = 0; round < 3; round += 1)
      await expect(node.call('session.open', { sessionId: id })).rejects.toMatchObject({
        failure: { kind: 'storage-full' },
      })
    heal()
    expect({ open: open.size, freeWhileOpen }).toEqual({ open: 0, freeWhileOpen: [false, false, false] })
    expect((await node.call('session.open', { sessionId: id })).session.turn.status).toBe('interrupted')
    expect(open.size).toBe(1)
  })
})

describe('a damaged record', () => {
  const queued = { id: 'q', text: 'next', attachments: [] }
  const todo = { id: 't', text: 'look', status: 'pending' as const }

  it('is not touched by a tab that may only look', async () => {
    const [storage, tabs] = [memoryStorage('A test keeps nothing.'), memoryLocks()]
    const writer = start([], { storage, tabs })
    const id = await create(writer.node)
    await writer.node.call('session.open', { sessionId: id })
    const damaged = { ...(await storage.store.session(id)), model: 7, queue: [queued], todos: [todo], title: 'Mine' }
    await plant(storage, damaged)
    const { node } = start([], { storage, tabs })
    expect((await node.call('app.state', {})).sessions.map(({ title }) => title)).toEqual(['Mine'])
    const view = await node.call('session.open', { sessionId: id })
    await node.call('workspace.list', { sessionId: id, path: '/workspace' })
    expect({ access: view.access, title: view.session.title, queue: view.session.queue }).toEqual({
      access: 'read-only',
      title: 'Mine',
      queue: [queued],
    })
    expect(await row(storage, id)).toEqual(damaged)
  })

  it('is mended by the tab that writes it, with every field and entry that can be read', async () => {
    const { node, storage } = start([])
    const id = await create(node)
    const whole = await storage.store.session(id)
    await storage.workspaces.save(
      'elsewhere',
      [{ path: '/workspace/a', bytes: new Uint8Array(1), mode: 0o644, modifiedAt: 1, link: null, directory: false }],
      [],
    )
    const good = { ...whole, title: 'Mine', mode: 'plan', workspaceId: 'elsewhere', nextSeq: 3 }
    await plant(storage, { ...good, model: 7, queue: [queued, 'x'], todos: [todo, { id: 1 }] })
    const next = start([], { storage })
    await next.node.call('session.open', { sessionId: id })
    const mended = await storage.store.session(id)
    // What had entered its context is not there to be read, so it counts as untrusted.
    const watch = lostWatch(mended?.watch?.entered.first[0]?.at ?? -1)
    expect(mended).toEqual({ ...good, model: null, queue: [queued], todos: [todo], watch })
    expect(notices(next.node.events)).toEqual([expect.stringContaining('was damaged')])
    const { entries } = await next.node.call('workspace.list', { sessionId: id, path: '/workspace' })
    expect(entries.map(({ path }) => path)).toEqual(['/workspace/a'])
    await next.node.call('session.delete', { sessionId: id })
    expect(await storage.workspaces.load('elsewhere')).toEqual([])
  })

  it.each([
    ['is kept where it can be read', WATCHED, WATCHED],
    ['counts as untrusted where it cannot', { ...WATCHED, observed: 'harmless' }, null],
  ])('what its monitor knew %s', async (_, stored, left) => {
    const { node, storage } = start([])
    const id = await create(node)
    await plant(storage, { ...(await storage.store.session(id)), model: 7, watch: stored })
    await start([], { storage }).node.call('session.open', { sessionId: id })
    const watch = (await storage.store.session(id))?.watch
    expect(watch).toEqual(left ?? lostWatch(watch?.entered.first[0]?.at ?? -1))
  })

  it('is deleted with the workspace that it still names', async () => {
    const { node, storage } = start([])
    const id = await create(node)
    const file = {
      path: '/workspace/a',
      bytes: new Uint8Array(1),
      mode: 0o644,
      modifiedAt: 1,
      link: null,
      directory: false,
    }
    await storage.workspaces.save('elsewhere', [file], [])
    await plant(storage, { ...(await storage.store.session(id)), workspaceId: 'elsewhere', mode: 'none' })
    await node.call('session.delete', { sessionId: id })
    expect([await storage.workspaces.load('elsewhere'), await left(storage, id)]).toEqual([[], NOTHING])
  })
})

describe('deleting', () => {
  it('a session whose turn runs leaves nothing, and nothing comes back, though its record cannot be read', async () => {
    const { node, held, storage } = start([[WRITE], [{ hang: true }]])
    const id = await create(node)
    await send(node, id)
    await node.until((event) => (event.type === 'call' && event.call.state === 'settled' ? true : undefined))
    const heal = held.failing('session')
    await node.call('session.delete', { sessionId: id })
    heal()
    await expect(node.call('turn.stop', { sessionId: id })).rejects.toMatchObject({ failure: { kind: 'not-found' } })
    expect(await left(storage, id)).toEqual(NOTHING)
  })

  it('a session that is not open and cannot be looked up is refused, and stays', async () => {
    const { node, held, storage } = start([])
    const id = await create(node)
    const heal = held.failing('session')
    await expect(node.call('session.delete', { sessionId: id })).rejects.toMatchObject({
      failure: { kind: 'storage-full' },
    })
    heal()
    expect((await left(storage, id)).session?.id).toBe(id)
    await node.call('session.delete', { sessionId: id })
    expect(await left(storage, id)).toEqual(NOTHING)
  })

  it('works where the disk takes nothing more, also for a session that was cut off', async () => {
    const storage = memoryStorage('A test keeps nothing.')
    const [shut, opened] = [await cutOff(storage), await cutOff(storage)]
    const { node, held } = start([], { storage })
    await node.call('session.open', { sessionId: opened })
    for (const method of FULL) held.failing(method)
    for (const id of [shut, opened]) await node.call('session.delete', { sessionId: id })
    expect([await left(storage, shut), await left(storage, opened)]).toEqual([NOTHING, NOTHING])
  })

  it('waits for an opening that is under way, and whoever opens it meanwhile finds nothing', async () => {
    const { node, held, storage } = start([])
    const id = await create(node)
    const opening = held.hold('tail')
    const first = node.call('session.open', { sessionId: id }).then(
      () => 'opened',
      () => 'gone',
    )
    await opening.reached
    const deleted = node.call('session.delete', { sessionId: id })
    const third = node.call('session.open', { sessionId: id }).then(
      () => 'opened',
      () => 'gone',
    )
    opening.release()
    await deleted
    await Promise.all([first, third])
    await expect(node.call('session.open', { sessionId: id })).rejects.toMatchObject({ failure: { kind: 'not-found' } })
    expect(await left(storage, id)).toEqual(NOTHING)
  })

  it('a session that another tab writes is refused', async () => {
    const [storage, tabs] = [memoryStorage('A test keeps nothing.'), memoryLocks()]
    const writer = start([], { storage, tabs })
    const id = await create(writer.node)
    await writer.node.call('session.open', { sessionId: id })
    const { node } = start([], { storage, tabs })
    await expect(node.call('session.delete', { sessionId: id })).rejects.toMatchObject({
      failure: { kind: 'read-only' },
    })
    await node.call('session.open', { sessionId: id })
    await expect(node.call('session.delete', { sessionId: id })).rejects.toMatchObject({
      failure: { kind: 'read-only' },
    })
    expect((await left(storage, id)).session?.id).toBe(id)
  })
})

it('numbers an opening before it reads, so that what is said meanwhile counts as newer', async () => {
  const { node, held } = start([])
  const id = await create(node)
  await node.call('session.open', { sessionId: id })
  const reading = held.hold('pending')
  const opening = node.call('session.open', { sessionId: id })
  await reading.reached
  await node.call('session.update', { sessionId: id, title: 'Changed while it was read' })
  const titled = (event: RuntimeEvent) =>
    event.type === 'session' && event.session.title === 'Changed while it was read' ? event : undefined
  await node.until(titled)
  reading.release()
  const { nextEvent } = await opening
  // The first event is number 1, and all of them are here.
  expect(node.events.slice(nextEvent - 1).filter((event) => titled(event) !== undefined)).toHaveLength(1)
})
