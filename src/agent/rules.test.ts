import { describe, expect, it } from 'vitest'
import type { Approval, ApprovalAnswer } from '#contracts/approvals.ts'
import type { CallView } from '#contracts/calls.ts'
import type { WorkspaceTrust } from '#contracts/ports/trust.ts'
import type { RuleDraft, RuleReach } from '#contracts/rules.ts'
import { startNodeRuntime, type NodeRuntime, type NodeRuntimeParts } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel, type Said } from '#e2e/doubles/scripted-model.ts'
import { heldStorage } from '#e2e/doubles/held-storage.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'

type Mode = 'ask' | 'edit' | 'auto' | 'headless'
const write = (path: string, content = 'x\n'): Said => ({ call: 'write_file', args: { path, content } })
const start = (steps: Parameters<typeof scriptedModel>[0], more: Partial<NodeRuntimeParts> = {}): NodeRuntime =>
  startNodeRuntime({ model: scriptedModel(steps), ...more })
const create = async (node: NodeRuntime, mode: Mode = 'ask'): Promise<string> =>
  (await node.call('session.create', { model: { providerId: 'p', modelId: 'm' }, mode })).session.id
const send = (node: NodeRuntime, sessionId: string) =>
  node.call('turn.send', { sessionId, text: 'Do it.', attachments: [] })
async function turn(node: NodeRuntime, sessionId: string): Promise<CallView[]> {
  await send(node, sessionId)
  await node.rest(sessionId)
  return (await node.call('session.open', { sessionId })).calls
}
const nextApproval = (node: NodeRuntime, seen: readonly string[] = []): Promise<Approval> =>
  node.until((event) => (event.type === 'approval' && !seen.includes(event.approval.id) ? event.approval : undefined))
const answer = (node: NodeRuntime, approval: Approval, verdict: ApprovalAnswer['verdict'], reach?: RuleReach) =>
  node.call('approval.answer', {
    sessionId: approval.sessionId,
    approvalId: approval.id,
    answer: { verdict, planDigest: approval.planDigest, ...(reach === undefined ? {} : { reach }) },
  })
const list = (node: NodeRuntime, sessionId: string | null = null) => node.call('rules.list', { sessionId })
const draft = (more: Partial<RuleDraft>): RuleDraft => ({
  verdict: 'allow',
  tool: 'write_file',
  kind: 'path',
  text: 'src/**',
  workspaceId: null,
  ...more,
})
const decided = (calls: readonly CallView[]) => calls.map(({ status, decision }) => [status, decision?.rung])
const putRules = (node: NodeRuntime, sessionId: string, rules: unknown) =>
  node.call('workspace.upload', {
    sessionId,
    path: '/workspace/.sallyport/rules.json',
    base64: btoa(typeof rules === 'string' ? rules : JSON.stringify({ rules })),
    onTaken: 'replace',
  })

