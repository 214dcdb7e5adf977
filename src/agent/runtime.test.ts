import { afterEach, describe, expect, it } from 'vitest'
import type { Approval } from '#contracts/approvals.ts'
import type { CallView } from '#contracts/calls.ts'
import type { Failure } from '#contracts/failure.ts'
import type { Message } from '#contracts/messages.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel, type Said } from '#e2e/doubles/scripted-model.ts'
import { systemClock } from '#world/clock.ts'
import { memoryLocks } from '#world/lock/memory-locks.ts'

const MODEL = { providerId: 'p', modelId: 'm' }
const open: NodeRuntime[] = []
afterEach(() => void open.splice(0))

function start(steps: Parameters<typeof scriptedModel>[0], more: Partial<Parameters<typeof startNodeRuntime>[0]> = {}) {
  const model = scriptedModel(steps)
  const node = startNodeRuntime({ model, ...more })
  open.push(node)
  return { node, model }
}

async function session(node: NodeRuntime, mode: 'ask' | 'edit' | 'plan' | 'auto' = 'edit'): Promise<string> {
  return (await node.call('session.create', { model: MODEL, mode })).session.id
}

const send = (node: NodeRuntime, sessionId: string, text = 'Do it.') =>
  node.call('turn.send', { sessionId, text, attachments: [] })
const calls = async (node: NodeRuntime, sessionId: string): Promise<CallView[]> =>
  (await node.call('session.open', { sessionId })).calls
const messages = async (node: NodeRuntime, sessionId: string): Promise<Message[]> =>
  (await node.call('session.open', { sessionId })).messages
const brief = (list: CallView[]): unknown[] => list.map((call) => [call.tool, call.state, call.status])
const asked = (node: NodeRuntime): Promise<Approval> =>
  node.until((event) => (event.type === 'approval' ? event.approval : undefined))

const WRITE: Said = { call: 'write_file', args: { path: 'a.txt', content: 'hello\n' } }
const failure = (kind: Failure['kind'], more: Partial<Failure> = {}): Failure => ({
  stage: 'model',
  kind,
  message: `It was ${kind}.`,
  retryable: false,
  ...more,
})

describe('a turn', () => {
  it('runs tools, feeds their results back and comes to rest', async () => {
    const { node, model } = start([
      [{ text: 'Writing.' }, WRITE],
      [{ call: 'read_file', args: { path: 'a.txt' } }],
      [{ text: 'It says hello.' }],
    ])
    const id = await session(node)
    await send(node, id)
    await node.rest(id)
    expect(brief(await calls(node, id))).toEqual([
      ['write_file', 'settled', 'ok'],
      ['read_file', 'settled', 'ok'],
    ])
    expect((await messages(node, id)).map((message) => message.role)).toEqual(['user', 'agent', 'agent', 'agent'])
    const last = model.requests.at(-1)?.messages ?? []
    expect(last.map((message) => message.role)).toEqual(['user', 'agent', 'results', 'agent', 'results'])
    expect(JSON.stringify(last)).toContain('hello')
    expect((await node.call('workspace.read', { sessionId: id, path: '/workspace/a.txt' })).content).toEqual({
      kind: 'text',
      text: 'hello\n',
    })
  })

  it('shows what it changed as a diff', async () => {
    const { node } = start([[WRITE]])
    const id = await session(node)
    await send(node, id)
    await node.rest(id)
    const turnId = (await messages(node, id))[0]?.turnId ?? ''
    const { diff } = await node.call('turn.diff', { sessionId: id, turnId })
    expect(diff?.files.map(({ path, change, added, removed }) => ({ path, change, added, removed }))).toEqual([
      { path: '/workspace/a.txt', change: 'created', added: 1, removed: 0 },
    ])
  })

  it('stores the calling turn before any call runs', async () => {
    const { node } = start([[WRITE]])
    const id = await session(node, 'ask')
    await send(node, id)
    await asked(node)
    const stored = (await messages(node, id)).at(-1)
    expect(
      stored?.role === 'agent'
        ? {
            kind: stored.metadata.kind,
            calls: stored.metadata.providerToolCalls.length,
            safe: stored.metadata.nativeReplaySafe,
          }
        : null,
    ).toEqual({
      kind: 'provider-tool-call-turn',
      calls: 1,
      safe: true,
    })
  })

  it('queues a message that comes while it runs, and sends it afterwards', async () => {
    const { node, model } = start([[WRITE], [{ text: 'First.' }], [{ text: 'Second.' }]])
    const id = await session(node, 'ask')
    await send(node, id, 'one')
    const approval = await asked(node)
    expect(await send(node, id, 'two')).toEqual({ queued: true })
    await node.call('approval.answer', {
      sessionId: id,
      approvalId: approval.id,
      answer: { verdict: 'allow-once', planDigest: approval.planDigest },
    })
    await node.until((event) =>
      event.type === 'message' &&
      event.message.role === 'agent' &&
      JSON.stringify(event.message.parts).includes('Second.')
        ? true
        : undefined,
    )
    await node.rest(id)
    expect(model.requests.length).toBe(3)
    expect((await node.call('session.open', { sessionId: id })).session.queue).toEqual([])
  })
})

