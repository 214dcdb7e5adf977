import { describe, expect, it } from 'vitest'
import type { CapabilityRun } from '#contracts/capability-run.ts'
import { canaries, canary } from '#e2e/doubles/canary.ts'
import { mortalStorage } from '#e2e/doubles/mortal-storage.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel } from '#e2e/doubles/scripted-model.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'

const MODEL = { providerId: 'p', modelId: 'm' }

/** Two tools: `outer` does what the test says, `inner` writes. */
function tools(outer: (run: CapabilityRun) => Promise<string>) {
  let sung = 0
  const specs = [canary('outer'), canary('inner', { risk: 'workspace-write' })]
  const made = canaries(specs, async ({ name }, run) => {
    if (name === 'outer') return outer(run)
    sung += 1
    return 'sung'
  })
  return { ...made, sung: () => sung }
}

async function begin(node: NodeRuntime, mode: 'ask' | 'auto'): Promise<string> {
  const { session } = await node.call('session.create', { model: MODEL, mode })
  await node.call('turn.send', { sessionId: session.id, text: 'go', attachments: [] })
  return session.id
}
const model = () => scriptedModel([[{ call: 'outer', args: {} }], [{ text: 'Done.' }]])

describe('a call that another one made', () => {
  it('is journalled with the call that made it', async () => {
    const { groups, loadBody } = tools(async (run) => (await run.invoke('inner', {}, 'code')).status)
    const node = startNodeRuntime({ model: model(), groups, loadBody })
    const id = await begin(node, 'auto')
    await node.rest(id)
    const [outer] = (await node.storage.store.tail(id, 100)).calls
    const inner = node.events.findLast((event) => event.type === 'call' && event.call.tool === 'inner')
    const record = await node.storage.store.call(id, inner?.type === 'call' ? inner.call.callId : '')
    expect([outer?.outcome?.durable, record?.parentId, record?.messageSeq, record?.outcome?.status]).toEqual([
      'ok',
      outer?.callId,
      null,
      'ok',
    ])
  })

  it.each([
    [
      'a cycle',
      () => Object.assign({}, { self: [] as unknown[] }),
      (args: { self: unknown[] }) => args.self.push(args),
    ],
    ['a number too large to write', () => ({ self: [10n as unknown] }), () => 0],
    ['a function', () => ({ self: [() => 0] as unknown[] }), () => 0],
  ] as const)('whose arguments are no JSON (%s) is refused, and its caller hears it', async (_, make, spoil) => {
    const args = make() as { self: unknown[] }
    spoil(args)
    const { groups, loadBody, sung } = tools(async (run) => {
      const { status, failure } = await run.invoke('inner', args, 'code')
      return `${status} ${failure?.kind ?? ''}`
    })
    const node = startNodeRuntime({ model: model(), groups, loadBody })
    const id = await begin(node, 'auto')
    await node.rest(id)
    const [outer] = (await node.storage.store.tail(id, 100)).calls
    expect([outer?.outcome?.durable, sung()]).toEqual(['invalid malformed-arguments', 0])
  })

  it('does not outlive the call that made it: after a reload nobody is asked, and it does not run', async () => {
    const { groups, loadBody, sung } = tools(async (run) => (await run.invoke('inner', {}, 'code')).status)
    const kept = memoryStorage('A test keeps nothing.')
    const tab = mortalStorage(kept)
    const first = startNodeRuntime({ model: model(), groups, loadBody, storage: tab.storage })
    const id = await begin(first, 'ask')
    const approval = await first.until((event) => (event.type === 'approval' ? event.approval : undefined))
    tab.die()
    const second = startNodeRuntime({ model: scriptedModel([]), groups, loadBody, storage: kept })
    const { approvals, calls } = await second.call('session.open', { sessionId: id })
    const inner = await kept.store.call(id, approval.callId)
    expect({
      approvals,
      outer: calls.map(({ tool, status }) => [tool, status]),
      inner: inner?.outcome?.status,
      stored: await kept.store.pending(id),
      sung: sung(),
    }).toEqual({
      approvals: [],
      outer: [['outer', 'unknown']],
      inner: 'cancelled',
      stored: { approvals: [], questions: [] },
      sung: 0,
    })
  })
})