describe('an approval', () => {
  it('becomes the narrow rule: the same file in the same workspace, and nothing beside it', async () => {
    const node = start([[write('src/a.ts')], [write('src/a.ts', 'y\n'), write('src/b.ts')], [], [write('src/a.ts')]])
    const id = await create(node)
    const { session } = await node.call('session.open', { sessionId: id })
    await send(node, id)
    const first = await nextApproval(node)
    expect([first.ruleWords, first.unoffered]).toEqual([
      'Allow `write_file` for `src/a.ts`, in this workspace',
      undefined,
    ])
    await answer(node, first, 'allow-rule')
    const beside = await nextApproval(node, [first.id])
    await answer(node, beside, 'deny')
    await node.rest(id)
    const other = await create(node)
    await send(node, other)
    const elsewhere = await nextApproval(node, [first.id, beside.id])
    await answer(node, elsewhere, 'deny')
    await node.rest(other)
    const { calls } = await node.call('session.open', { sessionId: id })
    expect([beside.title, elsewhere.title, ...decided(calls)]).toEqual([
      'Write src/b.ts?',
      'Write src/a.ts?',
      ['ok', 'ask'],
      ['ok', 'rule'],
      ['denied', 'ask'],
    ])
    expect((await list(node)).rules).toMatchObject([
      {
        target: { kind: 'path', glob: 'src/a.ts' },
        workspaceId: session.workspaceId,
        words: 'Allow `write_file` for `src/a.ts`',
        limits: expect.stringContaining('Never covers'),
      },
    ])
  })

  it('becomes the rule that it was widened to: the folder, in other sessions too', async () => {
    const node = start([[write('src/a.ts')], [], [write('src/b.ts')], [], [write('src/deep/c.ts')], []])
    const id = await create(node)
    await send(node, id)
    const first = await nextApproval(node)
    await answer(node, first, 'allow-rule', { folder: true, everywhere: true })
    await node.rest(id)

    const other = await create(node)
    const [second] = await turn(node, other)
    const stored = (await list(node)).rules
    expect(stored).toEqual([
      {
        id: expect.stringMatching(/^rule-/),
        verdict: 'allow',
        tool: 'write_file',
        target: { kind: 'path', glob: 'src/*' },
        agentId: 'default',
        workspaceId: null,
        source: 'approval',
        createdAt: expect.any(Number),
        words: 'Allow `write_file` for `src/*`, in every workspace',
        limits: expect.any(String),
        last: {
          sessionId: other,
          callId: second?.callId,
          words: 'Write src/b.ts',
          outcome: 'run',
          at: expect.any(Number),
        },
      },
    ])
    expect(second?.decision).toMatchObject({
      outcome: 'run',
      rung: 'rule',
      rule: `${stored[0]?.id} Allow \`write_file\` for \`src/*\`, in every workspace`,
    })
    await send(node, other)
    const deeper = await nextApproval(node, [first.id])
    expect(deeper.title).toContain('src/deep/c.ts')
    await answer(node, deeper, 'deny')
    await node.rest(other)
  })

  it('of a command becomes its exact simple commands, which cover no script with one more', async () => {
    const run = (command: string): Said => ({ call: 'execute', args: { command } })
    const node = start([
      [run('npm test && npm run lint')],
      [],
      [run('npm run lint; npm  test'), run('npm test && npm run lint && npm run x')],
      [run('npm test > log'), run('npm test $(npm run lint)')],
      [],
    ])
    const id = await create(node)
    await send(node, id)
    const first = await nextApproval(node)
    expect(first.ruleWords).toBe(
      'Allow `execute` for scripts of nothing but `npm test` and `npm run lint`, in this workspace',
    )
    await answer(node, first, 'allow-rule')
    await node.rest(id)

    await send(node, id)
    const seen = [first.id]
    const titles: string[] = []
    for (let asked = 0; asked < 3; asked += 1) {
      const next = await nextApproval(node, seen)
      seen.push(next.id)
      titles.push(next.title)
      await answer(node, next, 'deny')
    }
    await node.rest(id)
    expect(titles).toEqual([
      'Run npm test && npm run lint && npm run x?',
      'Run npm test > log?',
      'Run npm test $(npm run lint)?',
    ])
    const { calls } = await node.call('session.open', { sessionId: id })
    expect(decided(calls)).toEqual([
      ['ok', 'ask'],
      ['ok', 'rule'],
      ['denied', 'ask'],
      ['denied', 'ask'],
      ['denied', 'ask'],
    ])
  })

  it('of a file in the root reaches that file only, and runs it once where the answer reaches further', async () => {
    const node = start([[write('a.txt')], []])
    const id = await create(node)
    await send(node, id)
    const approval = await nextApproval(node)
    const { preview } = await node.call('rules.suggest', { sessionId: id, callId: approval.callId })
    expect(preview?.options?.map(({ words }) => words)).toEqual([
      'Allow `write_file` for `a.txt`, in this workspace',
      'Allow `write_file` for `a.txt`, in every workspace',
    ])
    await answer(node, approval, 'allow-rule', { folder: true, everywhere: false })
    await node.rest(id)
    expect([(await list(node)).rules, (await node.call('session.open', { sessionId: id })).calls[0]?.status]).toEqual([
      [],
      'ok',
    ])
  })

  it('that answers another call makes no rule', async () => {
    const node = start([[write('src/a.ts')]])
    const id = await create(node)
    await send(node, id)
    const approval = await nextApproval(node)
    await expect(answer(node, { ...approval, planDigest: 'another' }, 'allow-rule')).rejects.toMatchObject({
      failure: { kind: 'invalid' },
    })
    expect((await list(node)).rules).toEqual([])
    await answer(node, approval, 'deny')
    await node.rest(id)
  })

  it('of a class that is asked about every time offers no rule, and makes none', async () => {
    const node = start([[{ call: 'execute', args: { command: 'rm -rf build' } }]])
    const id = await create(node)
    await send(node, id)
    const approval = await nextApproval(node)
    expect(approval.ruleWords).toBeNull()
    await answer(node, approval, 'allow-rule')
    await node.rest(id)
    expect((await list(node)).rules).toEqual([])
    const { calls } = await node.call('session.open', { sessionId: id })
    expect(calls[0]?.decision?.reason).toBe('The user allowed it; no rule can be made of it.')
  })

  it('whose rule cannot be stored does not run', async () => {
    const held = heldStorage(memoryStorage('A test keeps nothing.'))
    const node = start([[write('src/a.ts')]], { storage: held.storage })
    const id = await create(node)
    await send(node, id)
    const approval = await nextApproval(node)
    held.failing('addRule')
    await answer(node, approval, 'allow-rule')
    await node.rest(id)
    const { calls } = await node.call('session.open', { sessionId: id })
    expect(decided(calls)).toEqual([['denied', 'fail-closed']])
  })
})

