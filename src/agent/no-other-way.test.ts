import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { CallRecord } from '#contracts/calls.ts'
import type { CapabilityBody } from '#contracts/capability.ts'
import { COMMANDS, type CommandInput, type CommandName, type CommandResult } from '#contracts/commands.ts'
import type { RuntimeEvent } from '#contracts/events.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel, type Said } from '#e2e/doubles/scripted-model.ts'
import { BODIES } from '#tools/bodies.ts'
import { memoryStorage, type Storage } from '#world/storage/open-storage.ts'

// The record that the door is at work on, for whatever happens behind it. The door itself is the real one.
const { behind } = await vi.hoisted(async () => {
  const { AsyncLocalStorage } = await import('node:async_hooks')
  return { behind: new AsyncLocalStorage<CallRecord>() }
})
vi.mock(import('./invoke.ts'), async (importOriginal) => {
  const real = await importOriginal()
  return { ...real, invokePlan: (record, ...more) => behind.run(record, () => real.invokePlan(record, ...more)) }
})

/** Every run of a real body, by tool; and each that came by another way than the door, in words. */
interface Watched {
  storage: Storage
  readonly ran: Map<string, number>
  readonly outside: string[]
}

/** Why this run is none of the door's; null where the door is at work on exactly it, and has stored that it may start. */
async function whyOutside({ spec }: CapabilityBody, callId: string, { storage }: Watched): Promise<string | null> {
  const record = behind.getStore()
  if (record === undefined) return 'the door was not passed'
  if (record.callId !== callId) return `the door was at work on ${record.callId}`
  const stored = await storage.store.call(record.taskId, callId)
  if (stored === null) return 'its call is not in the journal'
  const { plan, state, decision } = stored
  if (plan.status !== 'planned' || plan.tool !== spec.name) return `the journal holds a call of ${plan.tool}`
  if (state !== 'started' || decision?.outcome !== 'run')
    return `it was ${state}, and ${decision?.outcome ?? 'undecided'}`
  return null
}

/** Puts a watch before every body in place, so that whoever holds one, from wherever, meets it. */
async function watchBodies(watched: Watched): Promise<void> {
  for (const load of BODIES.values()) {
    for (const body of (await load()).bodies) {
      const real = body.run.bind(body)
      const run: CapabilityBody['run'] = async (capability, input) => {
        watched.ran.set(body.spec.name, (watched.ran.get(body.spec.name) ?? 0) + 1)
        const why = await whyOutside(body, capability.callId, watched)
        if (why === null) return real(capability, input)
        watched.outside.push(`${body.spec.name}: ${why}`)
        throw new Error(why)
      }
      Object.assign(body, { run })
    }
  }
}

/** What only the running session knows stands for itself in an input, and is put in when its turn has come. */
const NOW = {
  session: '@session',
  approval: '@approval',
  digest: '@digest',
  question: '@question',
  call: '@call',
  rule: '@rule',
  queued: '@queued',
  look: '@look',
} as const
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const on = { sessionId: NOW.session }
const path = fc.constantFrom('/workspace/a.txt', '/workspace/site.zip', '/workspace/src/b.ts')
const draft = fc.record({
  verdict: fc.constantFrom('allow', 'ask', 'deny'),
  tool: fc.constantFrom('*', 'execute', 'write_file', 'list_tools'),
  kind: fc.constant('any' as const),
  text: fc.constant(''),
  workspaceId: fc.constant(null),
})
const model = fc.constant({ providerId: 'p', modelId: 'm' })
const mode = fc.constantFrom('plan', 'ask', 'edit', 'auto', 'headless')
const provider = fc.constant({ providerId: 'p' })
const only = <T>(value: T): fc.Arbitrary<T> => fc.constant(value)

