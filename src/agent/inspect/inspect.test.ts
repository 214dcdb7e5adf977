import { afterEach, describe, expect, it } from 'vitest'
import { z } from '#contracts/zod.ts'
import type { Approval, ApprovalAnswer } from '#contracts/approvals.ts'
import { implement, type CapabilityGroup } from '#contracts/capability.ts'
import type { CommandOutput } from '#contracts/commands.ts'
import type { Mode } from '#contracts/risk.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel, type Said } from '#e2e/doubles/scripted-model.ts'
import { defineCapability } from '#tools/define-capability.ts'
import { SPECS } from '#tools/specs.ts'
import { memoryLocks } from '#world/lock/memory-locks.ts'

const MODEL = { providerId: 'p', modelId: 'm' }
const NO_FILTER = { text: '', tool: null, state: null }
const open: NodeRuntime[] = []
afterEach(() => void open.splice(0))

const write = (path: string, content = 'hello\n'): Said => ({ call: 'write_file', args: { path, content } })

/** A session whose turn says `steps` and has come to rest, with each question answered by `verdict`. */
async function played(
  steps: Parameters<typeof scriptedModel>[0],
  mode: Mode,
  answer: Omit<ApprovalAnswer, 'planDigest'> | null = null,
  more: Partial<Parameters<typeof startNodeRuntime>[0]> = {},
): Promise<{ node: NodeRuntime; id: string; model: ReturnType<typeof scriptedModel> }> {
  const model = scriptedModel(steps)
  const node = startNodeRuntime({ model, ...more })
  open.push(node)
  const { id } = (await node.call('session.create', { model: MODEL, mode })).session
  await node.call('turn.send', { sessionId: id, text: 'Do it.', attachments: [] })
  if (answer !== null) {
    const approval = await asked(node)
    await node.call('approval.answer', {
      sessionId: id,
      approvalId: approval.id,
      answer: { ...answer, planDigest: approval.planDigest },
    })
  }
  await node.rest(id)
  return { node, id, model }
}
const asked = (node: NodeRuntime): Promise<Approval> =>
  node.until((event) => (event.type === 'approval' ? event.approval : undefined))
const rows = async (node: NodeRuntime, sessionId: string, filter: Partial<typeof NO_FILTER> | object = {}) =>
  (await node.call('inspect.calls', { sessionId, filter: { ...NO_FILTER, ...filter }, beforeSeq: null })).rows
async function only(node: NodeRuntime, sessionId: string): Promise<CommandOutput<'inspect.call'>> {
  const [row, ...others] = await rows(node, sessionId)
  expect(others).toEqual([])
  return node.call('inspect.call', { sessionId, callId: row?.callId ?? '' })
}

