import { describe, expect, it, vi } from 'vitest'
import type { CommandOutput } from '#contracts/commands.ts'
import type { Message } from '#contracts/messages.ts'
import { DEFAULT_SETTINGS } from '#contracts/settings.ts'
import { agent, approval, call, openedSession, session, user } from '#e2e/doubles/page-records.ts'
import { createPageStore } from './store.ts'

const STORAGE = { kind: 'memory', reason: 'Blocked.', usageBytes: null, quotaBytes: null, persisted: null } as const

describe('page store', () => {
  it('begins with the state of the thread and keeps a selection that still exists', () => {
    const store = createPageStore()
    store.setState({ selected: 's1' })
    store.begin({ sessions: [session('s1')], settings: DEFAULT_SETTINGS, demos: [], storage: STORAGE, nextEvent: 0 })
    expect(store.getState()).toMatchObject({ phase: 'ready', selected: 's1', storage: STORAGE })
    store.begin({ sessions: [], settings: DEFAULT_SETTINGS, demos: [], storage: STORAGE, nextEvent: 0 })
    expect(store.getState().selected).toBeNull()
  })

  it('lets go of what was asked when it reads the state anew', () => {
    const store = createPageStore()
    const question = { ...approval('s1', 'q1'), kind: 'question' as const, question: 'Which?', options: [] }
    store.apply([
      { type: 'approval', approval: approval('s1', 'a1') },
      { type: 'question', question: { ...question, allowsSeveral: false } },
    ])
    store.begin({ sessions: [session('s1')], settings: DEFAULT_SETTINGS, demos: [], storage: STORAGE, nextEvent: 9 })
    const { approvals, questions } = store.getState()
    expect([approvals.size, questions.size]).toEqual([0, 0])
  })

  it('turns a batch of events into one update', () => {
    const store = createPageStore()
    const updates = vi.fn()
    store.subscribe(updates)
    store.apply([
      { type: 'session', session: session('s1') },
      { type: 'session', session: session('s2') },
      { type: 'approval', approval: approval('s1', 'a1') },
      { type: 'settled', sessionId: 's1', id: 'a1' },
      { type: 'approval', approval: approval('s1', 'a2') },
    ])
    expect(updates).toHaveBeenCalledTimes(1)
    expect([...store.getState().sessions.keys()]).toEqual(['s1', 's2'])
    expect([...store.getState().approvals.keys()]).toEqual(['a2'])
  })

  it('leaves the coarse state alone for a token', () => {
    const store = createPageStore()
    store.apply([{ type: 'message', message: agent('s1', 1, [{ type: 'text', text: 'a' }], { state: 'streaming' }) }])
    const before = store.getState()
    store.apply([{ type: 'delta', sessionId: 's1', seq: 1, part: 0, kind: 'text', text: 'b' }])
    expect(store.getState()).toBe(before)
    expect(store.transcript('s1').part(1, 0)).toEqual({ type: 'text', text: 'ab' })
  })

  it('lets go of everything of a deleted session', () => {
    const store = createPageStore()
    store.apply([
      { type: 'session', session: session('s1') },
      { type: 'message', message: user('s1', 0, 'Hi') },
      { type: 'approval', approval: approval('s1', 'a1') },
    ])
    store.setState({ selected: 's1' })
    store.apply([{ type: 'session-deleted', sessionId: 's1' }])
    const { sessions, approvals, selected } = store.getState()
    expect({ sessions: sessions.size, approvals: approvals.size, selected }).toEqual({
      sessions: 0,
      approvals: 0,
      selected: null,
    })
    expect(store.transcript('s1').messages.size).toBe(0)
  })

  it('replaces what waits in a session when it is opened, and keeps what waits in others', () => {
    const store = createPageStore()
    store.apply([
      { type: 'approval', approval: approval('s1', 'old') },
      { type: 'approval', approval: approval('s2', 'other') },
    ])
    store.open({
      session: session('s1'),
      messages: [],
      calls: [],
      approvals: [approval('s1', 'new')],
      questions: [],
      access: 'read-only',
      hasOlder: true,
      nextEvent: 2,
    })
    expect([...store.getState().approvals.keys()]).toEqual(['other', 'new'])
    expect(store.getState().opened.get('s1')).toEqual({ access: 'read-only', hasOlder: true })
  })

  it('reads a session anew that was closed here, with what another tab added and nothing twice', () => {
    const store = createPageStore()
    const page = (nextEvent: number, ...messages: Message[]) => openedSession(session('s1'), nextEvent, { messages })
    const [first, second] = [user('s1', 0, 'One'), user('s1', 1, 'Two, from another tab')]
    store.open(page(0, first))
    store.apply([{ type: 'access', sessionId: 's1', access: 'closed' }])
    expect(store.getState().opened.has('s1')).toBe(false)
    store.open(page(1, first, second))
    expect([...store.transcript('s1').messages.values()]).toEqual([first, second])
    expect(store.getState().opened.get('s1')).toEqual({ access: 'write', hasOlder: false })
  })

  it('keeps no conversation with a hole, and asks for nothing older than the first message', () => {
    const store = createPageStore()
    const open = (messages: Message[]) =>
      store.open({
        session: session('s1'),
        messages,
        calls: [],
        approvals: [],
        questions: [],
        access: 'write',
        hasOlder: (messages[0]?.seq ?? 0) > 0,
        nextEvent: 0,
      })
    open([user('s1', 0, 'a'), user('s1', 1, 'b')])
    open([user('s1', 2, 'c'), user('s1', 3, 'd')])
    expect(store.transcript('s1').seqs()).toEqual([0, 1, 2, 3])
    expect(store.getState().opened.get('s1')?.hasOlder).toBe(false)
    open([user('s1', 9, 'e')])
    expect(store.transcript('s1').seqs()).toEqual([9])
    expect(store.getState().opened.get('s1')?.hasOlder).toBe(true)
  })

  describe('an answer that was read before events which are here already', () => {
    const question = (id: string) => ({
      ...approval('s1', id),
      kind: 'question' as const,
      question: 'Which?',
      options: [],
      allowsSeveral: false,
    })
    const answer = (read: Partial<CommandOutput<'session.open'>> = {}): CommandOutput<'session.open'> =>
      openedSession(session('s1', { title: 'Old' }), 10, read)
    const state = (store: ReturnType<typeof createPageStore>) => {
      const { sessions, approvals, questions } = store.getState()
      const { messages, calls } = store.transcript('s1')
      return {
        title: sessions.get('s1')?.title,
        messages: [...messages.values()],
        calls: [...calls.values()],
        waiting: [...approvals.keys(), ...questions.keys()],
      }
    }

    it('undoes nothing that they said, and brings the rest', () => {
      const store = createPageStore()
      const note = (text: string) => user('s1', 1, text)
      const waits = call('s1', 'c1', 'ls', 'Lists .', { state: 'asked', startedAt: 1 })
      const [older, newer] = [
        { ...waits, words: 'Old' },
        { ...waits, words: 'New' },
      ]
      store.apply(
        [
          { type: 'session', session: session('s1', { title: 'New' }) },
          { type: 'message', message: note('New') },
          { type: 'call', call: newer },
          { type: 'settled', sessionId: 's1', id: 'a-gone' },
          { type: 'approval', approval: approval('s1', 'a-new') },
          { type: 'settled', sessionId: 's1', id: 'q-gone' },
          { type: 'question', question: question('q-new') },
        ],
        10,
      )
      const first = user('s1', 0, 'Hi')
      const opened = store.open(
        answer({
          messages: [first, note('Old')],
          calls: [older],
          approvals: [approval('s1', 'a-gone'), approval('s1', 'a-still')],
          questions: [question('q-gone'), question('q-still')],
        }),
      )
      expect({ opened, ...state(store) }).toEqual({
        opened: true,
        title: 'New',
        messages: [note('New'), first],
        calls: [newer],
        waiting: ['a-new', 'a-still', 'q-new', 'q-still'],
      })
    })

    it('is the newer one where the events came before it was read', () => {
      const store = createPageStore()
      store.apply(
        [
          { type: 'session', session: session('s1', { title: 'Older' }) },
          { type: 'message', message: user('s1', 0, 'Older') },
          { type: 'approval', approval: approval('s1', 'a-gone') },
        ],
        7,
      )
      store.open(answer({ messages: [user('s1', 0, 'Old')] }))
      expect(state(store)).toEqual({ title: 'Old', messages: [user('s1', 0, 'Old')], calls: [], waiting: [] })
    })

    it.each(['closed', 'write', 'read-only'] as const)('opens nothing where the session is %s since', (access) => {
      const store = createPageStore()
      store.apply([{ type: 'access', sessionId: 's1', access }], 10)
      const before = store.getState()
      expect(store.open(answer({ messages: [user('s1', 0, 'Old')] }))).toBe(false)
      expect(store.getState()).toBe(before)
      expect(store.open(answer({ nextEvent: 11 }))).toBe(true)
    })

    it('brings back no session that was deleted since', () => {
      const store = createPageStore()
      store.apply([{ type: 'session-deleted', sessionId: 's1' }], 10)
      expect(store.open(answer())).toBe(false)
      expect(store.getState().sessions.size).toBe(0)
    })
  })

  it('tells watchers of a workspace what changed, after the version has grown', () => {
    const store = createPageStore()
    const seen: unknown[] = []
    const stop = store.onWorkspaceChange('w1', (changes) =>
      seen.push([changes, store.getState().workspaceVersions.get('w1')]),
    )
    const changes = [{ path: '/workspace/a', kind: 'created' as const }]
    store.apply([{ type: 'workspace', workspaceId: 'w1', changes }])
    stop()
    store.apply([{ type: 'workspace', workspaceId: 'w1', changes }])
    expect(seen).toEqual([[changes, 1]])
  })

  it('shows at most four notices, and one that repeats only once', () => {
    const store = createPageStore()
    for (const text of ['1', '2', '3', '4', '5', '3']) store.notice({ level: 'info', text })
    expect(store.getState().notices.map((notice) => notice.text)).toEqual(['2', '4', '5', '3'])
  })
})
