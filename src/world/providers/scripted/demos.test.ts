import { describe, expect, it, vi } from 'vitest'
import { CONFIGURED_GUARD } from '#agent/gate/outbound.ts'
import { createRuntime } from '#agent/runtime.ts'
import type { DemoOpening } from '#agent/ports.ts'
import type { Approval, ApprovalAnswer, HumanAnswer, HumanQuestion } from '#contracts/approvals.ts'
import type { CallView } from '#contracts/calls.ts'
import { COMMANDS, type CommandInput, type CommandName, type CommandOutput } from '#contracts/commands.ts'
import { EventBatch } from '#contracts/events.ts'
import { FailureError } from '#contracts/failure.ts'
import type { Message } from '#contracts/messages.ts'
import { ALIASES } from '#tools/aliases.ts'
import { BODIES } from '#tools/bodies.ts'
import { createBodyLoader } from '#tools/load-bodies.ts'
import { workspaceWords } from '#page/workspace/workspace-words.ts'
import { createRegistry } from '#tools/registry.ts'
import { GROUPS } from '#tools/specs.ts'
import { systemClock } from '../../clock.ts'
import { memoryLocks } from '../../lock/memory-locks.ts'
import { createSandbox } from '../../sandbox/create-sandbox.ts'
import { createShellGrammar } from '../../sandbox/embedded/shell-grammar.ts'
import { spawnInProcessShell } from '../../sandbox/embedded/in-process-shell.ts'
import { openStorage, type Storage } from '../../storage/open-storage.ts'
import { deviceVault } from '../../vault/device-vault.ts'
import { createModelPort } from '../model-port.ts'
import { adapter } from './adapter.ts'
import { DEMOS } from './demos.ts'
import { FAINT, READABLE, STYLE_CSS } from './page/style-css.ts'

// Real shells and one real time-out, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })

type Verdict = ApprovalAnswer['verdict']

/** What a person does in a test. The desk is for what they do while the question waits. */
interface Person {
  approve(approval: Approval, desk: Desk): Verdict | Promise<Verdict>
  answer(question: HumanQuestion, desk: Desk): HumanAnswer | Promise<HumanAnswer>
}

interface Desk {
  readonly sessionId: string
  command<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>
}

/** A whole runtime in this thread with real parts; only the pace of the scripted model is not kept. */
async function openDesk(person: Person, given?: Storage) {
  const clock = systemClock()
  let paceMs = 0
  const fast = {
    ...clock,
    wait: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted()
      paceMs += ms
    },
  }
  const storage = given ?? (await openStorage({ indexedDB: null }))
  const vault = deviceVault(storage.records)
  const notices: string[] = []
  const runtime = createRuntime(async () => ({
    store: storage.store,
    workspaces: storage.workspaces,
    vault,
    locks: memoryLocks().tab(),
    clock,
    grammar: createShellGrammar(),
    registry: createRegistry(GROUPS, ALIASES),
    createModel: (config) =>
      createModelPort({
        guard: CONFIGURED_GUARD,
        config,
        openKey: (id) => vault.open(id),
        fetch: () => Promise.reject(new Error('No network here.')),
        clock: fast,
        scripted: async () => adapter,
      }),
    openSandbox: (workspaceId, onStorageFailure) =>
      createSandbox('embedded', {
        workspaceId,
        store: storage.workspaces,
        clock,
        spawnShell: spawnInProcessShell,
        onStorageFailure,
      }),
    loadBody: createBodyLoader(BODIES, GROUPS),
    demos: DEMOS satisfies readonly DemoOpening[],
    warmUp: async () => {},
  }))
  expect(await runtime.boot()).toEqual({ ok: true })

  const command = async <N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> => {
    const result = (await runtime.call(name, input)) as { ok: true; value: unknown } | { ok: false; failure: never }
    if (!result.ok) throw new FailureError(result.failure)
    return COMMANDS[name].output.parse(result.value) as CommandOutput<N>
  }

  let asked = 0
  let running = false
  let atRest: (() => void) | null = null
  runtime.subscribe(0, {
    postMessage(message) {
      const batch = EventBatch.parse(message)
      if (batch.kind !== 'events') return
      for (const event of batch.events) {
        if (event.type === 'notice') notices.push(event.text)
        if (event.type === 'approval') {
          asked += 1
          const { approval } = event
          const desk = { sessionId: approval.sessionId, command }
          void Promise.resolve(person.approve(approval, desk)).then((verdict) =>
            command('approval.answer', {
              sessionId: approval.sessionId,
              approvalId: approval.id,
              answer: {
                verdict,
                planDigest: approval.planDigest,
                ...(verdict === 'deny' ? { reason: 'Not today' } : {}),
              },
            }),
          )
        }
        if (event.type === 'question') {
          const { question } = event
          const desk = { sessionId: question.sessionId, command }
          void Promise.resolve(person.answer(question, desk)).then((answer) =>
            command('question.answer', { sessionId: question.sessionId, questionId: question.id, answer }),
          )
        }
        if (event.type === 'session') {
          const { status } = event.session.turn
          if (status === 'running') running = true
          if (status === 'idle' && running) {
            running = false
            atRest?.()
          }
        }
      }
    },
  })

  const rest = () => new Promise<void>((resolve) => (atRest = resolve))
  return {
    command,
    rest,
    pace: () => paceMs,
    asked: () => asked,
    notices,
    async play(demoId: string) {
      const resting = rest()
      const { session } = await command('demo.start', { demoId })
      await resting
      return session.id
    },
    async state(sessionId: string) {
      const opened = await command('session.open', { sessionId })
      const calls = opened.calls.toSorted(
        (a, b) => (a.messageSeq ?? 0) - (b.messageSeq ?? 0) || a.position - b.position,
      )
      return { ...opened, calls, said: opened.messages.map(textOf) }
    },
    async file(sessionId: string, path: string) {
      const { content } = await command('workspace.read', { sessionId, path: `/workspace/${path}` })
      return content.kind === 'text' ? content.text : content.kind
    },
    async files(sessionId: string) {
      const { entries } = await command('workspace.list', { sessionId, path: '/workspace' })
      return entries
        .map(({ path }) => path.replace('/workspace/', ''))
        .toSorted()
        .join(' ')
    },
  }
}

