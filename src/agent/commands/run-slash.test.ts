import { describe, expect, it } from 'vitest'
import { MODES } from '#contracts/risk.ts'
import type { WorkspaceTrust } from '#contracts/ports/trust.ts'
import type { Mode } from '#contracts/risk.ts'
import { startNodeRuntime, type NodeRuntime, type NodeRuntimeParts } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel } from '#e2e/doubles/scripted-model.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'

const MODEL = { providerId: 'p', modelId: 'm' }

function start(steps: Parameters<typeof scriptedModel>[0] = [], more: Partial<NodeRuntimeParts> = {}) {
  const model = scriptedModel(steps)
  return { node: startNodeRuntime({ model, ...more }), model }
}
const session = async (node: NodeRuntime, mode: Mode = 'ask'): Promise<string> =>
  (await node.call('session.create', { model: MODEL, mode })).session.id
const view = (node: NodeRuntime, sessionId: string) => node.call('session.open', { sessionId })
async function slash(node: NodeRuntime, sessionId: string, text: string): Promise<void> {
  await node.call('slash.run', { sessionId, text })
  await node.rest(sessionId)
}
async function send(node: NodeRuntime, sessionId: string, text: string): Promise<void> {
  await node.call('turn.send', { sessionId, text, attachments: [] })
  await node.rest(sessionId)
}
const refused = (node: NodeRuntime, sessionId: string, text: string): Promise<string> =>
  node.call('slash.run', { sessionId, text }).then(
    () => 'It was done.',
    (error: Error) => error.message,
  )
/** Each line of the conversation: what was typed, and what a setting answered. */
const lines = async (node: NodeRuntime, sessionId: string) =>
  (await view(node, sessionId)).messages.map((message) => {
    if (message.role === 'note') return `note:${message.note}`
    const text = message.parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('|')
    return message.role === 'user' && message.act?.answer !== undefined ? `${text} = ${message.act.answer}` : text
  })

describe('a setting', () => {
  it.each<[Mode, Mode]>([
    ['plan', 'ask'],
    ['ask', 'plan'],
    ['headless', 'auto'],
  ])('/mode leaves %s for %s: the mode never stands in its own way', async (from, to) => {
    const { node } = start()
    const id = await session(node, from)
    await slash(node, id, `/mode ${to}`)
    expect((await view(node, id)).session.mode).toBe(to)
    expect(await lines(node, id)).toEqual([`/mode ${to} = Mode: ${from} → ${to}.`])
  })

  it('counts at once while a turn runs, and its line follows when the turn has come to rest', async () => {
    const write = { call: 'write_file', args: { path: 'a.txt', content: 'a' } }
    const { node } = start([[write], [{ text: 'Done.' }]])
    const id = await session(node)
    await node.call('turn.send', { sessionId: id, text: 'Write.', attachments: [] })
    const approval = await node.until((event) => (event.type === 'approval' ? event.approval : undefined))
    await node.call('slash.run', { sessionId: id, text: '/mode edit' })
    expect((await view(node, id)).session.mode).toBe('edit')
    expect(await lines(node, id)).toEqual(['Write.', 'call'])
    const answer = { verdict: 'allow-once', planDigest: approval.planDigest } as const
    await node.call('approval.answer', { sessionId: id, approvalId: approval.id, answer })
    await node.rest(id)
    expect(await lines(node, id)).toEqual(['Write.', 'call', 'Done.', '/mode edit = Mode: ask → edit.'])
  })

  it('never reaches the model', async () => {
    const { node, model } = start([[{ text: 'Hello.' }]])
    const id = await session(node)
    await slash(node, id, '/mode edit')
    await slash(node, id, '/tools')
    await send(node, id, 'Hi.')
    expect(model.requests[0]?.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }])
  })

  it('/model takes an id that a provider lists, and says what is wrong with any other', async () => {
    const { node } = start()
    const id = await session(node)
    expect(await refused(node, id, '/model scripted')).toMatch(/^There is no provider yet\./)
    const save = (label: string) =>
      node.call('provider.save', {
        id: null,
        dialect: 'openai-compatible',
        label,
        baseUrl: 'http://127.0.0.1:9/v1',
      })
    const one = await save('One')
    await slash(node, id, '/model scripted')
    expect((await view(node, id)).session.model).toEqual({ providerId: one.providerId, modelId: 'scripted' })
    expect(await refused(node, id, '/model script')).toBe(
      'No provider lists a model "script". Did you mean scripted? Nothing was changed.',
    )
    expect(await refused(node, id, '/model')).toMatch(/^\/model needs the id of a model after it/)

    const two = await save('Two')
    // The one that answers now is meant where it has the model.
    await slash(node, id, '/model scripted')
    expect((await view(node, id)).session.model?.providerId).toBe(one.providerId)
    await slash(node, id, '/model scripted on two')
    expect((await view(node, id)).session.model?.providerId).toBe(two.providerId)
    expect(await refused(node, id, '/model scripted on Three')).toBe(
      'There is no provider "Three". There are: One, Two. Nothing was changed.',
    )
    const other = await session(node)
    expect(await refused(node, other, '/model scripted')).toBe(
      'Several providers have scripted. Say which: /model scripted on One, or /model scripted on Two. Nothing was changed.',
    )
    expect(await lines(node, other)).toEqual([])
  })
})

