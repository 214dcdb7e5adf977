import { expect, it } from 'vitest'
import type { Approval } from '#contracts/approvals.ts'
import { startNodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel } from '#e2e/doubles/scripted-model.ts'

const MODEL = { providerId: 'p', modelId: 'm' }

/** The effect that a person is shown for one call. */
async function effectOf(name: string, args: Record<string, unknown>): Promise<Approval['effect']> {
  return (await approvalOf(name, args)).effect
}

/** What a person is asked about one call. */
async function approvalOf(name: string, args: Record<string, unknown>): Promise<Approval> {
  const node = startNodeRuntime({ model: scriptedModel([[{ call: name, args }], [{ text: 'Done.' }]]) })
  const { session } = await node.call('session.create', { model: MODEL, mode: 'ask' })
  await node.call('turn.send', { sessionId: session.id, text: 'Do it.', attachments: [] })
  const approval = await node.until((event) => (event.type === 'approval' ? event.approval : undefined))
  await node.call('approval.answer', {
    sessionId: session.id,
    approvalId: approval.id,
    answer: { verdict: 'deny', planDigest: approval.planDigest },
  })
  await node.rest(session.id)
  return approval
}

it('a command is shown with all that it will read, where, for how long, and what its words may do', async () => {
  const stdin = `${'# harmless\n'.repeat(5_000)}rm -rf src\n`
  expect(await effectOf('execute', { command: 'bash', stdin, timeout_ms: 3_000 })).toEqual({
    kind: 'command',
    command: 'bash',
    cwd: '/workspace',
    effects: ['runs what it is given as a script'],
    stdin,
    timeoutMs: 3_000,
  })
})

it('a command that will be refused is shown with its exact arguments and why', async () => {
  expect(await effectOf('execute', { command: 'bash', cwd: 'nowhere', stdin: 'rm -rf src' })).toEqual({
    kind: 'fails',
    message: 'The directory /workspace/nowhere does not exist, so nothing was run. Create it first or leave cwd out.',
    value: { command: 'bash', cwd: 'nowhere', stdin: 'rm -rf src' },
  })
})

it('what is certain to fail may be let fail once, and no permission that lasts is given on it', async () => {
  const { effect, sessionScope, ruleWords, unoffered } = await approvalOf('edit_file', {
    path: 'src/a.ts',
    old_text: 'a',
    new_text: 'b',
  })
  expect({ effect, sessionScope, ruleWords, unoffered }).toEqual({
    effect: {
      kind: 'fails',
      message: expect.stringContaining('src/a.ts'),
      why: 'not-found',
      value: { path: 'src/a.ts' },
    },
    sessionScope: null,
    ruleWords: null,
    unoffered: 'Only once: as things stand it will fail.',
  })
})

it.each(['read\u202Eme.md', 'a\nb', 'x\u0000', '\u200Bsrc/a.ts'])(
  'a file whose name does not look like what it is is refused before anybody is asked: %j',
  async (path) => {
    const said = [
      { call: 'read_file', args: { path } },
      { call: 'write_file', args: { path, content: 'x' } },
      { call: 'edit_file', args: { path, old_text: 'a', new_text: 'b' } },
      { call: 'ls', args: { path } },
      { call: 'glob', args: { path, pattern: '*' } },
      { call: 'grep', args: { path, pattern: 'a' } },
    ]
    const node = startNodeRuntime({ model: scriptedModel([said, [{ text: 'Done.' }]]) })
    const { session } = await node.call('session.create', { model: MODEL, mode: 'ask' })
    await node.call('turn.send', { sessionId: session.id, text: 'Do it.', attachments: [] })
    await node.rest(session.id)
    const opened = await node.call('session.open', { sessionId: session.id })
    expect(opened.calls.map(({ status, failure }) => [status, failure?.kind])).toEqual(
      said.map(() => ['invalid', 'schema-violation']),
    )
    expect(opened.calls[0]?.failure?.message).toContain(
      'path: The path holds a control character, an invisible mark or half a character. Write it with visible characters only.',
    )
    expect(node.events.filter(({ type }) => type === 'approval')).toEqual([])
  },
)