describe('the past', () => {
  it('tells what a rule would have matched, in every session, and what is suggested for a call', async () => {
    const node = start([[write('src/a.ts'), write('src/b.ts'), write('c.ts')], [], [write('src/d.ts')], []])
    const one = await create(node, 'edit')
    await turn(node, one)
    const two = await create(node, 'edit')
    const [last] = await turn(node, two)
    const preview = await node.call('rules.preview', { draft: draft({ verdict: 'deny' }) })
    expect({ ...preview, past: { ...preview.past, calls: preview.past.calls.map(({ words }) => words) } }).toEqual({
      words: 'Deny `write_file` for `src/**`, in every workspace',
      problems: [],
      notes: [expect.any(String)],
      past: { count: 3, looked: 4, calls: ['Write src/d.ts', 'Write src/b.ts', 'Write src/a.ts'] },
    })
    const suggested = await node.call('rules.suggest', { sessionId: two, callId: last?.callId ?? '' })
    expect(suggested.preview).toMatchObject({
      words: 'Allow `write_file` for `src/d.ts`, in this workspace',
      past: { count: 0, looked: 3 },
    })
    expect(suggested.preview?.options?.map(({ reach, words, past }) => [reach, words, past.count])).toEqual([
      [{ folder: false, everywhere: false }, 'Allow `write_file` for `src/d.ts`, in this workspace', 0],
      [{ folder: false, everywhere: true }, 'Allow `write_file` for `src/d.ts`, in every workspace', 0],
      [{ folder: true, everywhere: false }, 'Allow `write_file` for `src/*`, in this workspace', 2],
      [{ folder: true, everywhere: true }, 'Allow `write_file` for `src/*`, in every workspace', 2],
    ])
  })

  it('of a call that is asked about is neither that call nor another that waits beside it', async () => {
    const node = start([[write('src/a.ts')], [], [write('src/b.ts'), write('src/c.ts')], [], [write('src/d.ts')]])
    const id = await create(node)
    const seen: string[] = []
    const asked = async () => {
      const approval = await nextApproval(node, seen)
      seen.push(approval.id)
      const { preview } = await node.call('rules.suggest', { sessionId: id, callId: approval.callId })
      const pasts = preview?.options?.map(({ past: { count, looked, calls } }) => [
        count,
        looked,
        ...calls.map(({ words }) => words),
      ])
      return { approval, pasts }
    }
    await send(node, id)
    const first = await asked()
    await answer(node, first.approval, 'allow-once')
    await node.rest(id)
    await send(node, id)
    const second = [await asked(), await asked()]
    for (const { approval } of second) await answer(node, approval, 'deny')
    await node.rest(id)
    await send(node, id)
    const third = await asked()
    await answer(node, third.approval, 'deny')
    await node.rest(id)
    const none = [0, 0]
    const [one, two] = [
      [0, 1],
      [1, 1, 'Write src/a.ts'],
    ]
    const all = [3, 3, 'Write src/c.ts', 'Write src/b.ts', 'Write src/a.ts']
    expect([first, ...second, third].map(({ pasts }) => pasts)).toEqual([
      [none, none, none, none],
      [one, one, two, two],
      [one, one, two, two],
      [[0, 3], [0, 3], all, all],
    ])
  })

  it('says by field why a draft is no rule', async () => {
    const node = start([])
    const preview = await node.call('rules.preview', { draft: draft({ tool: 'no tool', text: '[' }) })
    expect(preview.problems).toEqual([
      { field: 'tool', message: 'Choose a tool, or * for every tool.' },
      { field: 'text', message: 'A [ in the path pattern has no ]. Write \\[ for the sign itself.' },
    ])
    await expect(node.call('rules.add', { draft: draft({ text: '[' }) })).rejects.toMatchObject({
      failure: { stage: 'command', kind: 'invalid' },
    })
  })

  it('is refused for a tool that does not exist, with the closest names', async () => {
    const node = start([])
    const message = 'There is no tool named “excute”. Did you mean execute? Choose a tool, or * for every tool.'
    expect((await node.call('rules.preview', { draft: draft({ tool: 'excute' }) })).problems).toEqual([
      { field: 'tool', message },
    ])
    await expect(node.call('rules.add', { draft: draft({ tool: 'excute' }) })).rejects.toMatchObject({
      failure: { stage: 'command', kind: 'invalid', message },
    })
    expect((await list(node)).rules).toEqual([])
  })
})