function textOf(message: Message): string {
  if (message.role === 'note') return message.text
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

/** `tool` for a call that went well, `tool!kind` for a failure. */
const outcomeOf = ({ tool, failure, status }: CallView) =>
  status === 'ok' ? tool : `${tool}!${failure?.kind ?? status}`
const outcomesOf = (calls: readonly CallView[]) => calls.map(outcomeOf).join(' ')

const first = (question: HumanQuestion): HumanAnswer =>
  question.kind === 'confirm' ? { kind: 'confirmed' } : { kind: 'choice', labels: [question.options[0]?.label ?? ''] }
const last = (question: HumanQuestion): HumanAnswer =>
  question.kind === 'confirm'
    ? { kind: 'declined' }
    : { kind: 'choice', labels: [question.options.at(-1)?.label ?? ''] }

const allows: Person = {
  approve: () => 'allow-once',
  async answer(question, desk) {
    if (question.question.includes('set Mode to Plan'))
      await desk.command('session.update', { sessionId: desk.sessionId, mode: 'plan' })
    return first(question)
  },
}
const denies: Person = { approve: () => 'deny', answer: last }
const talks: Person = {
  approve: () => 'allow-session',
  answer: (question) =>
    question.kind === 'confirm'
      ? { kind: 'declined', reason: 'Later' }
      : { kind: 'text', text: 'Whatever you think is best' },
}

interface Ending {
  readonly asked: number
  readonly files: string
  readonly outcomes: string
}

const PAGE: Ending = {
  asked: 7,
  files: 'app.js check.sh index.html style.css',
  outcomes:
    'todo_write write_file todo_write write_file write_file todo_write write_file execute todo_write edit_file read_file execute todo_write',
}
const NO_PAGE: Ending = { asked: 1, files: '', outcomes: 'todo_write write_file!denied ask_user_question' }
const TOUR: Ending = {
  asked: 4,
  files: 'notes.md',
  outcomes:
    'ls read_file execute write_file write_file execute ls confirm edit_file ask_user_question write_file!blocked',
}
const TOUR_DENIED: Ending = {
  asked: 2,
  files: 'notes.md',
  outcomes: 'ls read_file execute write_file!denied execute!denied ls confirm read_file ask_user_question',
}
const TOUR_TALKED: Ending = {
  asked: 3,
  files: 'notes.md plan.txt',
  outcomes: 'ls read_file execute write_file write_file execute ls confirm read_file ask_user_question write_file',
}
/** The same whoever watches: in Edit mode files are written, and a command that only waits is run, without a question. */
const FAILURES: Ending = {
  asked: 0,
  files: 'failures.md settings.json',
  outcomes:
    'write_file read_file!schema-violation read_file edit_files!unknown-tool edit_file!no-match edit_file execute!timeout execute write_file!cut-arguments write_file',
}
const DATA: Ending = {
  asked: 2,
  files: 'report.md sales.csv summary.csv',
  outcomes: 'execute execute execute ask_user_question execute execute write_file',
}
const DATA_DENIED: Ending = {
  asked: 1,
  files: 'sales.csv',
  outcomes: 'execute execute execute ask_user_question execute!denied ask_user_question',
}

const ENDINGS: readonly { demoId: string; who: string; person: Person; ending: Ending }[] = [
  { demoId: 'build-page', who: 'allows everything', person: allows, ending: PAGE },
  { demoId: 'build-page', who: 'denies everything', person: denies, ending: NO_PAGE },
  // In the root an answer for the session covers one file: each is asked about, the edit and both runs of the test.
  { demoId: 'build-page', who: 'answers in own words', person: talks, ending: PAGE },
  { demoId: 'permission-tour', who: 'allows everything', person: allows, ending: TOUR },
  { demoId: 'permission-tour', who: 'denies everything', person: denies, ending: TOUR_DENIED },
  { demoId: 'permission-tour', who: 'answers in own words', person: talks, ending: TOUR_TALKED },
  { demoId: 'failure-tour', who: 'allows everything', person: allows, ending: FAILURES },
  { demoId: 'failure-tour', who: 'denies everything', person: denies, ending: FAILURES },
  { demoId: 'failure-tour', who: 'answers in own words', person: talks, ending: FAILURES },
  { demoId: 'data-job', who: 'allows everything', person: allows, ending: DATA },
  { demoId: 'data-job', who: 'denies everything', person: denies, ending: DATA_DENIED },
  { demoId: 'data-job', who: 'answers in own words', person: talks, ending: DATA },
]

describe('each demo comes to rest with the outcomes it is made for', () => {
  it.each(ENDINGS)('$demoId, with a person who $who', async ({ person, demoId, ending }) => {
    const desk = await openDesk(person)
    const sessionId = await desk.play(demoId)
    const { session, calls, messages, said } = await desk.state(sessionId)
    expect({ asked: desk.asked(), files: await desk.files(sessionId), outcomes: outcomesOf(calls) }).toEqual(ending)
    // It ends with words of the model, not with a note of the host.
    expect(messages.at(-1)?.role).toBe('agent')
    expect(said.at(-1)?.length).toBeGreaterThan(50)
    expect(session.turn.status).toBe('idle')
    expect(session.usage.input).toBeGreaterThan(session.usage.output)
    expect(session.usage.cost).toBeNull()
    expect(desk.notices).toEqual([])
    expect(desk.pace()).toBeGreaterThan(5_000)
    expect(desk.pace()).toBeLessThan(40_000)
  })
})

it('the permission tour shows every answer of the gate, and its questions are what it says of them', async () => {
  const questions: Approval[] = []
  const desk = await openDesk({
    ...allows,
    approve(approval) {
      questions.push(approval)
      return approval.tool === 'execute' ? 'deny' : 'allow-once'
    },
  })
  const { calls } = await desk.state(await desk.play('permission-tour'))
  expect(calls.map(({ tool, decision }) => `${tool} ${decision?.outcome} by ${decision?.rung}`)).toEqual([
    'ls run by fast-path',
    'read_file run by fast-path',
    'execute run by fast-path',
    'write_file run by ask',
    'write_file run by ask',
    'execute deny by ask',
    'ls run by fast-path',
    'confirm run by fast-path',
    'edit_file run by ask',
    'ask_user_question run by fast-path',
    'write_file block by mode',
  ])
  // Two answers that last are offered for a write, and none for what destroys.
  expect(questions.map(({ risk, sessionScope, ruleWords }) => [risk, sessionScope, ruleWords !== null])).toEqual([
    ['workspace-write', 'write_file under build/', true],
    ['workspace-write', 'write_file under build/', true],
    ['destructive-local', null, false],
    ['workspace-write', 'edit_file of notes.md', true],
  ])
  expect(questions.flatMap(({ effect }) => (effect.kind === 'command' ? effect.effects : []))).toEqual([
    'deletes build',
  ])
})

it.each<[verdict: Verdict, questions: number]>([
  ['allow-once', 4],
  ['allow-session', 3],
  ['allow-rule', 4],
])('the second write of the permission tour is asked about as it says: after %s', async (verdict, questions) => {
  const desk = await openDesk({ ...allows, approve: () => verdict })
  await desk.play('permission-tour')
  expect(desk.asked()).toBe(questions)
})

it('a rule that denies what a demo would do is named as what it is', async () => {
  const desk = await openDesk(allows)
  const target = { kind: 'command', text: 'rm …' } as const
  await desk.command('rules.add', { draft: { verdict: 'deny', tool: 'execute', ...target, workspaceId: null } })
  const { said } = await desk.state(await desk.play('permission-tour'))
  expect(said.join()).toContain('It did not run: a rule denies it.')
})

it('the question of the data job says which file its command writes', async () => {
  const effects: string[] = []
  const desk = await openDesk({
    ...allows,
    approve({ effect }) {
      if (effect.kind === 'command') effects.push(...effect.effects)
      return 'allow-once'
    },
  })
  await desk.play('data-job')
  expect(effects).toEqual(['writes summary.csv'])
})

it('the page that is built passes its own test and no longer holds the faint grey', async () => {
  const desk = await openDesk(allows)
  const sessionId = await desk.play('build-page')
  expect(await desk.file(sessionId, 'style.css')).toBe(STYLE_CSS.replace(FAINT, READABLE))
  const { calls, said, session } = await desk.state(sessionId)
  const tests = calls.flatMap(({ client }) => (client?.kind === 'shell' ? [client.exitCode] : []))
  expect(tests).toEqual([1, 0])
  expect(said.at(-1)).toContain('All 15 checks pass.')
  expect(session.todos.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'completed'])
})

