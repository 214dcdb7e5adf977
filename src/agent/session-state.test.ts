import { expect, it } from 'vitest'
import type { Session } from '#contracts/sessions.ts'
import { heldStorage } from '#e2e/doubles/held-storage.ts'
import { mortalStorage } from '#e2e/doubles/mortal-storage.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel, type Said } from '#e2e/doubles/scripted-model.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'

const WRITE: Said = { call: 'write_file', args: { path: 'a.txt', content: 'hello\n' } }
const TODOS: Said = { call: 'todo_write', args: { todos: [{ text: 'Look', status: 'pending' }] } }

function start(steps: Parameters<typeof scriptedModel>[0], storage = memoryStorage('A test keeps nothing.')) {
  const held = heldStorage(storage)
  const model = scriptedModel(steps)
  return { node: startNodeRuntime({ model, storage: held.storage }), model, held, storage }
}

const newSession = async (node: NodeRuntime, mode: 'plan' | 'ask' | 'edit'): Promise<string> =>
  (await node.call('session.create', { model: { providerId: 'p', modelId: 'm' }, mode })).session.id
const send = (node: NodeRuntime, sessionId: string, text: string) =>
  node.call('turn.send', { sessionId, text, attachments: [] })
const slash = (node: NodeRuntime, sessionId: string, text: string) => node.call('slash.run', { sessionId, text })
const stored = async ({ storage }: { storage: ReturnType<typeof memoryStorage> }, id: string) => {
  const session = await storage.store.session(id)
  const lines = (await storage.store.tail(id, 99)).messages.flatMap((message) =>
    message.role === 'note' ? [`note:${message.note}`] : message.parts.map((part) => ('text' in part ? part.text : '')),
  )
  return { session, lines }
}
/** Whatever could run has run by then. */
async function rounds(): Promise<void> {
  for (let round = 0; round < 50; round += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

it('whoever asks for the conversation gets the same one, and no message falls between', async () => {
  const { node, model, held } = start([[WRITE], [{ text: 'One.' }], [{ text: 'Two.' }]])
  const id = await newSession(node, 'ask')
  await node.call('session.open', { sessionId: id })
  // The code of the inspector is loaded with its first command.
  await node.call('inspect.slice', { sessionId: id, of: { kind: 'system' }, from: 0 })
  const reading = held.hold('tail')
  const looking = node.call('inspect.run', { sessionId: id })
  await reading.reached
  const sending = send(node, id, 'first')
  await rounds()
  reading.release()
  await Promise.all([looking, sending])
  const approval = await node.until((event) => (event.type === 'approval' ? event.approval : undefined))
  const answer = { verdict: 'allow-once' as const, planDigest: approval.planDigest }
  await node.call('approval.answer', { sessionId: id, approvalId: approval.id, answer })
  await node.rest(id)
  await send(node, id, 'second')
  await node.rest(id)
  expect(model.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(['user', 'agent', 'results', 'agent', 'user'])
})

it('a conversation that could not be read is read again with the next turn', async () => {
  const { node, model, held } = start([[{ text: 'One.' }]])
  const id = await newSession(node, 'edit')
  await node.call('session.open', { sessionId: id })
  const heal = held.failing('tail')
  await send(node, id, 'first')
  await node.until((event) =>
    event.type === 'message' && event.message.role === 'note' && event.message.note === 'failed' ? true : undefined,
  )
  heal()
  await node.rest(id)
  await send(node, id, 'second')
  await node.rest(id)
  const told = model.requests.flatMap(({ messages }) => messages)
  expect(told).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'first' }] },
    { role: 'user', content: [{ type: 'text', text: 'second' }] },
  ])
})

it('a mode that was typed is stored together with its line, or not at all', async () => {
  const parts = start([])
  const { node, held } = parts
  const id = await newSession(node, 'plan')
  const heal = held.failing('appendMessage')
  await expect(slash(node, id, '/mode auto')).rejects.toThrow('The disk is full.')
  expect((await stored(parts, id)).session?.mode).toBe('plan')
  heal()
  await slash(node, id, '/mode auto')
  const after = await stored(parts, id)
  expect({ mode: after.session?.mode, lines: after.lines }).toEqual({ mode: 'auto', lines: ['/mode auto'] })
})

it('a mode that was typed while a turn runs and that storage refuses leaves no line', async () => {
  const parts = start([[WRITE], [{ text: 'One.' }]])
  const { node, held } = parts
  const id = await newSession(node, 'ask')
  await send(node, id, 'go')
  const approval = await node.until((event) => (event.type === 'approval' ? event.approval : undefined))
  const heal = held.failing('saveSession', (session) => (session as Session).mode === 'auto')
  await expect(slash(node, id, '/mode auto')).rejects.toThrow('The disk is full.')
  heal()
  const answer = { verdict: 'allow-once' as const, planDigest: approval.planDigest }
  await node.call('approval.answer', { sessionId: id, approvalId: approval.id, answer })
  await node.rest(id)
  const { session, lines } = await stored(parts, id)
  expect({ mode: session?.mode, lines }).toEqual({ mode: 'ask', lines: ['go', '', 'One.'] })
})

it('a clear that storage refuses has cleared nothing', async () => {
  const parts = start([[WRITE, TODOS], [{ text: 'One.' }]])
  const { node, held } = parts
  const id = await newSession(node, 'edit')
  await send(node, id, 'go')
  await node.rest(id)
  const before = await stored(parts, id)
  held.failing('appendMessage', (message) => (message as { role: string }).role === 'note')
  await slash(node, id, '/clear')
  await node.rest(id)
  const { session } = await stored(parts, id)
  expect(before.session?.todos.length).toBe(1)
  expect([session?.todos, session?.memory, session?.contextTokens]).toEqual([
    before.session?.todos,
    before.session?.memory,
    before.session?.contextTokens,
  ])
})

it('a tab that dies while it clears leaves all of it cleared', async () => {
  const kept = memoryStorage('A test keeps nothing.')
  const tab = mortalStorage(kept)
  const { node, held } = start([[WRITE, TODOS], [{ text: 'One.' }]], tab.storage)
  const id = await newSession(node, 'edit')
  await send(node, id, 'go')
  await node.rest(id)
  const next = held.hold('saveSession', (session) => (session as Session).contextTokens === null)
  await slash(node, id, '/clear')
  await next.reached
  tab.die()
  const { session, lines } = await stored({ storage: kept }, id)
  expect({ lines, todos: session?.todos, tokens: session?.contextTokens, seen: session?.memory?.seen }).toEqual({
    lines: ['go', '', '', 'One.', '/clear', '', 'note:cleared'],
    todos: [],
    tokens: null,
    seen: {},
  })
})