describe('a rule', () => {
  it('counts from the next call on, and no longer once it is deleted', async () => {
    const node = start([[write('src/a.ts')], [], [write('src/a.ts', 'y\n')], []])
    const id = await create(node, 'edit')
    const { rule } = await node.call('rules.add', { draft: draft({ verdict: 'deny' }) })
    expect(decided(await turn(node, id))).toEqual([['denied', 'rule']])
    await node.call('rules.delete', { ruleId: rule.id })
    expect(decided(await turn(node, id))).toEqual([
      ['denied', 'rule'],
      ['ok', 'mode'],
    ])
  })

  it('for an alias holds the tool behind it, also one that was stored under the old name', async () => {
    const storage = memoryStorage('A test keeps nothing.')
    const { rule } = await start([], { storage }).call('rules.add', {
      draft: draft({ verdict: 'deny', tool: 'bash', kind: 'any', text: '' }),
    })
    expect(rule.tool).toBe('execute')
    const { words: _, ...stored } = rule
    const old = { ...stored, id: 'old', tool: 'list_directory' }
    await storage.records.write(['rules'], 'strict', (rows) => rows.put('rules', old))
    const calls: Said[] = [
      { call: 'execute', args: { command: 'ls' } },
      { call: 'ls', args: {} },
    ]
    const node = start([calls, []], { storage })
    expect(decided(await turn(node, await create(node, 'auto')))).toEqual([
      ['denied', 'rule'],
      ['denied', 'rule'],
    ])
  })

  it('of another tab counts here at once', async () => {
    const storage = memoryStorage('A test keeps nothing.')
    const here = start([[write('src/a.ts')], []], { storage })
    const there = start([], { storage })
    const id = await create(here, 'edit')
    await there.call('rules.add', { draft: draft({ verdict: 'deny' }) })
    expect(decided(await turn(here, id))).toEqual([['denied', 'rule']])
  })

  it('that cannot be read is told, and what it may have denied is asked about until it is deleted', async () => {
    const storage = memoryStorage('A test keeps nothing.')
    await storage.records.write(['rules'], 'strict', (rows) => rows.put('rules', { id: 'bad', verdict: 'deny' }))
    const node = start([[write('src/a.ts')], [], [write('src/a.ts', 'y\n')], []], { storage })
    const id = await create(node, 'edit')
    expect((await list(node)).corrupt).toEqual([{ id: 'bad', reason: expect.any(String) }])
    await send(node, id)
    const approval = await nextApproval(node)
    expect(approval).toMatchObject({
      sessionScope: null,
      ruleWords: null,
      reason: expect.stringContaining('cannot be read'),
    })
    await answer(node, approval, 'deny')
    await node.rest(id)
    await node.call('rules.delete', { ruleId: 'bad' })
    expect(decided(await turn(node, id)).at(-1)).toEqual(['ok', 'mode'])
  })

  it('nothing runs while the rules cannot be read at all', async () => {
    const held = heldStorage(memoryStorage('A test keeps nothing.'))
    const node = start([[write('src/a.ts'), { call: 'ls', args: {} }], []], { storage: held.storage })
    const id = await create(node, 'auto')
    held.failing('rules')
    expect(decided(await turn(node, id))).toEqual([
      ['denied', 'fail-closed'],
      ['denied', 'fail-closed'],
    ])
  })

  it('of a workspace goes with its session', async () => {
    const node = start([])
    const id = await create(node)
    const { session } = await node.call('session.open', { sessionId: id })
    await node.call('rules.add', { draft: draft({ workspaceId: session.workspaceId }) })
    await node.call('rules.add', { draft: draft({}) })
    await node.call('session.delete', { sessionId: id })
    expect((await list(node)).rules.map(({ workspaceId }) => workspaceId)).toEqual([null])
  })
})