describe('approvals', () => {
  it('show the diff, and a denial goes back to the model', async () => {
    const { node, model } = start([[WRITE], [{ text: 'As you wish.' }]])
    const id = await session(node, 'ask')
    await send(node, id)
    const approval = await asked(node)
    expect(
      approval.effect.kind === 'diff'
        ? { path: approval.effect.diff.path, change: approval.effect.diff.change }
        : approval.effect,
    ).toEqual({ path: '/workspace/a.txt', change: 'created' })
    await node.call('approval.answer', {
      sessionId: id,
      approvalId: approval.id,
      answer: { verdict: 'deny', planDigest: approval.planDigest, reason: 'not here' },
    })
    await node.rest(id)
    expect(brief(await calls(node, id))).toEqual([['write_file', 'settled', 'denied']])
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('not here')
    await expect(node.call('workspace.read', { sessionId: id, path: '/workspace/a.txt' })).rejects.toMatchObject({
      failure: { kind: 'not-found' },
    })
  })

  it('refuse an answer that names another plan', async () => {
    const { node } = start([[WRITE]])
    const id = await session(node, 'ask')
    await send(node, id)
    const approval = await asked(node)
    await expect(
      node.call('approval.answer', {
        sessionId: id,
        approvalId: approval.id,
        answer: { verdict: 'allow-once', planDigest: 'other' },
      }),
    ).rejects.toMatchObject({
      failure: { kind: 'invalid' },
    })
  })

  it('for the session are not asked again under the same folder', async () => {
    const { node } = start([
      [{ call: 'write_file', args: { path: 'src/a.txt', content: 'x' } }],
      [{ call: 'write_file', args: { path: 'src/b.txt', content: 'x' } }],
    ])
    const id = await session(node, 'ask')
    await send(node, id)
    const approval = await asked(node)
    await node.call('approval.answer', {
      sessionId: id,
      approvalId: approval.id,
      answer: { verdict: 'allow-session', planDigest: approval.planDigest },
    })
    await node.rest(id)
    expect((await calls(node, id)).map((call) => [call.status, call.decision?.rung])).toEqual([
      ['ok', 'ask'],
      ['ok', 'session-allowance'],
    ])
  })
})