it('the summary of the data job follows the answer, and its total is that of the orders', async () => {
  const desk = await openDesk({ approve: () => 'allow-once', answer: () => ({ kind: 'choice', labels: ['By month'] }) })
  const sessionId = await desk.play('data-job')
  const summary = await desk.file(sessionId, 'summary.csv')
  const sales = await desk.file(sessionId, 'sales.csv')
  const rows = summary
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  expect(rows.map(([name]) => name)).toEqual(['month', '2026-01', '2026-02', '2026-03', '2026-04'])
  const cents = (lines: readonly string[][], of: (cells: string[]) => number) =>
    Math.round(lines.slice(1).reduce((sum, cells) => sum + of(cells), 0) * 100)
  const orders = sales
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  expect(cents(rows, ([, , , revenue]) => Number(revenue))).toBe(
    cents(orders, ([, , , units, price]) => Number(units) * Number(price)),
  )
  expect(await desk.file(sessionId, 'report.md')).toContain(
    '- Left out: line 31 has no units: 2026-03-03,South,Compass,,18.90.',
  )
})

it('an edit that the person made in between is read before it is written over', async () => {
  let edited = false
  const desk = await openDesk({
    async approve(approval, { sessionId, command }): Promise<Verdict> {
      if (approval.tool === 'execute' && !edited) {
        edited = true
        const { content, revision } = await command('workspace.read', { sessionId, path: '/workspace/style.css' })
        const text = content.kind === 'text' ? content.text.replace('#2f5bd8', '#5b2fd8') : ''
        await command('workspace.write', { sessionId, path: '/workspace/style.css', text, revision })
      }
      return 'allow-once'
    },
    answer: first,
  })
  const sessionId = await desk.play('build-page')
  const { calls } = await desk.state(sessionId)
  expect(outcomesOf(calls.slice(-6))).toBe(
    'edit_file!changed-since-read read_file edit_file read_file execute todo_write',
  )
  expect(await desk.file(sessionId, 'style.css')).toBe(STYLE_CSS.replace(FAINT, READABLE).replace('#2f5bd8', '#5b2fd8'))
})