describe('a call', () => {
  it('that the person allowed says its plan, its ladder, the answer, its times and its three projections', async () => {
    const { node, id } = await played([[write('a.txt')]], 'ask', { verdict: 'allow-once' })
    const call = await only(node, id)
    expect(call.standing).toEqual({
      state: 'active',
      group: 'files',
      reason: 'The model is told of it, because what it needs is there: sandbox.',
    })
    expect(call.plan).toMatchObject({
      status: 'planned',
      calledAs: null,
      canonical: { text: '{"content":"hello\\n","path":"a.txt"}', next: null },
      target: { kind: 'path', value: '/workspace/a.txt' },
      declaredRisk: 'workspace-write',
      effectiveRisk: 'workspace-write',
      analysis: { risk: 'workspace-write', reason: '', effects: [], decidedBy: '', commands: null, origins: [] },
    })
    expect([call.decision?.outcome, call.decision?.rung, call.asksPerson, call.question]).toEqual([
      'run',
      'ask',
      true,
      null,
    ])
    expect(call.decision?.trail.map(({ rung }) => rung).slice(-2)).toEqual(['mode', 'ask'])
    const { plannedAt, askedAt, decidedAt, startedAt, settledAt } = call.timings
    const times = [plannedAt, askedAt ?? 0, decidedAt ?? 0, startedAt ?? 0, settledAt ?? 0]
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(call.outcome).toEqual({ status: 'ok', failure: null })
    expect(call.projections.map(({ name, binary }) => [name, binary])).toEqual([
      ['client', []],
      ['model', []],
      ['durable', []],
    ])
    for (const { head, bytes, tokens } of call.projections) {
      expect(bytes).toBeGreaterThanOrEqual(head.chars)
      expect(tokens).toBeGreaterThan(0)
    }
    expect(JSON.parse(call.projections[0]?.head.text ?? '')).toMatchObject({ kind: 'diff' })
  })

  it('that waits says since when and what is asked', async () => {
    const model = scriptedModel([[write('a.txt')]])
    const node = startNodeRuntime({ model })
    const { id } = (await node.call('session.create', { model: MODEL, mode: 'ask' })).session
    await node.call('turn.send', { sessionId: id, text: 'Do it.', attachments: [] })
    const approval = await asked(node)
    const call = await only(node, id)
    expect([call.row.state, call.asksPerson, call.question, call.outcome, call.projections]).toEqual([
      'asked',
      true,
      approval.title,
      null,
      [],
    ])
    expect([call.timings.askedAt, call.timings.decidedAt]).toEqual([approval.askedAt, null])
    expect(call.decision?.outcome).toBe('ask')
    expect(await rows(node, id, { state: 'open' })).toHaveLength(1)
    await node.call('turn.stop', { sessionId: id })
  })

  it('that was denied, and one that plan mode blocked, say which rung and which stage', async () => {
    const denied = await played([[write('a.txt')]], 'ask', { verdict: 'deny', reason: 'Not there.' })
    const no = await only(denied.node, denied.id)
    expect([no.decision?.rung, no.decision?.reason, no.outcome?.status, no.outcome?.failure?.stage]).toEqual([
      'ask',
      'The user denied it: Not there.',
      'denied',
      'authorization',
    ])
    const blocked = await played([[write('a.txt')]], 'plan')
    const stopped = await only(blocked.node, blocked.id)
    expect([stopped.decision?.rung, stopped.outcome?.status, stopped.asksPerson, stopped.timings.startedAt]).toEqual([
      'mode',
      'blocked',
      false,
      null,
    ])
  })

  it('that could not be planned says the stage and what would have been valid; nothing is decided about it', async () => {
    const steps: Said[][] = [[{ call: 'write_file', args: { path: 'a.txt' } }], [{ call: 'write_fil', args: {} }]]
    const { node, id } = await played(steps, 'edit')
    const [missing, unknown] = await rows(node, id)
    const first = await node.call('inspect.call', { sessionId: id, callId: missing?.callId ?? '' })
    expect(first.plan).toEqual({
      status: 'invalid',
      failure: {
        stage: 'parameters',
        kind: 'missing-arguments',
        message: 'write_file needs "content". Nothing was run.',
        retryable: false,
        partialEffect: false,
        valid: ['Missing: content', 'Known arguments: path, content'],
      },
    })
    expect([first.decision, first.timings.decidedAt, first.outcome?.status]).toEqual([null, null, 'invalid'])
    const second = await node.call('inspect.call', { sessionId: id, callId: unknown?.callId ?? '' })
    expect(second.standing.state).toBe('unknown')
    expect(second.plan.status === 'invalid' ? second.plan.failure.valid[0] : '').toMatch(/^Closest names: .*write_file/)
    expect(await node.call('inspect.dryRun', { sessionId: id, callId: unknown?.callId ?? '' })).toEqual({
      kind: 'no-plan',
      reason: expect.stringContaining('It was never planned, so there is nothing to decide.'),
    })
  })

  it('that was cut by the provider is there with what came of it, and is never planned again', async () => {
    const cut: Said = { call: 'write_file', args: {}, raw: '{"path":"a.txt","content":"hel' }
    const { node, id } = await played([[cut]], 'edit')
    const call = await only(node, id)
    expect(call.raw.text).toBe('{"path":"a.txt","content":"hel')
    expect(call.plan).toMatchObject({
      status: 'invalid',
      failure: { kind: 'malformed-arguments', stage: 'parameters' },
    })
    const dry = await node.call('inspect.dryRun', { sessionId: id, callId: call.row.callId })
    expect(dry.kind).toBe('no-plan')
  })

  it('that made others has them under it, and they name it; a search for the inner one lists both', async () => {
    const outer = defineCapability({
      name: 'outer',
      group: 'test',
      description: 'Calls the other.',
      input: z.strictObject({}),
      risk: 'read-only-local',
      concurrency: 'serial',
      target: { kind: 'none' },
      needs: [],
      words: { done: 'Call the other', ask: 'Call the other?' },
      timeoutMs: 1_000,
    })
    const inner = defineCapability({
      name: 'inner',
      group: 'test',
      description: 'Is called.',
      input: z.strictObject({ of: z.string() }),
      risk: 'read-only-local',
      concurrency: 'serial',
      target: { kind: 'none' },
      needs: [],
      words: { done: 'Inner {of}', ask: 'Inner {of}?' },
      timeoutMs: 1_000,
    })
    const group: CapabilityGroup = { name: 'test', instructions: '', specs: [outer, inner] }
    const say = { toModel: () => [], toClient: () => ({ kind: 'text', summary: '', text: '' }) as const }
    const bodies = [
      implement(outer, {
        ...say,
        run: async (run) => {
          await run.invoke('inner', { of: 'one' }, 'code')
          await run.invoke('inner', { of: 'two' }, 'code')
          return null
        },
      }),
      implement(inner, { ...say, run: async () => null }),
    ]
    const { node, id } = await played([[{ call: 'outer', args: {} }]], 'ask', null, {
      groups: [group],
      loadBody: async (spec) => {
        const body = bodies.find((each) => each.spec === spec)
        if (body === undefined) throw new Error(spec.name)
        return body
      },
    })
    const listed = await rows(node, id)
    const [top, one, two] = listed
    expect(listed.map(({ words, parentId }) => [words, parentId])).toEqual([
      ['Call the other', null],
      ['Inner one', top?.callId],
      ['Inner two', top?.callId],
    ])
    expect((await node.call('inspect.call', { sessionId: id, callId: top?.callId ?? '' })).nested).toEqual([one, two])
    expect((await node.call('inspect.call', { sessionId: id, callId: two?.callId ?? '' })).row.parentId).toBe(
      top?.callId,
    )
    expect(await rows(node, id, { text: 'TWO' })).toEqual([top, two])
    const { tools } = await node.call('inspect.tools', { sessionId: id })
    expect(tools.map(({ name, calls }) => [name, calls])).toEqual([
      ['outer', 1],
      ['inner', 2],
    ])
  })

  it('can be told by its tool, its end and its words', async () => {
    const steps: Said[][] = [
      [write('a.txt'), { call: 'read_file', args: { path: 'gone.txt' } }],
      [{ call: 'ls', args: {} }],
    ]
    const { node, id } = await played(steps, 'edit')
    const brief = async (filter: object) => (await rows(node, id, filter)).map(({ tool, status }) => [tool, status])
    expect(await brief({})).toEqual([
      ['write_file', 'ok'],
      ['read_file', 'failed'],
      ['ls', 'ok'],
    ])
    expect(await brief({ state: 'failed' })).toEqual([['read_file', 'failed']])
    expect(await brief({ tool: 'ls' })).toEqual([['ls', 'ok']])
    expect(await brief({ text: 'A.TXT' })).toEqual([['write_file', 'ok']])
    expect(await brief({ text: 'nowhere' })).toEqual([])
  })
})

