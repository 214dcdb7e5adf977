import { describe, expect, it } from 'vitest'
import type { CallRecord } from '#contracts/calls.ts'
import type { Message } from '#contracts/messages.ts'
import { heldStorage } from '#e2e/doubles/held-storage.ts'
import { mortalStorage } from '#e2e/doubles/mortal-storage.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel, type Said } from '#e2e/doubles/scripted-model.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'

const MODEL = { providerId: 'p', modelId: 'm' }
const WRITE: Said = { call: 'write_file', args: { path: 'a.txt', content: 'hello\n' } }

function start(steps: Parameters<typeof scriptedModel>[0], storage = memoryStorage('A test keeps nothing.')) {
  const held = heldStorage(storage)
  const model = scriptedModel(steps)
  const node = startNodeRuntime({ model, storage: held.storage })
  return { node, model, held, storage }
}

const session = async (node: NodeRuntime, mode: 'ask' | 'edit' | 'auto' = 'edit'): Promise<string> =>
  (await node.call('session.create', { model: MODEL, mode })).session.id
const send = (node: NodeRuntime, sessionId: string, text: string) =>
  node.call('turn.send', { sessionId, text, attachments: [] })
const openSession = (node: NodeRuntime, sessionId: string) => node.call('session.open', { sessionId })
const said = (messages: Message[]): string[] =>
  messages.map((message) =>
    message.role === 'note'
      ? `note:${message.note}`
      : message.parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('|'),
  )
/** Resolves when nothing waits and nothing runs any more. */
async function quiet(node: NodeRuntime, sessionId: string): Promise<void> {
  for (;;) {
    await node.rest(sessionId)
    const { session: record } = await openSession(node, sessionId)
    if (record.turn.status === 'idle' && record.queue.length === 0) return
  }
}

describe('one turn at a time', () => {
  it('two messages sent at once: one runs, the other waits, and none is lost', async () => {
    const { node, model } = start([[{ text: 'One.' }], [{ text: 'Two.' }]])
    const id = await session(node)
    const answers = await Promise.all([send(node, id, 'first'), send(node, id, 'second')])
    await quiet(node, id)
    expect(answers.map((answer) => answer.queued)).toEqual([false, true])
    expect(said((await openSession(node, id)).messages)).toEqual(['first', 'One.', 'second', 'Two.'])
    expect(model.requests.length).toBe(2)
  })

  it('what comes to wait while a message is being stored is sent after it', async () => {
    const { node, held } = start([[{ text: 'One.' }], [{ text: 'Two.' }]])
    const id = await session(node)
    const storing = held.hold('appendMessage', (message) => said([message as Message])[0] === 'first')
    const first = send(node, id, 'first')
    await storing.reached
    const second = send(node, id, 'second')
    // Commands are taken in order: once this one is answered, the second message has come.
    await openSession(node, id)
    storing.release()
    expect([await first, await second]).toEqual([{ queued: false }, { queued: true }])
    await quiet(node, id)
    expect(said((await openSession(node, id)).messages)).toEqual(['first', 'One.', 'second', 'Two.'])
  })

  it('"go on" twice at once goes on once', async () => {
    const { node, model } = start([[{ text: 'One.' }]])
    const id = await session(node)
    const results = await Promise.allSettled([1, 2].map(() => node.call('turn.goOn', { sessionId: id })))
    await node.rest(id)
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected'])
    expect(model.requests.length).toBe(1)
  })

  it('what waits goes before what comes as the turn ends', async () => {
    const { node } = start([[WRITE], [{ text: 'One.' }], [{ text: 'Two.' }], [{ text: 'Three.' }]])
    const id = await session(node, 'ask')
    await send(node, id, 'first')
    const approval = await node.until((event) => (event.type === 'approval' ? event.approval : undefined))
    await send(node, id, 'second')
    const ending = node.until((event) =>
      event.type === 'message' &&
      event.message.role === 'agent' &&
      event.message.state === 'complete' &&
      said([event.message])[0] === 'One.'
        ? true
        : undefined,
    )
    await node.call('approval.answer', {
      sessionId: id,
      approvalId: approval.id,
      answer: { verdict: 'allow-once', planDigest: approval.planDigest },
    })
    await ending
    await send(node, id, 'third')
    await quiet(node, id)
    expect(said((await openSession(node, id)).messages)).toEqual([
      'first',
      'call',
      'One.',
      'second',
      'Two.',
      'third',
      'Three.',
    ])
  })

  it('a stop reaches a turn whose message is still being stored', async () => {
    const { node, held, model } = start([[{ text: 'Never said.' }]])
    const id = await session(node)
    const storing = held.hold('appendMessage')
    const sending = send(node, id, 'first')
    await storing.reached
    const stopping = node.call('turn.stop', { sessionId: id })
    storing.release()
    await Promise.all([sending, stopping])
    expect({ said: said((await openSession(node, id)).messages), requests: model.requests.length }).toEqual({
      said: ['first', 'note:stopped'],
      requests: 0,
    })
  })

  it('a stop reaches a call whose start is still being stored', async () => {
    const { node, held } = start([[{ call: 'execute', args: { command: 'sleep 30; echo late > late.txt' } }]])
    const id = await session(node, 'auto')
    const storing = held.hold('saveCall', (record) => (record as CallRecord).state === 'started')
    await send(node, id, 'go')
    await storing.reached
    const stopping = node.call('turn.stop', { sessionId: id })
    storing.release()
    await stopping
    const view = await openSession(node, id)
    expect(view.calls.map((call) => [call.tool, call.status])).toEqual([['execute', 'cancelled']])
    expect((await node.call('workspace.list', { sessionId: id, path: '/workspace' })).entries).toEqual([])
  })
})

