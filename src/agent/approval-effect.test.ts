import { expect, it } from 'vitest'
import type { Approval } from '#contracts/approvals.ts'
import { startNodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel } from '#e2e/doubles/scripted-model.ts'

const MODEL = { providerId: 'p', modelId: 'm' }

/** The effect that a person is shown for one call. */
async function effectOf(name: string, args: Record<string, unknown>): Promise<Approval['effect']> {
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
  return approval.effect
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
    kind: 'arguments',
    value: {
      command: 'bash',
      cwd: 'nowhere',
      stdin: 'rm -rf src',
      fails: 'The directory /workspace/nowhere does not exist, so nothing was run. Create it first or leave cwd out.',
    },
  })
})