describe('questions', () => {
  it('wait for the person, and what was decided before the answer is refused', async () => {
    const { node } = start([
      [{ call: 'ask_user_question', args: { question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] } }, WRITE],
      [{ text: 'A then.' }],
    ])
    const id = await session(node)
    await send(node, id)
    const question = await node.until((event) => (event.type === 'question' ? event.question : undefined))
    expect((await node.call('session.open', { sessionId: id })).session.turn.status).toBe('waiting')
    await expect(
      node.call('question.answer', {
        sessionId: id,
        questionId: question.id,
        answer: { kind: 'choice', labels: ['C'] },
      }),
    ).rejects.toMatchObject({ failure: { kind: 'invalid' } })
    await node.call('question.answer', {
      sessionId: id,
      questionId: question.id,
      answer: { kind: 'choice', labels: ['A'] },
    })
    await node.rest(id)
    expect(brief(await calls(node, id))).toEqual([
      ['ask_user_question', 'settled', 'ok'],
      ['write_file', 'settled', 'invalid'],
    ])
  })
})

describe('stop', () => {
  it('ends a request that streams and keeps what was shown', async () => {
    const { node } = start([[{ text: 'Thinking about it' }, { hang: true }]])
    const id = await session(node)
    await send(node, id)
    await node.until((event) => (event.type === 'delta' ? true : undefined))
    await node.call('turn.stop', { sessionId: id })
    const list = await messages(node, id)
    const agent = list[1]
    expect(agent?.role === 'agent' ? { state: agent.state, text: agent.parts } : null).toEqual({
      state: 'interrupted',
      text: [{ type: 'text', text: 'Thinking about it' }],
    })
    expect(list.at(-1)).toMatchObject({ role: 'note', note: 'stopped', canGoOn: true })
  })

  it('ends a command that runs and cancels what comes after it', async () => {
    const { node } = start([
      [{ call: 'execute', args: { command: 'rm -f none; echo begun; sleep 30; echo over' } }, WRITE],
    ])
    const id = await session(node, 'auto')
    await send(node, id)
    const approval = await asked(node)
    await node.call('approval.answer', {
      sessionId: id,
      approvalId: approval.id,
      answer: { verdict: 'allow-once', planDigest: approval.planDigest },
    })
    await node.until((event) => (event.type === 'call-output' ? true : undefined))
    await node.call('turn.stop', { sessionId: id })
    const [execute, write] = await calls(node, id)
    expect([execute?.status, write?.status]).toEqual(['cancelled', 'cancelled'])
  })

  it('ends a question that waits', async () => {
    const { node } = start([[WRITE]])
    const id = await session(node, 'ask')
    await send(node, id)
    await asked(node)
    await node.call('turn.stop', { sessionId: id })
    const view = await node.call('session.open', { sessionId: id })
    expect({ calls: brief(view.calls), approvals: view.approvals, status: view.session.turn.status }).toEqual({
      calls: [['write_file', 'settled', 'cancelled']],
      approvals: [],
      status: 'idle',
    })
  })
})

