import { describe, expect, it } from 'vitest'
import type { Part } from '#contracts/messages.ts'
import type { Session } from '#contracts/sessions.ts'
import { heldSandbox } from '#e2e/doubles/held-sandbox.ts'
import { heldStorage } from '#e2e/doubles/held-storage.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel } from '#e2e/doubles/scripted-model.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'

const ASK = { call: 'write_file', args: { path: 'a.txt', content: 'hello\n' } }
const FILE = { kind: 'file' as const, name: 'x.csv', base64: 'YQ==' }

/** A turn that waits for an answer, with a message behind it. `go` lets it come to rest. */
async function waiting(text: string) {
  const held = heldStorage(memoryStorage('A test keeps nothing.'))
  const sandbox = heldSandbox()
  const model = scriptedModel([[ASK], [{ text: 'One.' }], [{ text: 'Two.' }], [{ text: 'Three.' }]])
  const node = startNodeRuntime({ model, storage: held.storage, seenSandbox: sandbox.seen })
  const session = await node.call('session.create', { model: { providerId: 'p', modelId: 'm' }, mode: 'ask' })
  const { id } = session.session
  await node.call('turn.send', { sessionId: id, text: 'first', attachments: [] })
  const approval = await node.until((event) => (event.type === 'approval' ? event.approval : undefined))
  await node.call('turn.send', { sessionId: id, text, attachments: [FILE] })
  const go = () =>
    node.call('approval.answer', {
      sessionId: id,
      approvalId: approval.id,
      answer: { verdict: 'deny', planDigest: approval.planDigest },
    })
  const [message] = (await queue(node, id)).slice(-1)
  return { node, id, go, held, sandbox, messageId: message?.id ?? '' }
}

type Ids = { sessionId: string; id: string }

/** A turn that has let go of the session while a change of the message behind it is still being stored. */
async function atTheEnd(
  isChanged: (session: Session) => boolean,
  change: (node: NodeRuntime, ids: Ids) => Promise<unknown>,
) {
  const parts = await waiting('second')
  const { node, id, go, held, messageId } = parts
  let said = false
  void node.until((event) => {
    said ||= event.type === 'message' && event.message.role === 'agent' && event.message.parts.some(isText('One.'))
    return undefined
  })
  let after = 0
  // After the answer a turn stores what it used, and then its end.
  const ending = held.hold('saveSession', () => said && ++after === 2)
  await go()
  await ending.reached
  const storing = held.hold('saveSession', (session) => isChanged(session as Session))
  const changing = change(node, { sessionId: id, id: messageId })
  await rounds()
  ending.release()
  await storing.reached
  await rounds()
  return { ...parts, storing, changing }
}

const isText = (text: string) => (part: Part) => part.type === 'text' && part.text === text
/** Whatever could run has run by then. */
async function rounds(): Promise<void> {
  for (let round = 0; round < 50; round += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

const queue = async (node: NodeRuntime, id: string) =>
  (await node.call('session.open', { sessionId: id })).session.queue
const answered = (node: NodeRuntime, text: string) =>
  node.until((event) =>
    event.type === 'message' &&
    event.message.role === 'agent' &&
    event.message.state === 'complete' &&
    event.message.parts.some(isText(text))
      ? true
      : undefined,
  )
const typed = async (node: NodeRuntime, id: string): Promise<string[]> =>
  (await node.call('session.open', { sessionId: id })).messages.flatMap((message) =>
    message.role === 'user' ? message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) : [],
  )

describe('a waiting message that is being sent', () => {
  const sent = 'That message does not wait any more: it has been sent.'
  it.each([
    ['edited', (node: NodeRuntime, ids: Ids) => node.call('queue.edit', { ...ids, text: 'other' })],
    ['removed', (node: NodeRuntime, ids: Ids) => node.call('queue.remove', ids)],
  ])('cannot be %s any more, while its files are still being put', async (_, change) => {
    const { node, id, go, sandbox, messageId } = await waiting('second')
    const putting = sandbox.hold('write')
    await go()
    await putting.reached
    await expect(change(node, { sessionId: id, id: messageId })).rejects.toThrow(sent)
    putting.release()
    await answered(node, 'Two.')
    expect(await typed(node, id)).toEqual(['first', 'second'])
  })

  it('goes as it was edited, where the edit is being stored as its turn comes', async () => {
    const { node, id, storing, changing } = await atTheEnd(
      (session) => session.queue[0]?.text === 'other',
      (runtime, ids) => runtime.call('queue.edit', { ...ids, text: 'other' }),
    )
    storing.release()
    await changing
    await answered(node, 'Two.')
    expect(await typed(node, id)).toEqual(['first', 'other'])
  })

  it('can be edited again where it could not be sent', async () => {
    const { node, id, go, held, messageId } = await waiting('second')
    const heal = held.failing('appendMessage', (message) => (message as { role: string }).role === 'user')
    await go()
    await node.until((event) =>
      event.type === 'message' && event.message.role === 'note' && event.message.note === 'failed' ? true : undefined,
    )
    heal()
    await node.call('queue.edit', { sessionId: id, id: messageId, text: 'other' })
    await node.call('queue.send', { sessionId: id })
    await answered(node, 'Two.')
    expect(await typed(node, id)).toEqual(['first', 'other'])
  })
})

it('the last waiting message that is removed as its turn comes leaves the session at rest', async () => {
  const { node, id, storing, changing } = await atTheEnd(
    (session) => session.queue.length === 0,
    (runtime, ids) => runtime.call('queue.remove', ids),
  )
  storing.release()
  await changing
  await node.rest(id)
  expect([await typed(node, id), await queue(node, id)]).toEqual([['first'], []])
  await node.call('turn.send', { sessionId: id, text: 'third', attachments: [] })
  await answered(node, 'Two.')
  expect(await typed(node, id)).toEqual(['first', 'third'])
})