describe('a call', () => {
  it('/tools says what the model sees, and why it does not see the rest', async () => {
    const { node } = start()
    const id = await session(node, 'plan')
    await slash(node, id, '/tools')
    const [call] = (await view(node, id)).calls
    expect([call?.tool, call?.source, call?.status, call?.decision?.rung]).toEqual([
      'list_tools',
      'slash-command',
      'ok',
      'fast-path',
    ])
    const text = call?.client?.kind === 'text' ? call.client.text : ''
    expect(text).toContain('  execute (destructive-local)\n')
    expect(text).toContain('  clear_conversation (read-only-local), not for the model: only you can call it.')
  })

  it('/clear starts the model’s context anew; what was said stays readable', async () => {
    const { node, model } = start([[{ text: 'One.' }], [{ text: 'Two.' }], [{ text: 'Three.' }]])
    const id = await session(node)
    await send(node, id, 'first')
    await slash(node, id, '/clear')
    expect(await lines(node, id)).toEqual(['first', 'One.', '/clear|call', 'note:cleared'])
    expect((await view(node, id)).session.contextTokens).toBeNull()
    await send(node, id, 'second')
    await send(node, id, 'third')
    const text = (request: (typeof model.requests)[number] | undefined) =>
      request?.messages.flatMap((message) =>
        message.role === 'results' ? [] : message.content.map((part) => ('text' in part ? part.text : part.type)),
      )
    expect(model.requests.map(text)).toEqual([['first'], ['second'], ['second', 'Two.', 'third']])
  })

  it('/clear lets the model write over nothing that it has not read again', async () => {
    const write = (content: string) => ({ call: 'write_file', args: { path: 'a.txt', content } })
    const { node } = start([[write('one')], [{ text: 'Done.' }], [write('two')], [{ text: 'No.' }]])
    const id = await session(node, 'edit')
    await send(node, id, 'Write.')
    await slash(node, id, '/clear')
    await send(node, id, 'Write again.')
    const writes = (await view(node, id)).calls.filter((call) => call.tool === 'write_file')
    expect(writes.map((call) => [call.status, call.failure?.kind])).toEqual([
      ['ok', undefined],
      ['failed', 'already-exists'],
    ])
  })

  it('after a reload the context still begins at the mark', async () => {
    const storage = memoryStorage('A test keeps nothing.')
    const first = start([[{ text: 'One.' }]], { storage })
    const id = await session(first.node)
    await send(first.node, id, 'first')
    await slash(first.node, id, '/clear')
    const second = start([[{ text: 'Two.' }]], { storage })
    await send(second.node, id, 'second')
    expect(second.model.requests[0]?.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'second' }] }])
  })

  it('is refused while a turn runs, and stored nowhere', async () => {
    const { node } = start([[{ hang: true }]])
    const id = await session(node)
    await node.call('turn.send', { sessionId: id, text: 'Think.', attachments: [] })
    expect(await refused(node, id, '/clear')).toMatch(/^A turn is still running, so nothing was done\./)
    await node.call('turn.stop', { sessionId: id })
    expect(await lines(node, id)).toEqual(['Think.', 'note:stopped'])
  })
})