describe('a long text', () => {
  it('comes in slices that join to what the call had', async () => {
    const content = `${'line of words\n'.repeat(4_000)}end`
    const { node, id } = await played([[write('long.txt', content)]], 'edit')
    const call = await only(node, id)
    expect(call.raw.text.length).toBe(2_000)
    let joined = call.raw.text
    for (let from = call.raw.next; from !== null;) {
      const of = { kind: 'call', callId: call.row.callId, text: 'raw' } as const
      const slice = await node.call('inspect.slice', { sessionId: id, of, from })
      joined += slice.text
      from = slice.next
    }
    expect(JSON.parse(joined)).toEqual({ path: 'long.txt', content })
  })
})

describe('a dry run', () => {
  it('says what the gate would say under the mode of now, and changes nothing', async () => {
    const { node, id } = await played([[write('a.txt')]], 'edit')
    const before = await only(node, id)
    await node.call('session.update', { sessionId: id, mode: 'plan' })
    const events = node.events.length
    const dry = await node.call('inspect.dryRun', { sessionId: id, callId: before.row.callId })
    expect(dry).toMatchObject({
      kind: 'decided',
      mode: 'plan',
      changed: '',
      decision: { outcome: 'block', rung: 'mode' },
    })
    expect(node.events.length).toBe(events)
    const after = await only(node, id)
    expect(after).toEqual(before)
  })

  it('knows a rule that was made since', async () => {
    const { node, id } = await played([[write('a.txt')]], 'edit')
    const { row } = await only(node, id)
    const draft = { verdict: 'deny', tool: 'write_file', kind: 'path', text: '*.txt', workspaceId: null } as const
    await node.call('rules.add', { draft })
    const dry = await node.call('inspect.dryRun', { sessionId: id, callId: row.callId })
    expect(dry).toMatchObject({ decision: { outcome: 'deny', rung: 'rule' } })
    const { rules } = await node.call('rules.list', { sessionId: null })
    expect(rules.map(({ last }) => last)).toEqual([undefined])
  })
})

