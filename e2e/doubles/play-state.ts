import type { CommandOutput, OpenSession } from '#contracts/commands.ts'
import type { Message } from '#contracts/messages.ts'
import { DEFAULT_SETTINGS, type Settings } from '#contracts/settings.ts'
import type { Session } from '#contracts/sessions.ts'
import type { PageStore } from '#page/store.ts'
import type { FakeRuntime } from './fake-runtime.ts'
import { playRules } from './play-rules.ts'
import { agent, approval, call, DIFF, note, NOW, read, session, user } from './page-records.ts'

/** What to show first, and what happens once it is shown. */
export interface Play {
  sessionId: string | null
  after?: (store: PageStore) => void
}

const DEMOS = [
  { id: 'build', title: 'Build and run', about: 'Writes a small page and its test, then runs it.' },
  { id: 'gate', title: 'The gate', about: 'What is allowed, asked, denied and blocked.' },
  { id: 'failures', title: 'When things fail', about: 'Bad arguments, a timeout, a cut call, and recovery.' },
  { id: 'data', title: 'A data job', about: 'Reads a CSV file, asks you one thing, writes the result.' },
]
const PROVIDER: Settings['providers'][number] = {
  id: 'anthropic',
  dialect: 'anthropic',
  label: 'Anthropic',
  baseUrl: 'https://api.anthropic.com/v1',
  keyId: 'k1',
  keyHint: 'x7Qd',
  addedAt: NOW,
}
const STORAGE = {
  kind: 'indexeddb',
  reason: '',
  usageBytes: 4_812_000,
  quotaBytes: 12_400_000_000,
  persisted: true,
} as const

const ANSWER = `The page is in place. It reads \`tides.csv\`, shows the **next high tide**, and refreshes each minute.

| Harbour | Next high | Height |
| --- | --- | --- |
| Brest | 16:42 | 6.1 m |
| Saint-Malo | 18:05 | 10.9 m |

\`\`\`ts
const next = nextHigh(tides, new Date())
if (next) show(\`\${next.harbour}: \${next.height} m\`)
\`\`\`

Two things to know:

1. Times are in the harbour's own zone.
2. A missing height is shown as a dash, not as zero.`

function richMessages(id: string): Pick<OpenSession, 'messages' | 'calls'> {
  const shell = call(id, 'c6', 'execute', 'Ran npm test', {
    rawArguments: '{"command":"npm test"}',
    effectiveRisk: 'destructive-local',
    startedAt: NOW - 18_000,
    settledAt: NOW - 15_600,
    client: {
      kind: 'shell',
      summary: 'exit 0',
      command: 'npm test',
      output: '✓ nextHigh skips low tides\n✓ nextHigh returns null after the last one\n\n2 passed\n',
      omittedChars: 0,
      exitCode: 0,
      durationMs: 2_400,
      cwd: '/workspace',
    },
  })
  const edit = call(id, 'c4', 'edit_file', 'Edited src/tides.ts', {
    client: { kind: 'diff', summary: '+4 −2', diff: DIFF },
    effectiveRisk: 'workspace-write',
  })
  const failed = call(id, 'c5', 'edit_file', 'Edit src/page.ts', {
    status: 'failed',
    failure: {
      stage: 'execution',
      kind: 'no-match',
      message: 'The text to replace does not occur in src/page.ts. The closest is line 14; read it again.',
      retryable: false,
    },
  })
  const denied = call(id, 'c7', 'execute', 'Run rm -rf dist', {
    status: 'denied',
    failure: {
      stage: 'authorization',
      kind: 'denied',
      message: 'You denied it: keep the old build.',
      retryable: false,
    },
  })
  const parts = (...ids: string[]) => ids.map((callId) => ({ type: 'call' as const, callId }))
  const messages: Message[] = [
    user(
      id,
      0,
      'Build a page that shows the next high tide from tides.csv. Keep it small, and test the part that finds it.',
    ),
    agent(
      id,
      1,
      [
        {
          type: 'reasoning',
          text: 'The data comes first: what columns are there, and is the time zone given?',
          durationMs: 4_100,
        },
        { type: 'text', text: 'I will look at the data and the code that is there.' },
        ...parts('c1', 'c2', 'c3'),
      ],
      {},
      { input: 8_120, cacheRead: 0, cacheWrite: 4_100, output: 402, reasoning: 210, cost: 0.0291 },
    ),
    agent(
      id,
      2,
      parts('c4', 'c5'),
      {},
      { input: 11_900, cacheRead: 8_100, cacheWrite: 0, output: 1_204, reasoning: 0, cost: 0.0262 },
    ),
    agent(
      id,
      3,
      parts('c6', 'c7'),
      {},
      { input: 12_440, cacheRead: 11_800, cacheWrite: 0, output: 320, reasoning: 0, cost: 0.0101 },
    ),
    agent(
      id,
      4,
      [{ type: 'text', text: ANSWER }],
      {},
      { input: 12_440, cacheRead: 11_900, cacheWrite: 0, output: 512, reasoning: 0, cost: 0.0112 },
    ),
  ]
  return {
    messages,
    calls: [
      read(id, 'c1', 'tides.csv', 48),
      read(id, 'c2', 'src/tides.ts', 80),
      read(id, 'c3', 'src/page.ts', 31),
      edit,
      failed,
      shell,
      denied,
    ],
  }
}