describe('what the model can reach of it', () => {
  it('sees none of these tools, and a call of one runs nothing and goes nowhere else', async () => {
    const { node, model } = start([
      [{ text: 'One.' }],
      [
        { call: 'clear_conversation', args: {} },
        { call: 'list_tool', args: {} },
      ],
      [{ text: 'Two.' }],
    ])
    const id = await session(node, 'auto')
    await send(node, id, 'first')
    await send(node, id, 'second')
    const names = model.requests[0]?.tools.map((tool) => tool.name) ?? []
    expect(names.filter((name) => ['list_tools', 'clear_conversation', 'distrust_workspace'].includes(name))).toEqual(
      [],
    )
    expect(names).toContain('ui_open_file')
    const { calls } = await view(node, id)
    expect(calls.map((call) => [call.tool, call.status, call.failure?.message])).toEqual([
      [
        'clear_conversation',
        'unavailable',
        'clear_conversation is only for the person at the keyboard. Nothing was run.',
      ],
      ['list_tool', 'invalid', 'There is no tool named "list_tool". Nothing was run.'],
    ])
    expect(await lines(node, id)).not.toContain('note:cleared')
  })
})

describe('what is no command', () => {
  it.each([
    ['/mod', 'There is no command /mod. Did you mean /mode, /model?'],
    ['/undo', 'This version does not have /undo.'],
    ['/trust maybe', '"maybe" is neither "on" nor "off".'],
    ['/mode fast', 'There is no mode "fast".'],
    ['/mode', '/mode needs a mode after it.'],
    ['/help', '/help belongs to the page.'],
    ['/etc/hosts', 'That is no slash command.'],
  ])('%s is refused with the reason, and nothing of it is stored or sent', async (text, reason) => {
    const { node, model } = start()
    const id = await session(node)
    expect(await refused(node, id, text)).toContain(reason)
    expect([await lines(node, id), model.requests.length]).toEqual([[], 0])
  })
})

describe('/trust', () => {
  const kept = (): { trusted: boolean } & WorkspaceTrust => ({
    trusted: true,
    async describe() {
      return { trusted: this.trusted, origin: 'a zip file, notes.zip', contributes: ['the skill "release"'] }
    },
    async distrust() {
      this.trusted = false
    },
  })

  it.each(['/trust', '/trust on'])(
    '%s shows what there is to trust, in every mode, and gives no trust',
    async (text) => {
      const trust = { ...kept(), trusted: false }
      const { node } = start([], { trust: () => trust })
      const id = await session(node)
      expect((await node.call('slash.list', { sessionId: id })).names).toEqual([
        'mode',
        'model',
        'tools',
        'trust',
        'clear',
      ])
      for (const mode of MODES) {
        await node.call('session.update', { sessionId: id, mode })
        await node.call('slash.run', { sessionId: id, text })
      }
      expect(node.events.filter(({ type }) => type === 'show-trust')).toEqual(
        MODES.map(() => ({ type: 'show-trust', sessionId: id })),
      )
      const { calls, messages } = await view(node, id)
      expect([calls, messages.length, trust.trusted]).toEqual([[], MODES.length, false])
    },
  )

  it('off asks, saying what is lost, and is blocked where the mode only reads', async () => {
    const trust = kept()
    const { node } = start([], { trust: () => trust })
    const id = await session(node)
    await node.call('slash.run', { sessionId: id, text: '/trust off' })
    const approval = await node.until((event) => (event.type === 'approval' ? event.approval : undefined))
    expect([approval.effect, trust.trusted]).toEqual([
      { kind: 'arguments', value: { origin: 'a zip file, notes.zip', contributes: ['the skill "release"'] } },
      true,
    ])
    const answer = { verdict: 'allow-once', planDigest: approval.planDigest } as const
    await node.call('approval.answer', { sessionId: id, approvalId: approval.id, answer })
    await node.rest(id)
    expect(trust.trusted).toBe(false)

    await slash(node, id, '/mode plan')
    await slash(node, id, '/trust off')
    const [, second] = (await view(node, id)).calls
    expect(second?.status).toBe('blocked')
  })
})