describe('a provider that fails', () => {
  it('is not asked again after a lasting error, and says what to do', async () => {
    const { node, model } = start([[{ failure: failure('bad-key') }]])
    const id = await session(node)
    await send(node, id)
    await node.rest(id)
    expect((await messages(node, id)).at(-1)).toMatchObject({
      role: 'note',
      note: 'failed',
      text: 'It was bad-key.',
      failure: { kind: 'bad-key' },
      canGoOn: true,
    })
    expect(model.requests.length).toBe(1)
  })

  it('is tried again, and what is said of one try goes with the next one and with the answer', async () => {
    const overloaded = { failure: failure('overloaded', { retryable: true }) }
    // Waits between two tries take no time.
    const clock = { ...systemClock(), wait: async () => {} }
    const { node } = start([[overloaded], [overloaded], [{ text: 'Hello.' }]], { clock })
    const id = await session(node)
    await send(node, id)
    await node.rest(id)
    const said = node.events.flatMap((event) => {
      if (event.type === 'notice') return [[event.subject, event.text.replace(/.* \(/, '(')]]
      return event.type === 'notice-over' ? [[event.subject, 'over']] : []
    })
    const subject = `retry/${id}`
    expect(said).toEqual([
      [subject, '(attempt 2 of 4).'],
      [subject, '(attempt 3 of 4).'],
      [subject, 'over'],
    ])
  })

  it('is not asked again once output has reached the person', async () => {
    const { node, model } = start([[{ text: 'Half an ans' }, { failure: failure('overloaded', { retryable: true }) }]])
    const id = await session(node)
    await send(node, id)
    await node.rest(id)
    const [, agent, note] = await messages(node, id)
    expect(agent?.role === 'agent' ? [agent.state, agent.parts] : null).toEqual([
      'failed',
      [{ type: 'text', text: 'Half an ans' }],
    ])
    expect(note).toMatchObject({ role: 'note', note: 'failed' })
    expect(model.requests.length).toBe(1)
  })

  it('never runs a call of a stream that was cut', async () => {
    const { node } = start([[WRITE, { cut: true }]])
    const id = await session(node, 'auto')
    await send(node, id)
    await node.rest(id)
    const view = await node.call('session.open', { sessionId: id })
    expect(brief(view.calls)).toEqual([['write_file', 'settled', 'invalid']])
    expect(view.messages.at(-1)).toMatchObject({ role: 'note', note: 'failed' })
    await expect(node.call('workspace.read', { sessionId: id, path: '/workspace/a.txt' })).rejects.toMatchObject({
      failure: { kind: 'not-found' },
    })
  })

  it('hears of malformed arguments and may correct them', async () => {
    const { node, model } = start([[{ call: 'write_file', args: {}, raw: '{"path":"a.txt","content":"hel' }], [WRITE]])
    const id = await session(node)
    await send(node, id)
    await node.rest(id)
    expect(brief(await calls(node, id))).toEqual([
      ['write_file', 'settled', 'invalid'],
      ['write_file', 'settled', 'ok'],
    ])
    expect(model.requests[1]?.messages.map((message) => message.role)).toEqual(['user', 'user'])
  })
})

describe('budgets', () => {
  it('stop a model that repeats one call, and offer to go on', async () => {
    const { node } = start(Array.from({ length: 20 }, () => [{ call: 'read_file', args: { path: 'missing.txt' } }]))
    const id = await session(node)
    await send(node, id)
    await node.rest(id)
    const view = await node.call('session.open', { sessionId: id })
    expect(view.calls.length).toBe(5)
    expect(view.messages.at(-1)).toMatchObject({ role: 'note', note: 'repeating', canGoOn: true })
    await node.call('turn.goOn', { sessionId: id })
    await node.rest(id)
    expect((await calls(node, id)).length).toBe(10)
  })
})

describe('a tab that dies', () => {
  it('waits for the same approval again, and runs the call once', async () => {
    const first = start([[WRITE], [{ text: 'Written.' }]])
    const id = await session(first.node, 'ask')
    await send(first.node, id)
    const before = await asked(first.node)

    const second = start([[{ text: 'Written.' }]], { storage: first.node.storage })
    const view = await second.node.call('session.open', { sessionId: id })
    expect(view.session.turn.status).toMatch(/running|waiting/)
    const after = await asked(second.node)
    expect({ ...after, askedAt: 0 }).toEqual({ ...before, askedAt: 0 })
    await second.node.call('approval.answer', {
      sessionId: id,
      approvalId: after.id,
      answer: { verdict: 'allow-once', planDigest: after.planDigest },
    })
    await second.node.rest(id)
    expect(brief(await calls(second.node, id))).toEqual([['write_file', 'settled', 'ok']])
    expect(JSON.stringify(second.model.requests[0]?.messages)).toContain('hello')
  })

  it('does not run a started call again, and says that its outcome is unknown', async () => {
    const first = start([[{ call: 'execute', args: { command: 'rm -f none; echo begun; sleep 60' } }, WRITE]])
    const id = await session(first.node, 'auto')
    await send(first.node, id)
    const approval = await asked(first.node)
    await first.node.call('approval.answer', {
      sessionId: id,
      approvalId: approval.id,
      answer: { verdict: 'allow-once', planDigest: approval.planDigest },
    })
    await first.node.until((event) => (event.type === 'call-output' ? true : undefined))

    const second = start([[{ text: 'Let me look.' }]], { storage: first.node.storage })
    const view = await second.node.call('session.open', { sessionId: id })
    expect(brief(view.calls)).toEqual([
      ['execute', 'settled', 'unknown'],
      ['write_file', 'settled', 'cancelled'],
    ])
    expect(view.session.turn.status).toBe('interrupted')
    expect(view.messages.at(-1)).toMatchObject({ role: 'note', note: 'interrupted', canGoOn: true })
    await second.node.call('turn.goOn', { sessionId: id })
    await second.node.rest(id)
    expect(JSON.stringify(second.model.requests[0]?.messages)).toContain('outcome is unknown')
    await first.node.call('turn.stop', { sessionId: id })
  })

  it('keeps what a streaming message had shown', async () => {
    const first = start([[{ text: 'This was shown before the end' }, { hang: true }]])
    const id = await session(first.node)
    await send(first.node, id)
    await first.node.until((event) => (event.type === 'delta' ? true : undefined))
    const second = start([], { storage: first.node.storage })
    const view = await second.node.call('session.open', { sessionId: id })
    expect(view.messages.map((message) => [message.role, message.role === 'agent' ? message.state : ''])).toEqual([
      ['user', ''],
      ['agent', 'interrupted'],
      ['note', ''],
    ])
  })
})

describe('attachments', () => {
  it('go into the workspace under a free name, and the model hears of them', async () => {
    const { node, model } = start([[{ text: 'Seen.' }], [{ text: 'Seen.' }]])
    const id = await session(node)
    const csv = { kind: 'file' as const, name: 'a.csv', base64: btoa('x,y') }
    for (let round = 0; round < 2; round += 1) {
      await node.call('turn.send', { sessionId: id, text: '', attachments: [csv] })
      await node.rest(id)
    }
    const { entries } = await node.call('workspace.list', { sessionId: id, path: '/workspace' })
    expect(entries.map((entry) => entry.path)).toEqual(['/workspace/a-2.csv', '/workspace/a.csv'])
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('/workspace/a-2.csv')
  })
})

describe('hostile attachments', () => {
  it('a picture that is none becomes a file, and no name keeps a message from being sent', async () => {
    const { node, model } = start([[{ text: 'Seen.' }]])
    const id = await session(node)
    const file = (name: string) => ({ kind: 'file' as const, name, base64: btoa('x') })
    const names = [
      'a\u202Egpj.exe',
      'new\nline.txt',
      '../../etc/passwd',
      '..',
      '',
      `${'x'.repeat(400)}.txt`,
      '\ud800.txt',
    ]
    await node.call('turn.send', {
      sessionId: id,
      text: 'look',
      attachments: [
        { kind: 'image', name: 'fake.png', mediaType: 'image/png', base64: btoa('no picture') },
        ...names.map(file),
      ],
    })
    await node.rest(id)
    const { entries } = await node.call('workspace.list', { sessionId: id, path: '/workspace' })
    expect(entries.map((entry) => entry.path.slice('/workspace/'.length)).toSorted()).toEqual(
      [
        '.._.._etc_passwd',
        '_.txt',
        'a_gpj.exe',
        'fake.png',
        'file',
        'file-2',
        'new_line.txt',
        `${'x'.repeat(56)}.txt`,
      ].toSorted(),
    )
    expect(JSON.stringify(model.requests[0]?.messages)).not.toContain('"image"')
  })
})

describe('opening sessions in quick succession', () => {
  it('never hands out one that is being closed', async () => {
    const { node } = start([])
    const ids = [await session(node), await session(node)]
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(ids.map((sessionId) => node.call('session.open', { sessionId })))
      for (const sessionId of ids) {
        await node
          .call('workspace.write', { sessionId, path: '/workspace/a.txt', text: String(round), revision: null })
          .catch((error: unknown) => {
            expect(error).toMatchObject({ failure: { kind: 'already-exists' } })
          })
        await node.call('workspace.remove', { sessionId, path: '/workspace/a.txt' })
      }
    }
    expect((await node.call('workspace.list', { sessionId: ids[0] ?? '', path: '/workspace' })).entries).toEqual([])
  })
})