/** Prepares `runtime` so that the page comes up in the state called `name`. Unknown names show the welcome. */
export function playState(name: string, runtime: FakeRuntime, theme: Settings['theme']): Play {
  const id = 's1'
  const rich = richMessages(id)
  const state: CommandOutput<'app.state'> = {
    sessions: name.startsWith('welcome')
      ? []
      : [
          session(id, { nextSeq: 5 }),
          session('s2', {
            title: 'Rename the exporter',
            updatedAt: NOW - 7_200_000,
            turn: { status: 'interrupted', turnId: 't', startedAt: null },
          }),
          session('s3', { title: 'A data job', demoId: 'data', updatedAt: NOW - 9_000_000 }),
          session('s4', {
            title: 'Why does the parser drop the last line of a CSV file without newline',
            updatedAt: NOW - 200_000_000,
          }),
        ],
    settings: { ...DEFAULT_SETTINGS, theme, providers: name === 'welcome' ? [] : [PROVIDER] },
    demos: DEMOS,
    storage: STORAGE,
    nextEvent: 0,
  }
  const patch = (changed: Partial<Session>): Session => {
    const patched = { ...(state.sessions.find((each) => each.id === id) ?? session(id)), ...changed }
    state.sessions = [patched, ...state.sessions.filter((each) => each.id !== id)]
    return patched
  }
  let opened: OpenSession = {
    session: session(id, { nextSeq: 5 }),
    ...rich,
    approvals: [],
    questions: [],
    access: 'write',
    hasOlder: false,
  }
  runtime.handlers = {
    'app.state': () => state,
    'session.open': ({ sessionId }) => ({
      ...opened,
      session: state.sessions.find((each) => each.id === sessionId) ?? opened.session,
      nextEvent: runtime.nextEvent,
    }),
    'session.create': () => ({ session: session('s9', { title: '', nextSeq: 0 }) }),
    'session.update': ({ mode }) => {
      const changed = patch(mode === undefined ? {} : { mode })
      runtime.emit({ type: 'session', session: changed })
      return { session: changed }
    },
    'session.older': () => ({ messages: [], calls: [], hasOlder: false }),
    'settings.update': (changed) => {
      state.settings = { ...state.settings, ...(changed.theme === undefined ? {} : { theme: changed.theme }) }
      runtime.emit({ type: 'settings', settings: state.settings })
      return { settings: state.settings }
    },
    'storage.report': () => STORAGE,
    'provider.models': () => ({
      models: ['claude-sonnet-4-5', 'claude-opus-4-1', 'claude-haiku-4-5'].map((model) => ({
        id: model,
        label: model,
        contextTokens: 200_000,
        maxOutputTokens: null,
        readsImages: true,
        price: null,
      })),
    }),
    'provider.test': () => ({
      ok: false,
      message: '',
      failure: {
        stage: 'model',
        kind: 'bad-key',
        message: 'Anthropic refuses this key. Make a new one at console.anthropic.com and replace it here.',
        retryable: false,
      },
      models: [],
    }),
    'workspace.list': () => ({
      entries: [
        { path: '/workspace/tides.csv', kind: 'file', size: 1_204, modifiedAt: NOW },
        { path: '/workspace/README.md', kind: 'file', size: 320, modifiedAt: NOW },
      ],
      omitted: 0,
    }),
    'workspace.read': ({ path }) => ({
      path,
      size: 12,
      revision: 'r1',
      content: { kind: 'text', text: 'harbour,at,height\n' },
    }),
    'turn.diff': () => ({ diff: null }),
    ...playRules(name, runtime, id),
    'turn.send': () => ({ queued: false }),
    'turn.stop': () => ({}),
    'approval.answer': ({ sessionId, approvalId }) => {
      runtime.emit({ type: 'settled', sessionId, id: approvalId })
      return {}
    },
    'question.answer': ({ sessionId, questionId }) => {
      runtime.emit({ type: 'settled', sessionId, id: questionId })
      return {}
    },
  }
  const waiting = { status: 'waiting' as const, turnId: 't1', startedAt: NOW }
  const asked = (callId: string, words: string) =>
    call(id, callId, 'edit_file', words, {
      state: 'asked',
      status: undefined,
      settledAt: undefined,
      startedAt: undefined,
    } as never)
  const command = approval(id, 'a2', {
    title: 'Run `npm run build && rm -rf cache` in /workspace?',
    effect: {
      kind: 'command',
      command: 'npm run build && rm -rf cache',
      cwd: '/workspace',
      effects: ['Runs the script “build”.', 'Deletes the directory cache and all in it.'],
    },
    risk: 'destructive-local',
    reason: 'A command with an operator in it is never taken as read-only.',
    sessionScope: null,
  })

  switch (name) {
    case 'conversation':
      return { sessionId: id, after: () => {} }
    case 'details':
      return {
        sessionId: id,
        after: () =>
          setTimeout(
            () =>
              document
                .querySelectorAll<HTMLElement>('[data-state="ok"][aria-expanded]')
                .forEach((line) => line.click()),
            200,
          ),
      }
    case 'approval':
      patch({
        turn: waiting,
        todos: [
          { id: '1', text: 'Read the data', status: 'completed' },
          { id: '2', text: 'Find the next high tide', status: 'in_progress' },
          { id: '3', text: 'Show it', status: 'pending' },
        ],
      })
      opened = {
        ...opened,
        calls: [...rich.calls, asked('call-a1', 'Edit src/tides.ts')],
        messages: [...rich.messages, agent(id, 5, [{ type: 'call', callId: 'call-a1' }])],
        approvals: [approval(id, 'a1', { ruleWords: 'Allow `edit_file` for `src/*`, in every workspace' })],
      }
      return { sessionId: id }
    case 'approvals':
      patch({ turn: waiting })
      opened = {
        ...opened,
        approvals: [command, approval(id, 'a1'), approval(id, 'a3', { title: 'Write `README.md`?' })],
      }
      return { sessionId: id }
    case 'question':
      patch({ turn: waiting })
      opened = {
        ...opened,
        questions: [
          {
            id: 'q1',
            sessionId: id,
            turnId: 't1',
            callId: 'c9',
            kind: 'question',
            question: 'Which harbours should the page show?',
            options: [
              { label: 'Brest only', description: 'One table, largest type.' },
              { label: 'All six', description: 'A row each, sorted by the next high tide.' },
            ],
            allowsSeveral: false,
            askedAt: NOW,
          },
        ],
      }
      return { sessionId: id }
    case 'confirm':
      patch({ turn: waiting })
      opened = {
        ...opened,
        questions: [
          {
            id: 'q2',
            sessionId: id,
            turnId: 't1',
            callId: 'c9',
            kind: 'confirm',
            question: 'Delete the old tables?',
            options: [],
            allowsSeveral: false,
            confirm: {
              target: '12 files under data/2024',
              scope: 'This workspace only',
              consequence: 'They cannot be brought back.',
            },
            askedAt: NOW,
          },
        ],
      }
      return { sessionId: id }
    case 'running': {
      const startedAt = Date.now() - 8_000
      const started = call(id, 'c8', 'execute', 'Run npm run build', {
        state: 'started',
        status: undefined,
        settledAt: undefined,
        startedAt,
        rawArguments: '{"command":"npm run build"}',
      } as never)
      patch({
        turn: { status: 'running', turnId: 't1', startedAt },
        queue: [{ id: 'q', text: 'Then write a README for it.', attachments: [] }],
        nextSeq: 6,
      })
      opened = {
        ...opened,
        calls: [...rich.calls, started],
        messages: [
          ...rich.messages.slice(0, 4),
          agent(id, 4, [
            { type: 'text', text: 'Building it now.' },
            { type: 'call', callId: 'c8' },
          ]),
        ],
      }
      return {
        sessionId: id,
        after: () => {
          runtime.emit({
            type: 'call-output',
            sessionId: id,
            callId: 'c8',
            stream: 'stdout',
            text: '> vite build\ntransforming…\n✓ 128 modules transformed.\n',
          })
          runtime.emit({
            type: 'call-draft',
            sessionId: id,
            seq: 5,
            index: 0,
            name: 'write_file',
            argumentChars: 1_840,
          })
          setTimeout(() => document.querySelector<HTMLElement>('[data-state="started"]')?.click(), 200)
        },
      }
    }
    case 'streaming': {
      patch({ turn: { status: 'running', turnId: 't1', startedAt: Date.now() }, nextSeq: 6 })
      const streaming = agent(id, 5, [{ type: 'text', text: '' }], { state: 'streaming' })
      return {
        sessionId: id,
        after: () => {
          runtime.emit({ type: 'message', message: streaming })
          let at = 0
          const long = `${ANSWER}\n\n`.repeat(30)
          const step = () => {
            runtime.emit({ type: 'delta', sessionId: id, seq: 5, part: 0, kind: 'text', text: long.slice(at, at + 24) })
            at += 24
            if (at < long.length) requestAnimationFrame(step)
          }
          step()
        },
      }
    }
    case 'stopped':
      patch({ turn: { status: 'interrupted', turnId: 't1', startedAt: null }, nextSeq: 7 })
      opened = {
        ...opened,
        messages: [
          ...rich.messages.slice(0, 4),
          agent(id, 4, [{ type: 'text', text: 'The page is in pl' }], { state: 'interrupted' }),
          note(id, 5, 'retry', 'The provider is overloaded. Next try in 4 s, 2 of 4.'),
          note(id, 6, 'budget', 'The turn made 60 requests, which is its limit. What it did is kept.', true),
        ],
        hasOlder: true,
      }
      return { sessionId: id }
    case 'empty':
      patch({ title: '', nextSeq: 0 })
      opened = { ...opened, messages: [], calls: [] }
      return { sessionId: id }
    case 'read-only':
      opened = { ...opened, access: 'read-only' }
      return { sessionId: id, after: (store) => store.setState({ online: false }) }
    case 'notices':
      return {
        sessionId: id,
        after: (store) => {
          store.notice({
            level: 'error',
            text: 'The file changed since it was read. Open it again and repeat the edit.',
          })
          store.notice({ level: 'info', text: 'Copied to the workspace.' })
        },
      }
    case 'boot-failed':
      runtime.bootReport = {
        ok: false,
        failure: {
          stage: 'storage',
          kind: 'newer-database',
          message: 'The database was written by a newer version. Reload to get that version; nothing was changed.',
          retryable: false,
          detail: { found: 4, known: 3 },
        },
      }
      return { sessionId: null }
    case 'starting':
      runtime.bootReport = null
      return { sessionId: null }
    case 'settings':
    case 'palette':
    case 'keys':
      return { sessionId: id, after: (store) => store.setState({ dialog: name }) }
    case 'rules':
    case 'rules-empty':
    case 'rules-file':
      return { sessionId: id, after: (store) => store.setState({ dialog: 'settings', settingsSection: 'rules' }) }
    case 'settings-form':
      return { sessionId: id, after: (store) => store.setState({ dialog: 'settings' }) }
    case 'workspace':
      return { sessionId: id, after: (store) => store.setState(({ panes }) => ({ panes: { ...panes, tab: 'work' } })) }
    case 'more':
      return { sessionId: id, after: (store) => store.setState(({ panes }) => ({ panes: { ...panes, tab: 'more' } })) }
    default:
      return { sessionId: null }
  }
}