describe('a session in use', () => {
  it('is not closed because another one is opened', async () => {
    const { node, held } = start([[WRITE], [{ text: 'Written.' }]])
    const [a, b] = [await session(node), await session(node)]
    const storing = held.hold('appendMessage')
    const sending = send(node, a, 'go')
    await storing.reached
    await openSession(node, b)
    storing.release()
    await sending
    await node.rest(a)
    const view = await openSession(node, a)
    expect({ said: said(view.messages), status: view.calls[0]?.status }).toEqual({
      said: ['go', 'call', 'Written.'],
      status: 'ok',
    })
  })

  it('stays deleted when it is deleted while a message is being sent', async () => {
    const { node, held } = start([[{ text: 'Hello.' }]])
    const id = await session(node)
    const storing = held.hold('appendMessage')
    const sending = send(node, id, 'go').catch(() => {})
    await storing.reached
    const deleting = node.call('session.delete', { sessionId: id })
    storing.release()
    await Promise.all([sending, deleting])
    expect({
      sessions: (await node.call('app.state', {})).sessions,
      left: (await node.storage.store.tail(id, 10)).messages,
    }).toEqual({ sessions: [], left: [] })
  })

  it('tells the page when this tab lets go of it', async () => {
    const { node } = start([])
    const [a, b] = [await session(node), await session(node)]
    await openSession(node, a)
    await openSession(node, b)
    expect(
      await node.until((event) => (event.type === 'access' && event.sessionId === a ? event.access : undefined)),
    ).toBe('closed')
  })

  it('remembers across sessions and reloads what the agent has seen, and where its commands start', async () => {
    const overwrite: Said = { call: 'write_file', args: { path: 'a.txt', content: 'theirs\n' } }
    const { node, storage } = start([
      [WRITE, { call: 'execute', args: { command: 'mkdir app && cd app' } }],
      [{ text: 'Done.' }],
    ])
    const id = await session(node)
    await send(node, id, 'go')
    await node.rest(id)
    await openSession(node, await session(node))
    const { revision } = await node.call('workspace.read', { sessionId: id, path: '/workspace/a.txt' })
    await node.call('workspace.write', { sessionId: id, path: '/workspace/a.txt', text: 'mine\n', revision })
    await openSession(node, await session(node))

    const after = start([[overwrite, { call: 'execute', args: { command: 'rm -rf x' } }]], storage)
    await send(after.node, id, 'again')
    const asked = await after.node.until((event) => (event.type === 'approval' ? event.approval : undefined))
    // Asked while the write before it waits for its turn, so that only the end says what came of that.
    await after.node.call('approval.answer', {
      sessionId: id,
      approvalId: asked.id,
      answer: { verdict: 'deny', planDigest: asked.planDigest },
    })
    await after.node.rest(id)
    const { calls } = await openSession(after.node, id)
    expect({
      write: calls.at(-2)?.failure?.kind,
      cwd: asked.effect.kind === 'command' ? asked.effect.cwd : null,
    }).toEqual({
      write: 'changed-since-read',
      cwd: '/workspace/app',
    })
  })
})

