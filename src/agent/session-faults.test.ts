import { describe, expect, it } from 'vitest'
import { fail } from '#contracts/failure.ts'
import type { Message } from '#contracts/messages.ts'
import type { Session } from '#contracts/sessions.ts'
import { heldStorage } from '#e2e/doubles/held-storage.ts'
import { mortalStorage } from '#e2e/doubles/mortal-storage.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel, type Said } from '#e2e/doubles/scripted-model.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'

const MODEL = { providerId: 'p', modelId: 'm' }
const write = (path: string): Said => ({ call: 'write_file', args: { path, content: 'hello\n' } })

function start(steps: Parameters<typeof scriptedModel>[0], storage = memoryStorage('A test keeps nothing.')) {
  const held = heldStorage(storage)
  const model = scriptedModel(steps)
  return { node: startNodeRuntime({ model, storage: held.storage }), model, held, storage }
}

const newSession = async (node: NodeRuntime, mode: 'ask' | 'edit' = 'edit'): Promise<string> =>
  (await node.call('session.create', { model: MODEL, mode })).session.id
const send = (node: NodeRuntime, sessionId: string, text: string) =>
  node.call('turn.send', { sessionId, text, attachments: [] })
const openSession = (node: NodeRuntime, sessionId: string) => node.call('session.open', { sessionId })
const asked = (node: NodeRuntime) => node.until((event) => (event.type === 'approval' ? event.approval : undefined))
const said = (messages: readonly Message[]): string[] =>
  messages.map((message) =>
    message.role === 'note'
      ? `note:${message.note}`
      : message.parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('|'),
  )
async function allow(node: NodeRuntime, sessionId: string, verdict: 'allow-once' | 'allow-session' = 'allow-once') {
  const approval = await asked(node)
  const answer = { verdict, planDigest: approval.planDigest }
  await node.call('approval.answer', { sessionId, approvalId: approval.id, answer })
}
async function quiet(node: NodeRuntime, sessionId: string): Promise<void> {
  for (;;) {
    await node.rest(sessionId)
    const { session } = await openSession(node, sessionId)
    if (session.turn.status === 'idle' && session.queue.length === 0) return
  }
}

describe('changes of one session that meet', () => {
  it('a message that is queued while another is being stored is answered after it', async () => {
    const { node, held } = start([[{ text: 'One.' }], [{ text: 'Two.' }]])
    const id = await newSession(node)
    const storing = held.hold('appendMessage')
    const first = send(node, id, 'first')
    await storing.reached
    const second = send(node, id, 'second')
    storing.release()
    expect([await first, await second].map(({ queued }) => queued)).toEqual([false, true])
    await quiet(node, id)
    expect(said((await openSession(node, id)).messages)).toEqual(['first', 'One.', 'second', 'Two.'])
  })

  it('what is removed from the queue, and a new name, outlast the storing of a message', async () => {
    const { node, held } = start([[write('a.txt')], [{ text: 'One.' }], [{ text: 'Two.' }], [{ text: 'Never.' }]])
    const id = await newSession(node, 'ask')
    await send(node, id, 'first')
    await asked(node)
    await send(node, id, 'second')
    await send(node, id, 'third')
    const storing = held.hold('appendMessage', (message) => said([message as Message])[0] === 'second')
    await allow(node, id)
    await storing.reached
    const third = (await openSession(node, id)).session.queue.find(({ text }) => text === 'third')
    const changes = [
      node.call('queue.remove', { sessionId: id, id: third?.id ?? '' }),
      node.call('session.update', { sessionId: id, title: 'My name' }),
    ]
    storing.release()
    await Promise.all(changes)
    await quiet(node, id)
    const view = await openSession(node, id)
    expect({ said: said(view.messages), title: view.session.title }).toEqual({
      said: ['first', 'call', 'One.', 'second', 'Two.'],
      title: 'My name',
    })
  })

  it('a stop that comes while a turn stores its end keeps what waits from being sent', async () => {
    const { node, held, model } = start([[write('a.txt')], [{ text: 'One.' }], [{ text: 'Never.' }]])
    const id = await newSession(node)
    const storing = held.hold('saveTurnDiff')
    await send(node, id, 'first')
    await storing.reached
    await send(node, id, 'second')
    const stopping = node.call('turn.stop', { sessionId: id })
    storing.release()
    await stopping
    const view = await openSession(node, id)
    expect({ queue: view.session.queue.map(({ text }) => text), requests: model.requests.length }).toEqual({
      queue: ['second'],
      requests: 2,
    })
  })

  it('a message that is sent while another could not be goes behind it, and each has a place of its own', async () => {
    const { node, held } = start([[write('a.txt')], [{ text: 'One.' }], [{ text: 'Two.' }], [{ text: 'Three.' }]])
    const id = await newSession(node, 'ask')
    await send(node, id, 'first')
    await asked(node)
    await send(node, id, 'second')
    const heal = held.failing('appendMessage', (message) => said([message as Message])[0] === 'second')
    const noting = held.hold('appendMessage', (message) => (message as Message).role === 'note')
    await allow(node, id)
    await noting.reached
    const last = node.until((event) =>
      event.type === 'message' && said([event.message])[0] === 'Three.' ? true : undefined,
    )
    const third = send(node, id, 'third')
    heal()
    noting.release()
    expect(await third).toEqual({ queued: true })
    await last
    await node.rest(id)
    const { messages } = await openSession(node, id)
    expect({ said: said(messages), seqs: messages.map(({ seq }) => seq) }).toEqual({
      said: ['first', 'call', 'One.', 'note:failed', 'second', 'Two.', 'third', 'Three.'],
      seqs: [0, 1, 2, 3, 4, 5, 6, 7],
    })
  })
})

