import { expect, it } from 'vitest'
import type { Session } from '#contracts/sessions.ts'
import { heldStorage } from '#e2e/doubles/held-storage.ts'
import { mortalStorage } from '#e2e/doubles/mortal-storage.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel, type Said } from '#e2e/doubles/scripted-model.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'

const CONFIRM: Said = {
  call: 'confirm',
  args: { action: 'Delete', target: 'a.txt', scope: 'one file', consequence: 'It is gone.' },
}

function start(steps: Parameters<typeof scriptedModel>[0], storage = memoryStorage('A test keeps nothing.')) {
  const held = heldStorage(storage)
  const model = scriptedModel(steps)
  return { node: startNodeRuntime({ model, storage: held.storage }), model, held, storage }
}
const newSession = async (node: NodeRuntime, mode: 'ask' | 'edit'): Promise<string> =>
  (await node.call('session.create', { model: { providerId: 'p', modelId: 'm' }, mode })).session.id
const send = (node: NodeRuntime, sessionId: string, text: string) =>
  node.call('turn.send', { sessionId, text, attachments: [] })
const asked = (node: NodeRuntime) => node.until((event) => (event.type === 'approval' ? event.approval : undefined))

it('a question of a call that had started waits again after a reload, and its answer is the outcome', async () => {
  const kept = memoryStorage('A test keeps nothing.')
  const tab = mortalStorage(kept)
  const first = start([[CONFIRM]], tab.storage)
  const id = await newSession(first.node, 'edit')
  await send(first.node, id, 'go')
  await first.node.until((event) => (event.type === 'question' ? true : undefined))
  tab.die()
  const second = start([[{ text: 'Done.' }]], kept)
  const { calls } = await second.node.call('session.open', { sessionId: id })
  expect(calls.map(({ state }) => state)).toEqual(['started'])
  const question = await second.node.until((event) => (event.type === 'question' ? event.question : undefined))
  await second.node.call('question.answer', {
    sessionId: id,
    questionId: question.id,
    answer: { kind: 'confirmed' },
  })
  await second.node.rest(id)
  const after = await second.node.call('session.open', { sessionId: id })
  expect(after.calls.map(({ tool, status }) => [tool, status])).toEqual([['confirm', 'ok']])
})

it('a message that was stored just before the tab died is not sent once more from the queue', async () => {
  const kept = memoryStorage('A test keeps nothing.')
  const first = start([[CONFIRM], [{ text: 'One.' }]], kept)
  const id = await newSession(first.node, 'edit')
  await send(first.node, id, 'first')
  await first.node.until((event) => (event.type === 'question' ? true : undefined))
  await send(first.node, id, 'second')
  await send(first.node, id, 'third')
  await first.node.call('turn.stop', { sessionId: id })
  const session = (await kept.store.session(id)) as Session
  // As it was left where the message came in and the record that no longer holds it did not.
  const [second] = session.queue
  const at = session.nextSeq
  const message = {
    sessionId: id,
    turnId: 't',
    at: 1,
    role: 'user' as const,
    parts: [{ type: 'text' as const, text: 'second' }],
  }
  await kept.store.saveMessage({ ...message, id: second?.id ?? '', seq: at })
  const view = await start([], kept).node.call('session.open', { sessionId: id })
  expect(view.session.queue.map(({ text }) => text)).toEqual(['third'])
})

it('what a call would start from is stored before it is asked about', async () => {
  const kept = memoryStorage('A test keeps nothing.')
  const tab = mortalStorage(kept)
  const read: Said = { call: 'read_file', args: { path: 'a.txt' } }
  const write: Said = { call: 'write_file', args: { path: 'a.txt', content: 'new\n' } }
  // In one step: with its end, what it saw is stored anyway.
  const first = start([[read, write]], tab.storage)
  const id = await newSession(first.node, 'edit')
  const path = '/workspace/a.txt'
  await first.node.call('workspace.write', { sessionId: id, path, text: 'old\n', revision: null })
  await first.node.call('session.update', { sessionId: id, mode: 'ask' })
  await send(first.node, id, 'go')
  await asked(first.node)
  tab.die()
  const { revision } = await start([], kept).node.call('workspace.read', { sessionId: id, path })
  expect((await kept.store.session(id))?.memory?.seen).toEqual({ [path]: revision })
})
