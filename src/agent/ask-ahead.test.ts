import { describe, expect, it } from 'vitest'
import type { Approval, ApprovalAnswer } from '#contracts/approvals.ts'
import { CallRecord } from '#contracts/calls.ts'
import { heldStorage } from '#e2e/doubles/held-storage.ts'
import { mortalStorage } from '#e2e/doubles/mortal-storage.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel, type Said } from '#e2e/doubles/scripted-model.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'

const MODEL = { providerId: 'p', modelId: 'm' }
const write = (path: string, content = `${path}\n`): Said => ({ call: 'write_file', args: { path, content } })
const run = (command: string): Said => ({ call: 'execute', args: { command } })

async function begin(answer: Said[], storage = memoryStorage('A test keeps nothing.')) {
  const model = scriptedModel([answer, [{ text: 'Done.' }]])
  const node = startNodeRuntime({ model, storage })
  const { session } = await node.call('session.create', { model: MODEL, mode: 'ask' })
  await node.call('turn.send', { sessionId: session.id, text: 'go', attachments: [] })
  return { node, id: session.id, model }
}

/** The questions of that many calls, once all of them wait. */
async function waiting(node: NodeRuntime, id: string, count: number): Promise<Approval[]> {
  let seen = 0
  await node.until((event) => (event.type === 'approval' && ++seen === count ? true : undefined))
  const { approvals } = await node.call('session.open', { sessionId: id })
  return approvals.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
}

const answer = (node: NodeRuntime, approval: Approval | undefined, verdict: ApprovalAnswer['verdict']) =>
  node.call('approval.answer', {
    sessionId: approval?.sessionId ?? '',
    approvalId: approval?.id ?? '',
    answer: { verdict, planDigest: approval?.planDigest ?? '' },
  })
const titles = (approvals: readonly Approval[]): string[] => approvals.map(({ title }) => title)
async function outcomes(node: NodeRuntime, id: string) {
  const { calls } = await node.call('session.open', { sessionId: id })
  return calls.map(({ words, status }) => [words, status])
}
const filesOf = async (node: NodeRuntime, id: string): Promise<string[]> =>
  (await node.call('workspace.list', { sessionId: id, path: '/workspace' })).entries.map(({ path }) => path)