/** A plausible input for every command of the page. One that is missing here does not compile. */
const INPUTS: { readonly [N in CommandName]: fc.Arbitrary<CommandInput<N>> } = {
  'app.state': only({}),
  'session.create': fc.record({ model, mode }),
  'session.open': only(on),
  'session.older': only({ ...on, beforeSeq: 4 }),
  'session.update': fc.record({ sessionId: only(NOW.session), mode }),
  'session.delete': only(on),
  'turn.send': fc.record({
    sessionId: only(NOW.session),
    text: fc.constantFrom('Go.', '!ls', '/tools', 'Read https://example.com/a'),
    attachments: fc.constantFrom([], [{ kind: 'file' as const, name: 'site.zip', base64: base64('PK\u0003\u0004') }]),
  }),
  'intent.run': fc
    .constantFrom('!ls', '!rm -rf src', '!echo x > a.txt', 'open a.txt', 'open src/b.ts:3', 'ls')
    .map((text) => ({ ...on, text })),
  'slash.run': fc
    .constantFrom('/tools', '/clear', '/trust on', '/trust off', '/mode auto', '/mode plan', '/model m', '/nothing')
    .map((text) => ({ ...on, text })),
  'slash.list': only(on),
  'turn.stop': only(on),
  'turn.goOn': only(on),
  'turn.diff': only({ ...on, turnId: null }),
  'queue.send': only(on),
  'queue.edit': only({ ...on, id: NOW.queued, text: 'Something else.' }),
  'queue.remove': only({ ...on, id: NOW.queued }),
  'approval.answer': fc.constantFrom('allow-once', 'allow-session', 'allow-rule', 'deny').map((verdict) => ({
    ...on,
    approvalId: NOW.approval,
    answer: { verdict, planDigest: NOW.digest },
  })),
  'question.answer': fc
    .constantFrom(
      { kind: 'text' as const, text: 'Yes.' },
      { kind: 'confirmed' as const },
      { kind: 'declined' as const },
    )
    .map((answer) => ({ ...on, questionId: NOW.question, answer })),
  'call.detail': only({ ...on, callId: NOW.call }),
  'workspace.list': only({ ...on, path: '/workspace' }),
  'workspace.read': path.map((at) => ({ ...on, path: at })),
  'workspace.write': path.map((at) => ({ ...on, path: at, text: 'mine\n', revision: null })),
  'workspace.upload': path.map((at) => ({
    ...on,
    path: at,
    base64: base64('PK\u0003\u0004'),
    onTaken: 'replace' as const,
  })),
  'workspace.download': path.map((at) => ({ ...on, path: at })),
  'workspace.remove': path.map((at) => ({ ...on, path: at })),
  'provider.save': only({ id: null, dialect: 'openai-chat' as const, label: 'Mine', baseUrl: 'https://example.com' }),
  'provider.remove': provider,
  'provider.test': only({ providerId: 'p', modelId: 'm' }),
  'provider.models': provider,
  'relay.save': only({ url: 'http://127.0.0.1:9', token: 'token' }),
  'relay.remove': only({}),
  'relay.test': only({}),
  'settings.update': fc.record({ defaultMode: mode }),
  'demo.start': only({ demoId: 'tour' }),
  'storage.report': only({}),
  'rules.list': fc.constantFrom(null, NOW.session).map((sessionId) => ({ sessionId })),
  'rules.add': draft.map((each) => ({ draft: each })),
  'rules.delete': only({ ruleId: NOW.rule }),
  'rules.preview': draft.map((each) => ({ draft: each })),
  'rules.suggest': only({ ...on, callId: NOW.call }),
  'rules.acceptFile': only({ ...on, digest: null }),
  'trust.look': only(on),
  'trust.set': fc.boolean().map((trusted) => ({ ...on, trusted, digest: NOW.look })),
  'inspect.calls': only({ ...on, filter: { text: '', tool: null, state: null }, beforeSeq: null }),
  'inspect.call': only({ ...on, callId: NOW.call }),
  'inspect.slice': only({ ...on, of: { kind: 'system' as const }, from: 0 }),
  'inspect.dryRun': only({ ...on, callId: NOW.call }),
  'inspect.tools': only(on),
  'inspect.tool': fc.constantFrom('execute', 'list_tools', 'nothing').map((tool) => ({ ...on, tool })),
  'inspect.run': only(on),
}

/** What the model may say next: calls that run, that are asked about, that fail, and that only a person may make. */
const said: fc.Arbitrary<Said> = fc.constantFrom<Said[]>(
  { text: 'Well.' },
  { call: 'ls', args: { path: '.' } },
  { call: 'write_file', args: { path: 'a.txt', content: 'x\n' } },
  { call: 'edit_file', args: { path: 'a.txt', old_text: 'x', new_text: 'y' } },
  { call: 'execute', args: { command: 'ls' } },
  { call: 'execute', args: { command: 'rm -rf src' } },
  { call: 'todo_write', args: { todos: [] } },
  { call: 'ask_user_question', args: { question: 'Which?' } },
  { call: 'fetch_url', args: { url: 'https://example.com/' } },
  { call: 'distrust_workspace', args: {} },
  { call: 'nothing', args: {} },
  { call: 'execute', args: {}, raw: '{"command": "ls' },
)