describe('what waits in the queue', () => {
  it('is not sent by opening the session again', async () => {
    const kept = memoryStorage('A test keeps nothing.')
    const tab = mortalStorage(kept)
    const first = start([[WRITE]], tab.storage)
    const id = await session(first.node, 'ask')
    await send(first.node, id, 'first')
    await first.node.until((event) => (event.type === 'approval' ? true : undefined))
    await send(first.node, id, 'second')
    await first.node.call('turn.stop', { sessionId: id })
    tab.die()
    const second = start([[{ text: 'One.' }], [{ text: 'Two.' }]], kept)
    const view = await openSession(second.node, id)
    expect({
      queue: view.session.queue.map((message) => message.text),
      requests: second.model.requests.length,
    }).toEqual({ queue: ['second'], requests: 0 })
    // The order in which they were written is the order in which they go.
    expect(await send(second.node, id, 'third')).toEqual({ queued: true })
    await quiet(second.node, id)
    expect(said((await openSession(second.node, id)).messages).slice(-4)).toEqual(['second', 'One.', 'third', 'Two.'])
  })

  it('is sent in order when the person says so, and once', async () => {
    const { node, model } = start([[WRITE], [{ text: 'One.' }], [{ text: 'Two.' }]])
    const id = await session(node, 'ask')
    await send(node, id, 'first')
    await node.until((event) => (event.type === 'approval' ? true : undefined))
    await send(node, id, 'second')
    await send(node, id, 'third')
    await node.call('turn.stop', { sessionId: id })
    const stopped = model.requests.length
    await Promise.all([node.call('queue.send', { sessionId: id }), node.call('queue.send', { sessionId: id })])
    await quiet(node, id)
    expect(said((await openSession(node, id)).messages).slice(-4)).toEqual(['second', 'One.', 'third', 'Two.'])
    expect(model.requests.length).toBe(stopped + 2)
  })

  it('keeps a message that was sent behind one that cannot be, and says which it was', async () => {
    const { node, held } = start([[WRITE]])
    const id = await session(node, 'ask')
    await send(node, id, 'first')
    await node.until((event) => (event.type === 'approval' ? true : undefined))
    await send(node, id, 'second')
    await node.call('turn.stop', { sessionId: id })
    held.failing('appendMessage', (message) => said([message as Message])[0] === 'second')
    const notice = node.until((event) => (event.type === 'notice' ? event.text : undefined))
    expect(await send(node, id, 'third')).toEqual({ queued: true })
    expect(await notice).toMatch(/^A waiting message could not be sent, and waits on: edit or remove it\./)
    const { session: record } = await openSession(node, id)
    expect([record.turn.status, record.queue.map((message) => message.text)]).toEqual(['idle', ['second', 'third']])
  })

  it('waits on, with the reason, when it cannot be sent', async () => {
    const { node, held } = start([[WRITE], [{ text: 'One.' }]])
    const id = await session(node, 'ask')
    await send(node, id, 'first')
    const approval = await node.until((event) => (event.type === 'approval' ? event.approval : undefined))
    await send(node, id, 'second')
    held.failing('appendMessage', (message) => said([message as Message])[0] === 'second')
    await node.call('approval.answer', {
      sessionId: id,
      approvalId: approval.id,
      answer: { verdict: 'allow-once', planDigest: approval.planDigest },
    })
    const note = await node.until((event) =>
      event.type === 'message' && event.message.role === 'note' ? event.message : undefined,
    )
    await node.rest(id)
    const { session: record } = await openSession(node, id)
    expect({ note: note.note, queue: record.queue.map((message) => message.text), status: record.turn.status }).toEqual(
      { note: 'failed', queue: ['second'], status: 'idle' },
    )
  })
})

describe('storage that fails in the middle of a turn', () => {
  it('runs nothing of a step that could not be stored, keeps what was shown, and comes to rest', async () => {
    const { node, held } = start([[{ text: 'I write.' }, WRITE]])
    const id = await session(node)
    const heal = held.failing('saveTurn')
    await send(node, id, 'go')
    await node.rest(id)
    heal()
    const shown = node.events.findLast((event) => event.type === 'message' && event.message.role === 'agent')
    expect(
      shown?.type === 'message' && shown.message.role === 'agent' ? [shown.message.state, said([shown.message])] : null,
    ).toEqual(['failed', ['I write.|call']])
    expect((await node.call('workspace.list', { sessionId: id, path: '/workspace' })).entries).toEqual([])
    expect((await openSession(node, id)).session.turn.status).toBe('idle')
  })

  it('settles the other calls of a step when one outcome cannot be stored', async () => {
    const reads: Said[] = [1, 2, 3].map((n) => ({ call: 'write_file', args: { path: `${n}.txt`, content: 'x' } }))
    const { node, held } = start([reads])
    const id = await session(node)
    let first = true
    held.failing('saveCall', (record) => {
      const fails = first && (record as CallRecord).state === 'settled'
      if (fails) first = false
      return fails
    })
    await send(node, id, 'go')
    await node.rest(id)
    const { calls } = await openSession(node, id)
    expect(calls.map((call) => [call.state, call.status])).toEqual([
      ['settled', 'unknown'],
      ['settled', 'cancelled'],
      ['settled', 'cancelled'],
    ])
  })

  it('comes to rest also where its end cannot be stored, and can be stopped and sent to again', async () => {
    const { node, held } = start([[{ text: 'Thinking.' }, { hang: true }], [{ text: 'Again.' }]])
    const id = await session(node)
    await send(node, id, 'go')
    await node.until((event) => (event.type === 'delta' ? true : undefined))
    const heals = [held.failing('appendMessage'), held.failing('saveSession')]
    await node.call('turn.stop', { sessionId: id })
    expect((await openSession(node, id)).session.turn.status).toBe('idle')
    for (const heal of heals) heal()
    await send(node, id, 'again')
    await node.rest(id)
    expect(said((await openSession(node, id)).messages).at(-1)).toBe('Again.')
  })
})