describe('a tool', () => {
  it('is listed whether or not the model sees it, each with its reason', async () => {
    const { node, id } = await played([[write('a.txt')], [{ call: 'ls', args: {} }]], 'edit')
    const { tools } = await node.call('inspect.tools', { sessionId: id })
    expect(tools.map(({ name }) => name)).toEqual(SPECS.map(({ name }) => name))
    const of = (name: string) => tools.find((tool) => tool.name === name)
    expect(of('write_file')).toMatchObject({ calls: 1, standing: { state: 'active' } })
    expect(of('fetch_url')?.standing).toEqual({
      state: 'unavailable',
      group: 'web',
      reason: 'This run cannot reach the network, so it reads no pages.',
    })
    expect(of('list_tools')?.standing.state).toBe('person')
    const told = (await node.call('inspect.run', { sessionId: id })).tools.map(({ name }) => name)
    expect(tools.filter(({ standing }) => standing.state === 'active').map(({ name }) => name)).toEqual(told)
  })

  it('shows its spec, its aliases, its place and how its calls ended', async () => {
    const { node, id } = await played(
      [
        [
          { call: 'list_files', args: {} },
          { call: 'ls', args: { path: 'gone' } },
        ],
      ],
      'edit',
    )
    const tool = await node.call('inspect.tool', { sessionId: id, tool: 'list_files' })
    const spec = SPECS.find(({ name }) => name === 'ls')
    expect(tool).toMatchObject({
      name: 'ls',
      aliases: ['list_files', 'list_directory'],
      description: spec?.description,
      risk: 'read-only-local',
      concurrency: 'parallel',
      needs: [{ service: 'sandbox', there: true }],
      place: 1,
      calls: { open: 0, ok: 1, failed: 1, refused: 0, 'not-valid': 0, stopped: 0 },
    })
    expect(JSON.parse(tool.schema.text)).toEqual(spec?.inputSchema)
  })
})