it('names the buttons of the workspace as they are named there', async () => {
  const desk = await openDesk(allows)
  const { said } = await desk.state(await desk.play('build-page'))
  const named = [...(said.at(-1)?.matchAll(/\*\*(.+?)\*\*/gu) ?? [])].map(([, name]) => name)
  expect(named).toEqual([workspaceWords.files, workspaceWords.download])
})

it('a demo that was stopped answers honestly in between and goes on where it stood', async () => {
  let stopped: Promise<unknown> | null = null
  const desk = await openDesk({
    approve(_, { sessionId, command }) {
      if (stopped !== null) return 'allow-once'
      // The person stops instead of answering; the answer that comes too late is refused by the runtime.
      stopped = command('turn.stop', { sessionId })
      return new Promise<never>(() => {})
    },
    answer: first,
  })
  const sessionId = await desk.play('data-job')
  await stopped
  const send = async (text: string) => {
    const resting = desk.rest()
    await desk.command('turn.send', { sessionId, text, attachments: [] })
    await resting
    return (await desk.state(sessionId)).said.at(-1) ?? ''
  }
  expect(await send('What is the capital of France?')).toMatch(
    /^I have read your message but cannot act on it: I am a scripted model/,
  )
  const resting = desk.rest()
  await desk.command('turn.goOn', { sessionId })
  await resting
  const { calls, said } = await desk.state(sessionId)
  expect(outcomesOf(calls)).toBe('execute execute execute ask_user_question execute!aborted execute execute write_file')
  expect(said.some((text) => text.startsWith('This was stopped before it was done, so I do it again.'))).toBe(true)
  expect(await desk.files(sessionId)).toBe(DATA.files)
  expect(await send('Thanks! And by product?')).toMatch(/^That was all of “Data job”\. I am a scripted model/)
})