describe('two tabs', () => {
  it('let only one write; the other is told so and can look', async () => {
    const tabs = memoryLocks()
    const first = start([[{ text: 'Hello.' }]], { tabs })
    const id = await session(first.node)
    await send(first.node, id)
    await first.node.rest(id)
    const second = start([], { tabs, storage: first.node.storage })
    const view = await second.node.call('session.open', { sessionId: id })
    expect({ access: view.access, messages: view.messages.length }).toEqual({ access: 'read-only', messages: 2 })
    await expect(send(second.node, id)).rejects.toMatchObject({ failure: { kind: 'read-only' } })
    await first.node.call('session.delete', { sessionId: id })
    expect(await second.node.until((event) => (event.type === 'access' ? event.access : undefined))).toBe('write')
  })
})

describe('damaged records', () => {
  it('a session whose record cannot be read is listed, opens with its conversation, and can be deleted', async () => {
    const { node } = start([[{ text: 'Hello.' }]])
    const id = await session(node)
    await send(node, id)
    await node.rest(id)
    const damage = () =>
      node.storage.records.write(['sessions'], 'relaxed', (rows) => rows.put('sessions', { id, junk: true }))
    await damage()
    const second = start([[{ text: 'Again.' }]], { storage: node.storage })
    expect((await second.node.call('app.state', {})).sessions.map(({ id: key, title }) => ({ key, title }))).toEqual([
      { key: id, title: 'Unreadable session' },
    ])
    const view = await second.node.call('session.open', { sessionId: id })
    expect(view.messages.map((message) => message.role)).toEqual(['user', 'agent'])
    await second.node.call('session.update', { sessionId: id, model: MODEL })
    await send(second.node, id, 'again')
    await second.node.rest(id)
    expect((await messages(second.node, id)).length).toBe(4)

    await damage()
    const third = start([], { storage: node.storage })
    await third.node.call('session.delete', { sessionId: id })
    expect((await third.node.call('app.state', {})).sessions).toEqual([])
  })
})