describe('a run', () => {
  it('shows exactly what the next request says, and what the last one cost', async () => {
    const { node, id, model } = await played([[write('a.txt')], [{ text: 'Done.' }]], 'edit')
    const run = await node.call('inspect.run', { sessionId: id })
    const last = model.requests.at(-1)
    const system = await node.call('inspect.slice', { sessionId: id, of: { kind: 'system' }, from: 0 })
    expect(system.text).toBe(last?.system)
    expect(run.tools.map(({ name }) => name)).toEqual(last?.tools.map(({ name }) => name))
    // The answer to the last request has come since.
    expect(run.messages.count).toBe((last?.messages.length ?? 0) + 1)
    expect(run).toMatchObject({
      mode: 'edit',
      model: MODEL,
      observedRisk: 'workspace-write',
      entered: { first: [], more: 0 },
      privateReads: { first: [], more: 0 },
      contextTokens: 110,
      last: { model: MODEL, finish: 'stop', usage: { input: 100, output: 10 } },
    })
  })
})

describe('who may look', () => {
  it('a tab that only reads sees the calls, and is told who knows the rest', async () => {
    const tabs = memoryLocks()
    const { node, id } = await played([[write('a.txt')]], 'edit', null, { tabs })
    const other = startNodeRuntime({ model: scriptedModel([]), storage: node.storage, tabs })
    const call = await only(other, id)
    expect([call.row.status, call.standing.state]).toEqual(['ok', 'elsewhere'])
    const { tools } = await other.call('inspect.tools', { sessionId: id })
    expect(tools.find(({ name }) => name === 'write_file')).toMatchObject({
      calls: 1,
      standing: { state: 'elsewhere' },
    })
    await expect(other.call('inspect.run', { sessionId: id })).rejects.toThrow('Another tab is writing this session.')
  })

  it('nothing that is read holds a key of the vault', async () => {
    const KEY = 'sk-canary-0123456789-abcdef'
    const { node, id } = await played([[write('a.txt')]], 'ask', { verdict: 'allow-once' })
    await node.call('provider.save', {
      id: null,
      dialect: 'openai-compatible',
      label: 'Mine',
      baseUrl: 'https://models.example.com/v1',
      key: KEY,
    })
    const [row] = await rows(node, id)
    const callId = row?.callId ?? ''
    const slices = (['raw', 'canonical', 'client', 'model', 'durable'] as const).map((text) =>
      node.call('inspect.slice', { sessionId: id, of: { kind: 'call', callId, text }, from: 0 }),
    )
    const answers = await Promise.all([
      rows(node, id),
      node.call('inspect.call', { sessionId: id, callId }),
      node.call('inspect.dryRun', { sessionId: id, callId }),
      node.call('inspect.tools', { sessionId: id }),
      node.call('inspect.tool', { sessionId: id, tool: 'execute' }),
      node.call('inspect.run', { sessionId: id }),
      node.call('inspect.slice', { sessionId: id, of: { kind: 'system' }, from: 0 }),
      node.call('inspect.slice', { sessionId: id, of: { kind: 'schema', tool: 'execute' }, from: 0 }),
      ...slices,
    ])
    expect(answers).toHaveLength(13)
    const text = JSON.stringify(answers)
    expect([text.includes(KEY), text.includes(KEY.slice(-8))]).toEqual([false, false])
  })

  it('a call of no session, and a look that is called off, end as failures', async () => {
    const { node, id } = await played([], 'ask')
    await expect(node.call('inspect.call', { sessionId: id, callId: 'call_9' })).rejects.toThrow(
      'There is no record of this call.',
    )
    const gone = AbortSignal.abort()
    const off = await node.runtime.call('inspect.calls', { sessionId: id, filter: NO_FILTER, beforeSeq: null }, gone)
    expect(off).toMatchObject({ ok: false, failure: { kind: 'aborted' } })
  })
})