describe('the rule file of a workspace', () => {
  const DENY = { verdict: 'deny', tool: 'write_file', path: 'locked/**' }
  const ALLOW = { verdict: 'allow', tool: 'write_file', path: 'free/**' }

  it('denies at once, and allows only once the person has taken it on', async () => {
    const node = start([[write('locked/a'), write('free/a')], [], [write('free/b')], []])
    const id = await create(node)
    await putRules(node, id, [DENY, ALLOW])
    await send(node, id)
    const approval = await nextApproval(node)
    expect(approval.title).toContain('free/a')
    await answer(node, approval, 'deny')
    await node.rest(id)
    const { file } = await list(node, id)
    expect({ status: file?.status, words: file?.rules.map(({ words }) => words) }).toEqual({
      status: 'new',
      words: ['Deny `write_file` for `locked/**`', 'Allow `write_file` for `free/**`'],
    })
    await node.call('rules.acceptFile', { sessionId: id, digest: file?.digest ?? null })
    // What the person put there, the agent did not.
    expect((await list(node, id)).file).toMatchObject({ status: 'accepted' })
    expect((await list(node, id)).file?.written).toBeUndefined()
    expect(decided(await turn(node, id))).toEqual([
      ['denied', 'rule'],
      ['denied', 'ask'],
      ['ok', 'rule'],
    ])
  })

  it('written by the agent frees it of nothing', async () => {
    const freer = JSON.stringify({ rules: [{ verdict: 'allow', tool: '*' }] })
    const node = start([
      [{ call: 'read_file', args: { path: '.sallyport/rules.json' } }],
      [write('.sallyport/rules.json', freer)],
      [{ call: 'execute', args: { command: 'rm -rf x' } }],
      [],
    ])
    const id = await create(node, 'edit')
    await putRules(node, id, [{ verdict: 'deny', tool: 'execute' }])
    const { file } = await list(node, id)
    await node.call('rules.acceptFile', { sessionId: id, digest: file?.digest ?? null })
    await send(node, id)
    const approval = await nextApproval(node)
    expect([approval.title, approval.risk]).toEqual(['Write .sallyport/rules.json?', 'destructive-local'])
    await answer(node, approval, 'allow-once')
    await node.rest(id)
    const { calls } = await node.call('session.open', { sessionId: id })
    expect(decided(calls)).toEqual([
      ['ok', 'fast-path'],
      ['ok', 'ask'],
      ['denied', 'rule'],
    ])
    const shown = (await list(node, id)).file
    expect(shown?.written).toEqual({
      sessionId: id,
      callId: approval.callId,
      words: 'Write .sallyport/rules.json',
      at: expect.any(Number),
    })
    expect({ status: shown?.status, kept: shown?.kept.map(({ words }) => words) }).toEqual({
      status: 'new',
      kept: ['Deny every call of `execute`'],
    })
  })

  it('that does not parse is told, and everything that changes something is asked about', async () => {
    const node = start([[{ call: 'ls', args: {} }, write('a')], []])
    const id = await create(node, 'auto')
    await putRules(node, id, '{"rules": [{"verdict": "deny", "tool": "write_file", "paths": "a"}]}')
    await send(node, id)
    const approval = await nextApproval(node)
    expect(approval.reason).toContain('.sallyport/rules.json cannot be used')
    await answer(node, approval, 'deny')
    await node.rest(id)
    const { calls } = await node.call('session.open', { sessionId: id })
    expect(decided(calls)).toEqual([
      ['ok', 'fast-path'],
      ['denied', 'ask'],
    ])
    const { file } = await list(node, id)
    expect({ status: file?.status, problem: file?.problem }).toEqual({
      status: 'unreadable',
      problem: expect.stringContaining('rule 1: “paths” is no part of a rule'),
    })
    expect(node.events).toContainEqual(expect.objectContaining({ type: 'notice', level: 'warning' }))
  })

  it('is told of in one notice, which is over as soon as it no longer holds', async () => {
    const node = start(Array.from({ length: 4 }, (): Said[][] => [[{ call: 'ls', args: {} }], []]).flat())
    const id = await create(node, 'auto')
    const told = () =>
      node.events.flatMap((event): [subject: string | undefined, text: string | null][] => {
        if (event.type === 'notice' && event.text.includes('rules.json')) return [[event.subject, event.text]]
        return event.type === 'notice-over' ? [[event.subject, null]] : []
      })
    const over = (times: number) =>
      node.until(() => (told().filter(([, text]) => text === null).length === times ? true : undefined))
    const subject = `rule-file/${(await node.call('session.open', { sessionId: id })).session.workspaceId}`
    const said = (why: string) => [
      subject,
      `.sallyport/rules.json cannot be used: ${why} Until then it is asked about what it may have denied.`,
    ]
    await putRules(node, id, '{')
    await turn(node, id)
    await putRules(node, id, '{"rules": {}}')
    await turn(node, id)
    // Mended by the person, with no call after it.
    await putRules(node, id, [])
    await over(1)
    await putRules(node, id, '[]')
    await turn(node, id)
    await node.call('trust.set', { sessionId: id, trusted: false, digest: null })
    await turn(node, id)
    expect(told()).toEqual([
      said('it is not valid JSON.'),
      said('“rules” has to be a list.'),
      [subject, null],
      said('it has to be an object with a list named “rules”.'),
      [subject, null],
    ])
  })

  it('does not exist where the workspace is not trusted', async () => {
    const trust = (): WorkspaceTrust => ({
      describe: async () => ({ trusted: false, origin: 'a zip file', contributes: [] }),
      distrust: async () => {},
    })
    const node = start([[write('locked/a')], []], { trust })
    const id = await create(node, 'edit')
    await putRules(node, id, [DENY, { verdict: 'ask', tool: '*' }])
    expect((await list(node, id)).file?.status).toBe('untrusted')
    expect(decided(await turn(node, id))).toEqual([['ok', 'mode']])
  })
})