async function inputNow(node: NodeRuntime, sessionId: string, input: unknown): Promise<unknown> {
  const last = <T>(pick: (event: NodeRuntime['events'][number]) => T | undefined): T | undefined => {
    const found = node.events.findLast((event) => pick(event) !== undefined)
    return found === undefined ? undefined : pick(found)
  }
  const approval = last((event) => (event.type === 'approval' ? event.approval : undefined))
  const { rules } = await node.call('rules.list', { sessionId: null })
  const look = await node.call('trust.look', { sessionId }).catch(() => null)
  const values = new Map<unknown, unknown>([
    [NOW.session, sessionId],
    [NOW.approval, approval?.id ?? 'none'],
    [NOW.digest, approval?.planDigest ?? 'none'],
    [NOW.question, last((event) => (event.type === 'question' ? event.question.id : undefined)) ?? 'none'],
    [NOW.call, last((event) => (event.type === 'call' ? event.call.callId : undefined)) ?? 'none'],
    [NOW.rule, rules[0]?.id ?? 'none'],
    [NOW.queued, last((event) => (event.type === 'session' ? event.session.queue[0]?.id : undefined)) ?? 'none'],
    [NOW.look, look?.digest ?? null],
  ])
  return JSON.parse(JSON.stringify(input), (_, value: unknown) => (values.has(value) ? values.get(value) : value))
}

/** Resolves once the session's turn waits for the person or has come to rest. */
async function notAtWork(node: NodeRuntime, sessionId: string): Promise<void> {
  const isLatest = (event: RuntimeEvent): boolean =>
    event === node.events.findLast((each) => each.type === 'session' && each.session.id === sessionId)
  await node.until((event) =>
    event.type === 'session' && isLatest(event) && event.session.turn.status !== 'running' ? event : undefined,
  )
}

it('whatever the page asks for, in whatever order, no body runs but behind the door, allowed and journalled', async () => {
  const watched: Watched = { storage: memoryStorage('A test keeps nothing.'), ran: new Map(), outside: [] }
  await watchBodies(watched)
  const done = new Map<string, number>()
  const names = Object.keys(COMMANDS) as CommandName[]
  const one = (name: CommandName) =>
    fc.record({ name: fc.constant(name), input: INPUTS[name] as fc.Arbitrary<unknown>, waits: fc.boolean() })
  const asked = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...names).chain(one) },
    { weight: 1, arbitrary: one('intent.run') },
    { weight: 1, arbitrary: one('slash.run') },
    { weight: 2, arbitrary: one('turn.send') },
    { weight: 2, arbitrary: one('approval.answer') },
    { weight: 1, arbitrary: one('question.answer') },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(asked, { minLength: 5, maxLength: 25 }),
      fc.array(fc.array(said, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
      async (commands, steps) => {
        watched.storage = memoryStorage('A test keeps nothing.')
        const demo = { id: 'tour', title: 'Tour', about: '', mode: 'ask' as const, text: 'Go.', attachments: [] }
        const node = startNodeRuntime({ model: scriptedModel(steps), storage: watched.storage, demos: [demo] })
        let { id } = (await node.call('session.create', { model: { providerId: 'p', modelId: 'm' }, mode: 'auto' }))
          .session
        for (const { name, input, waits } of commands) {
          if (waits) await notAtWork(node, id)
          const result = (await node.runtime.call(name, await inputNow(node, id, input))) as CommandResult
          if (result.ok) done.set(name, (done.get(name) ?? 0) + 1)
          // The page would show what it has just made.
          if (result.ok && 'session' in result.value && name !== 'session.open') id = result.value.session.id
        }
        for (const { id: each } of (await node.call('app.state', {})).sessions) {
          await node.runtime.call('turn.stop', { sessionId: each })
        }
        expect(watched.outside).toEqual([])
      },
    ),
    { seed: 7, numRuns: 100 },
  )
  // Seen to have tried: each way to a call was taken, and calls of every way have run.
  const ways = ['turn.send', 'turn.goOn', 'intent.run', 'slash.run', 'demo.start', 'approval.answer', 'question.answer']
  expect(ways.filter((name) => !done.has(name))).toEqual([])
  expect([...watched.ran.keys()]).toEqual(expect.arrayContaining(['execute', 'write_file', 'list_tools', 'ls']))
}, 300_000)