describe('a change that storage refuses has not happened', () => {
  it('a mode stays as it is shown', async () => {
    const { node, held } = start([[write('a.txt')]])
    const id = await newSession(node, 'ask')
    const heal = held.failing('saveSession')
    await expect(node.call('session.update', { sessionId: id, mode: 'edit' })).rejects.toThrow('The disk is full.')
    heal()
    await send(node, id, 'go')
    expect((await asked(node)).title).toBe('Write a.txt?')
    await node.call('turn.stop', { sessionId: id })
  })

  it('an allowance that was not stored allows nothing', async () => {
    const { node, held } = start([[write('a.txt')], [write('b.txt')], [{ text: 'Done.' }]])
    const id = await newSession(node, 'ask')
    await send(node, id, 'go')
    const heal = held.failing('saveSession', (session) => (session as Session).allowances.length > 0)
    await allow(node, id, 'allow-session')
    await node.until((event) =>
      event.type === 'approval' && event.approval.title === 'Write b.txt?' ? true : undefined,
    )
    heal()
    const { calls } = await openSession(node, id)
    expect(calls.map(({ status, state }) => status ?? state)).toEqual(['denied', 'asked'])
    await node.call('turn.stop', { sessionId: id })
  })

  it('a message that was refused is neither kept nor answered, and can be sent again once', async () => {
    const { node, held, model } = start([[{ text: 'One.' }]])
    const id = await newSession(node)
    const heal = held.failing('appendMessage')
    await expect(send(node, id, 'first')).rejects.toThrow('The disk is full.')
    heal()
    await send(node, id, 'first')
    await quiet(node, id)
    expect({ said: said((await openSession(node, id)).messages), requests: model.requests.length }).toEqual({
      said: ['first', 'One.'],
      requests: 1,
    })
  })

  it('a message that was refused for the queue is not sent later', async () => {
    const { node, held } = start([[write('a.txt')], [{ text: 'One.' }], [{ text: 'Never.' }]])
    const id = await newSession(node, 'ask')
    await send(node, id, 'first')
    await asked(node)
    const heal = held.failing('saveSession', (session) => (session as Session).queue.length > 0)
    await expect(send(node, id, 'second')).rejects.toThrow('The disk is full.')
    heal()
    await allow(node, id)
    await quiet(node, id)
    expect(said((await openSession(node, id)).messages)).toEqual(['first', 'call', 'One.'])
  })
})

describe('every call is settled, also where storage fails around it', () => {
  it('the calls of a step whose usage could not be stored', async () => {
    const { node, held } = start([[write('a.txt')], [{ text: 'Again.' }]])
    const id = await newSession(node)
    const storing = held.hold('saveTurn')
    await send(node, id, 'first')
    await storing.reached
    const heal = held.failing('saveSession')
    storing.release()
    await node.until((event) => (event.type === 'call' && event.call.state === 'settled' ? true : undefined))
    heal()
    await node.rest(id)
    const { calls } = await openSession(node, id)
    expect({
      calls: calls.map(({ state, status }) => [state, status]),
      open: await node.storage.store.openCalls(id),
    }).toEqual({ calls: [['settled', 'cancelled']], open: [] })
  })

  it('a call that waits again after a reload whose turn could not begin', async () => {
    const kept = memoryStorage('A test keeps nothing.')
    const tab = mortalStorage(kept)
    const first = start([[write('a.txt')]], tab.storage)
    const id = await newSession(first.node, 'ask')
    await send(first.node, id, 'first')
    await asked(first.node)
    tab.die()
    const second = start([], kept)
    const heal = second.held.failing('saveSession')
    await openSession(second.node, id)
    await second.node.until((event) => (event.type === 'call' && event.call.state === 'settled' ? true : undefined))
    heal()
    await second.node.rest(id)
    const view = await openSession(second.node, id)
    expect({ calls: view.calls.map(({ status }) => status), approvals: view.approvals }).toEqual({
      calls: ['cancelled'],
      approvals: [],
    })
  })

  it('a question that could not be removed is not shown once its call has ended', async () => {
    const { node, held } = start([[write('a.txt')]])
    const id = await newSession(node, 'ask')
    await send(node, id, 'go')
    await asked(node)
    const heal = held.failing('removePending')
    await node.call('turn.stop', { sessionId: id })
    heal()
    const view = await openSession(node, id)
    expect({ calls: view.calls.map(({ status }) => status), approvals: view.approvals }).toEqual({
      calls: ['cancelled'],
      approvals: [],
    })
  })
})