it('chosen as the model of a session of one’s own, it says what it is and plays on request', async () => {
  const desk = await openDesk(allows)
  const { session } = await desk.command('session.create', { model: { providerId: 'demo', modelId: 'data-job' } })
  const send = async (text: string) => {
    const resting = desk.rest()
    await desk.command('turn.send', { sessionId: session.id, text, attachments: [] })
    await resting
    return (await desk.state(session.id)).said.at(-1) ?? ''
  }
  expect(await send('Write me a poem.')).toMatch(
    /^I am a scripted model: I play the demo “Data job” and understand nothing else/,
  )
  // The file comes with the demo's own opening only.
  expect(await send('start')).toBe(
    'I cannot begin: there is no `sales.csv` here. Start this demo from the list of demos, which brings the file along.',
  )
})

it('the connection test and the model list answer without a network', async () => {
  const desk = await openDesk(allows)
  const { ok, models } = await desk.command('provider.test', { providerId: 'demo', modelId: null })
  expect({ ok, ids: models.map(({ id }) => id).toSorted() }).toEqual({
    ok: true,
    ids: DEMOS.map(({ id }) => id).toSorted(),
  })
})

const DENIED_ONCE = Object.entries({ 'build-page': 7, 'permission-tour': 3, 'data-job': 2 }).flatMap(
  ([demoId, questions]) => Array.from({ length: questions }, (_, index) => ({ demoId, question: index + 1 })),
)

it.each(DENIED_ONCE)(
  '$demoId comes to rest in words of its own when only question $question is denied',
  async ({ demoId, question }) => {
    let asked = 0
    const desk = await openDesk({
      approve() {
        asked += 1
        return asked === question ? 'deny' : 'allow-once'
      },
      answer: last,
    })
    const { calls, messages, said } = await desk.state(await desk.play(demoId))
    expect(calls.flatMap(({ status }) => (status === 'denied' ? [status] : []))).toEqual(['denied'])
    expect(messages.at(-1)?.role).toBe('agent')
    expect(said.at(-1)).not.toMatch(/I am a scripted model/)
  },
)

it('a reload while a question waits loses nothing', async () => {
  const storage = await openStorage({ indexedDB: null })
  let reached: (approval: Approval) => void = () => {}
  const waits = new Promise<Approval>((resolve) => (reached = resolve))
  const before = await openDesk(
    { approve: (approval) => (reached(approval), new Promise<never>(() => {})), answer: first },
    storage,
  )
  await before.command('demo.start', { demoId: 'data-job' })
  const { sessionId } = await waits
  await vi.waitFor(async () => expect(await storage.workspaces.load(sessionId)).not.toEqual([]), 10_000)

  const after = await openDesk(allows, storage)
  const resting = after.rest()
  await after.command('session.open', { sessionId })
  await resting
  const { calls } = await after.state(sessionId)
  expect({ asked: after.asked(), files: await after.files(sessionId), outcomes: outcomesOf(calls) }).toEqual(DATA)
})