describe('the calls of one answer that have to be asked about', () => {
  it('wait together, and each is decided for itself, in any order', async () => {
    const { node, id } = await begin([write('a.txt'), run('rm -rf old'), write('b.txt')])
    const asked = await waiting(node, id, 3)
    expect(titles(asked)).toEqual(['Write a.txt?', 'Run rm -rf old?', 'Write b.txt?'])
    await answer(node, asked[2], 'allow-once')
    await answer(node, asked[1], 'deny')
    expect(await filesOf(node, id)).toEqual([])
    await answer(node, asked[0], 'allow-once')
    await node.rest(id)
    expect(await outcomes(node, id)).toEqual([
      ['Write a.txt', 'ok'],
      ['Run rm -rf old', 'denied'],
      ['Write b.txt', 'ok'],
    ])
  })

  it('that an answer for the session covers wait no more', async () => {
    const { node, id } = await begin([write('src/a.txt'), write('src/b.txt'), write('lib/c.txt')])
    const asked = await waiting(node, id, 3)
    await answer(node, asked[0], 'allow-session')
    await node.until((event) => (event.type === 'settled' && event.id === asked[1]?.id ? true : undefined))
    const { approvals } = await node.call('session.open', { sessionId: id })
    expect(titles(approvals)).toEqual(['Write lib/c.txt?'])
    await answer(node, asked[2], 'deny')
    await node.rest(id)
    expect(await outcomes(node, id)).toEqual([
      ['Write src/a.txt', 'ok'],
      ['Write src/b.txt', 'ok'],
      ['Write lib/c.txt', 'denied'],
    ])
  })

  it('are asked about in turn where an earlier one changes the same file', async () => {
    const edit: Said = { call: 'edit_file', args: { path: './x/../a.txt', old_text: 'one', new_text: 'two' } }
    const { node, id } = await begin([write('a.txt', 'one\n'), edit])
    const first = await waiting(node, id, 1)
    expect(titles(first)).toEqual(['Write a.txt?'])
    await answer(node, first[0], 'allow-once')
    const second = await node.until((event) =>
      event.type === 'approval' && event.approval.tool === 'edit_file' ? event.approval : undefined,
    )
    expect({ title: second.title, effect: second.effect }).toMatchObject({
      title: 'Edit a.txt?',
      effect: { kind: 'diff', diff: { added: 1, removed: 1 } },
    })
    await answer(node, second, 'allow-once')
    await node.rest(id)
    expect((await outcomes(node, id)).map(([, status]) => status)).toEqual(['ok', 'ok'])
  })

  it('are asked about in turn where an earlier command that writes names the file, and else together', async () => {
    const edit: Said = { call: 'edit_file', args: { path: 'src/a.txt', old_text: 'one', new_text: 'two' } }
    const { node, id } = await begin([run('mkdir src && echo one > src/a.txt && rm -f old'), edit, write('b.txt')])
    const asked = await waiting(node, id, 2)
    expect(titles(asked)).toEqual(['Run mkdir src && echo one > src/a.txt && rm -f old?', 'Write b.txt?'])
    for (const approval of asked) await answer(node, approval, 'allow-once')
    const second = await node.until((event) =>
      event.type === 'approval' && event.approval.tool === 'edit_file' ? event.approval : undefined,
    )
    expect({ title: second.title, effect: second.effect }).toMatchObject({
      title: 'Edit src/a.txt?',
      effect: { kind: 'diff', diff: { added: 1, removed: 1 } },
    })
    await answer(node, second, 'deny')
    await node.rest(id)
    expect((await outcomes(node, id)).map(([, status]) => status)).toEqual(['ok', 'denied', 'ok'])
  })

  it('are asked about anew where the file changed after they were answered', async () => {
    const { node, id } = await begin([run('rm -rf old'), write('a.txt', 'theirs\n')])
    const asked = await waiting(node, id, 2)
    await answer(node, asked[1], 'allow-once')
    await node.call('workspace.write', { sessionId: id, path: '/workspace/a.txt', text: 'mine\n', revision: null })
    await answer(node, asked[0], 'deny')
    const again = await node.until((event) =>
      event.type === 'approval' && event.approval.reason.startsWith('What it would change')
        ? event.approval
        : undefined,
    )
    expect({ title: again.title, effect: again.effect }).toMatchObject({
      title: 'Write a.txt?',
      effect: { kind: 'diff', diff: { change: 'modified' } },
    })
    await answer(node, again, 'deny')
    await node.rest(id)
    const read = await node.call('workspace.read', { sessionId: id, path: '/workspace/a.txt' })
    expect(read.content).toEqual({ kind: 'text', text: 'mine\n' })
  })

  it('do not run where the mode has become stricter since they were answered', async () => {
    const { node, id } = await begin([run('rm -rf old'), write('a.txt')])
    const asked = await waiting(node, id, 2)
    await answer(node, asked[1], 'allow-once')
    await node.call('session.update', { sessionId: id, mode: 'plan' })
    await answer(node, asked[0], 'deny')
    await node.rest(id)
    expect((await outcomes(node, id)).map(([, status]) => status)).toEqual(['denied', 'blocked'])
  })

  it('are all withdrawn by a stop', async () => {
    const { node, id } = await begin([write('a.txt'), run('rm -rf old'), write('b.txt')])
    await waiting(node, id, 3)
    await node.call('turn.stop', { sessionId: id })
    const { approvals, calls } = await node.call('session.open', { sessionId: id })
    expect({ approvals, status: calls.map(({ status }) => status), files: await filesOf(node, id) }).toEqual({
      approvals: [],
      status: ['cancelled', 'cancelled', 'cancelled'],
      files: [],
    })
    expect(await node.storage.store.pending(id)).toEqual({ approvals: [], questions: [] })
  })

  it('a no that is being stored stands, whatever another answer allows meanwhile', async () => {
    const held = heldStorage(memoryStorage('A test keeps nothing.'))
    const { node, id } = await begin([write('src/a.txt'), write('src/b.txt')], held.storage)
    const asked = await waiting(node, id, 2)
    const removal = held.hold('removePending')
    await answer(node, asked[1], 'deny')
    await removal.reached
    await answer(node, asked[0], 'allow-session')
    await node.until((event) => (event.type === 'session' && event.session.allowances.length > 0 ? true : undefined))
    removal.release()
    await node.rest(id)
    expect(await outcomes(node, id)).toEqual([
      ['Write src/a.txt', 'ok'],
      ['Write src/b.txt', 'denied'],
    ])
  })

  it.each(['savePending', 'saveCall'] as const)(
    'a stop while one of them is being prepared (%s) leaves no question behind',
    async (method) => {
      const held = heldStorage(memoryStorage('A test keeps nothing.'))
      const slow = held.hold(method, (what) => method !== 'saveCall' || CallRecord.parse(what).state === 'asked')
      const { node, id } = await begin([write('a.txt'), write('b.txt')], held.storage)
      await slow.reached
      const stopped = node.call('turn.stop', { sessionId: id })
      slow.release()
      await stopped
      await node.rest(id)
      const open = new Set<string>()
      for (const event of node.events) {
        if (event.type === 'approval') open.add(event.approval.id)
        if (event.type === 'settled') open.delete(event.id)
      }
      expect({
        open: [...open],
        outcomes: await outcomes(node, id),
        stored: await held.storage.store.pending(id),
      }).toEqual({
        open: [],
        outcomes: [
          ['Write a.txt', 'cancelled'],
          ['Write b.txt', 'cancelled'],
        ],
        stored: { approvals: [], questions: [] },
      })
    },
  )

  it('wait together again after a reload', async () => {
    const kept = memoryStorage('A test keeps nothing.')
    const tab = mortalStorage(kept)
    const first = await begin([write('a.txt'), write('b.txt')], tab.storage)
    await waiting(first.node, first.id, 2)
    tab.die()
    const node = startNodeRuntime({ model: scriptedModel([[{ text: 'Done.' }]]), storage: kept })
    await node.call('session.open', { sessionId: first.id })
    const asked = await waiting(node, first.id, 2)
    for (const approval of asked) await answer(node, approval, 'allow-once')
    await node.rest(first.id)
    expect(await filesOf(node, first.id)).toEqual(['/workspace/a.txt', '/workspace/b.txt'])
  })
})

it('nobody is asked in headless mode, by the gate or by a tool', async () => {
  const question: Said = { call: 'ask_user_question', args: { question: 'Which?', options: [] } }
  const node = startNodeRuntime({ model: scriptedModel([[run('rm -rf old')], [question], [{ text: 'Done.' }]]) })
  const { session } = await node.call('session.create', { model: MODEL, mode: 'headless' })
  await node.call('turn.send', { sessionId: session.id, text: 'go', attachments: [] })
  await node.rest(session.id)
  const { calls, questions, approvals } = await node.call('session.open', { sessionId: session.id })
  expect({ questions, approvals, status: calls.map(({ status }) => status) }).toEqual({
    questions: [],
    approvals: [],
    status: ['denied', 'ok'],
  })
})