describe('the model', () => {
  it('that was chosen last is what the next session starts with', async () => {
    const { node } = start([])
    const id = await session(node)
    const chosen = { providerId: 'p', modelId: 'other' }
    await node.call('session.update', { sessionId: id, model: chosen })
    expect((await node.call('session.create', {})).session.model).toEqual(chosen)
  })
})

describe('commands from outside', () => {
  it.each([
    ['no.such.command', {}],
    ['constructor', {}],
    ['session.open', { sessionId: 7 }],
    ['session.open', null],
    ['turn.send', { sessionId: 'x', text: 'a'.repeat(500_000), attachments: [] }],
    ['session.open', { sessionId: 'nowhere' }],
  ])('%s with a bad input is a failure, not a crash', async (name, input) => {
    const { node } = start([])
    const result = await node.runtime.call(name as never, input)
    expect(result).toMatchObject({ ok: false, failure: { stage: 'command' } })
  })

  it('never get a key back', async () => {
    const { node } = start([])
    const canary = 'sk-canary-0123456789abcdef'
    const { providerId } = await node.call('provider.save', {
      id: null,
      dialect: 'openai-chat',
      label: 'Mine',
      baseUrl: 'https://api.example.com/v1',
      key: canary,
    })
    const state = await node.call('app.state', {})
    expect(state.settings.providers).toEqual([expect.objectContaining({ id: providerId, keyHint: 'cdef' })])
    expect(JSON.stringify([state, node.events])).not.toContain(canary)
    await expect(
      node.call('provider.save', {
        id: providerId,
        dialect: 'openai-chat',
        label: 'Mine',
        baseUrl: 'https://evil.example.net/v1',
      }),
    ).rejects.toMatchObject({ failure: { kind: 'invalid' } })
  })
})
