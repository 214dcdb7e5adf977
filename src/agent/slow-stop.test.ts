import { expect, it } from 'vitest'
import { ABORT_SETTLE_MS } from '#contracts/limits.ts'
import type { Message } from '#contracts/messages.ts'
import { heldSandbox } from '#e2e/doubles/held-sandbox.ts'
import type { Held } from '#e2e/doubles/held.ts'
import { heldStorage } from '#e2e/doubles/held-storage.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel, type Said } from '#e2e/doubles/scripted-model.ts'
import { manualClock } from '#world/manual-clock.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'

const WRITE: Said = { call: 'write_file', args: { path: 'a.txt', content: 'hello\n' } }

function start(steps: Parameters<typeof scriptedModel>[0]) {
  const clock = manualClock()
  const held = heldStorage(memoryStorage('A test keeps nothing.'))
  const sandbox = heldSandbox()
  const model = scriptedModel(steps)
  const node = startNodeRuntime({ model, clock, storage: held.storage, seenSandbox: sandbox.seen })
  return { node, clock, held, sandbox, model }
}

async function send(node: NodeRuntime, text: string): Promise<string> {
  const model = { providerId: 'p', modelId: 'm' }
  const { session } = await node.call('session.create', { model, mode: 'edit' })
  await node.call('turn.send', { sessionId: session.id, text, attachments: [] })
  return session.id
}

const isDraft = (message: unknown): boolean => {
  const said = message as Message
  return said.role === 'agent' && said.state === 'streaming'
}

/** What stands in the session once a stop, while something is held that is never released, has taken its second. */
async function stopped({ node, clock }: ReturnType<typeof start>, id: string, held: Held) {
  await held.reached
  const stopping = node.call('turn.stop', { sessionId: id })
  await clock.advance(ABORT_SETTLE_MS)
  await stopping
  const { session, messages, calls } = await node.call('session.open', { sessionId: id })
  return {
    status: session.turn.status,
    lines: messages.map((message) =>
      message.role === 'note'
        ? `note:${message.note}`
        : message.parts.map((part) => ('text' in part ? part.text : part.type)).join(''),
    ),
    calls: calls.map(({ status, failure }) => [status, failure?.message]),
    timers: clock.pending(),
  }
}

it('text is shown while its draft is still being stored, and the whole answer is stored after it', async () => {
  const { node, held } = start([[{ text: 'One, two, three, four, five, six.' }]])
  const storing = held.hold('saveMessage', isDraft)
  const id = await send(node, 'go')
  await storing.reached
  const shown = (): string =>
    node.events.map((event) => (event.type === 'delta' && event.sessionId === id ? event.text : '')).join('')
  await node.until(() => (shown().endsWith('six.') ? true : undefined))
  expect((await node.storage.store.tail(id, 9)).messages.length).toBe(1)
  storing.release()
  await node.rest(id)
  expect((await node.storage.store.tail(id, 9)).messages.map((message) => isDraft(message))).toEqual([false, false])
})

it('a stop does not wait for a draft that storage is slow with', async () => {
  const parts = start([[{ text: 'Hello.' }, { hang: true }]])
  const draft = parts.held.hold('saveMessage', isDraft)
  expect(await stopped(parts, await send(parts.node, 'go'), draft)).toEqual({
    status: 'idle',
    lines: ['go', 'Hello.', 'note:stopped'],
    calls: [],
    timers: 0,
  })
})

it('a stop does not wait for files that are slow to be stored, and their call does not claim that they are', async () => {
  const parts = start([[WRITE]])
  const flush = parts.sandbox.hold('flush')
  expect(await stopped(parts, await send(parts.node, 'go'), flush)).toEqual({
    status: 'idle',
    lines: ['go', 'call', 'note:stopped'],
    calls: [['cancelled', 'It ran, but it was stopped before what it wrote was known to be stored.']],
    timers: 0,
  })
})

it.each([
  ['before the turn begins', 0, ['go', 'note:stopped']],
  ['after it has ended', 1, ['go', 'Hello.', 'note:stopped']],
])('a stop does not wait for a slow look at the workspace %s', async (_, before, lines) => {
  const parts = start([[{ text: 'Hello.' }, { hang: true }]])
  if (before === 0) {
    const look = parts.sandbox.hold('snapshot')
    expect(await stopped(parts, await send(parts.node, 'go'), look)).toMatchObject({ status: 'idle', lines, timers: 0 })
    return
  }
  const id = await send(parts.node, 'go')
  await parts.node.until((event) => (event.type === 'delta' ? true : undefined))
  const look = parts.sandbox.hold('snapshot')
  const stopping = parts.node.call('turn.stop', { sessionId: id })
  expect(await stopped(parts, id, look)).toMatchObject({ status: 'idle', lines, timers: 0 })
  await stopping
})

it('a stop does not wait for attachments that are slow to be written, and the message is not sent', async () => {
  const { node, clock, sandbox } = start([])
  const { session } = await node.call('session.create', { model: { providerId: 'p', modelId: 'm' }, mode: 'edit' })
  const writing = sandbox.hold('write')
  const file = { kind: 'file' as const, name: 'a.csv', mediaType: 'text/csv', base64: 'YQ==' }
  const sending = node.call('turn.send', { sessionId: session.id, text: 'go', attachments: [file] }).then(
    () => 'sent',
    () => 'not sent',
  )
  await writing.reached
  const stopping = node.call('turn.stop', { sessionId: session.id })
  await clock.advance(ABORT_SETTLE_MS)
  await stopping
  const view = await node.call('session.open', { sessionId: session.id })
  expect([await sending, view.session.turn.status, view.messages, clock.pending()]).toEqual(['not sent', 'idle', [], 0])
})