it('an answer whose drafts could not be stored is stored whole', async () => {
  const { node, held } = start([[{ text: 'One ' }, { text: 'two ' }, { text: 'three.' }]])
  const id = await newSession(node)
  held.failing('saveMessage', (message) => {
    const { role } = message as Message
    return role === 'agent' && (message as { state?: string }).state === 'streaming'
  })
  await send(node, id, 'go')
  await quiet(node, id)
  expect(said((await openSession(node, id)).messages)).toEqual(['go', 'One |two |three.'])
})

it('a tab that died after a message was stored leaves it marked, with "go on"', async () => {
  const kept = memoryStorage('A test keeps nothing.')
  const tab = mortalStorage(kept)
  const first = start([[{ text: 'Never.' }]], tab.storage)
  const id = await newSession(first.node, 'ask')
  const running = first.held.hold('saveSession', (session) => (session as Session).turn.status === 'running')
  await send(first.node, id, 'first')
  await running.reached
  tab.die()
  const second = start([[{ text: 'On.' }]], kept)
  const view = await openSession(second.node, id)
  expect({
    said: said(view.messages),
    goOn: view.messages.map((message) => message.role === 'note' && message.canGoOn),
    status: view.session.turn.status,
  }).toEqual({ said: ['first', 'note:interrupted'], goOn: [false, true], status: 'interrupted' })
})

it('a file is durable before its call is settled as done', async () => {
  const kept = memoryStorage('A test keeps nothing.')
  const tab = mortalStorage(kept)
  const first = start([[write('a.txt')], [{ hang: true }]], tab.storage)
  const id = await newSession(first.node)
  await send(first.node, id, 'go')
  await first.node.until((event) => (event.type === 'call' && event.call.state === 'settled' ? true : undefined))
  tab.die()
  const second = start([], kept)
  const { calls } = await openSession(second.node, id)
  const { entries } = await second.node.call('workspace.list', { sessionId: id, path: '/workspace' })
  expect({ calls: calls.map(({ status }) => status), files: entries.map(({ path }) => path) }).toEqual({
    calls: ['ok'],
    files: ['/workspace/a.txt'],
  })
})

it('a call whose files cannot be made durable says so instead of "done"', async () => {
  const storage = memoryStorage('A test keeps nothing.')
  const full = async (): Promise<never> => {
    throw fail('storage', 'storage-full', 'The disk is full.')
  }
  const { node } = start([[write('a.txt')], [{ text: 'Said.' }]], {
    ...storage,
    workspaces: { ...storage.workspaces, save: full },
  })
  const id = await newSession(node)
  await send(node, id, 'go')
  await quiet(node, id)
  const { calls } = await openSession(node, id)
  expect(calls.map(({ status, failure }) => [status, failure?.kind, failure?.partialEffect])).toEqual([
    ['failed', 'storage-full', true],
  ])
})

it('a change of the record that is stored late does not bring a deleted session back', async () => {
  const { node, held, storage } = start([[{ hang: true }]])
  const id = await newSession(node)
  await send(node, id, 'go')
  await node.until((event) => (event.type === 'session' && event.session.turn.status === 'running' ? true : undefined))
  const late = held.hold('saveSession', (record) => (record as Session).turn.status === 'idle')
  const deleted = node.call('session.delete', { sessionId: id })
  await late.reached
  // Whatever could run has run by then: today the session is erased while its last change still waits.
  for (let round = 0; round < 20; round += 1) await new Promise<void>((resolve) => setImmediate(resolve))
  late.release()
  await deleted
  for (let round = 0; round < 20; round += 1) await new Promise<void>((resolve) => setImmediate(resolve))
  expect(await storage.store.session(id)).toBeNull()
})
