import { describe, expect, it, vi } from 'vitest'
import type { OpenSession } from '#contracts/commands.ts'
import type { Message } from '#contracts/messages.ts'
import { DEFAULT_SETTINGS } from '#contracts/settings.ts'
import { agent, approval, session, user } from '#e2e/doubles/page-records.ts'
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
    })
    expect([...store.getState().approvals.keys()]).toEqual(['other', 'new'])
    expect(store.getState().opened.get('s1')).toEqual({ access: 'read-only', hasOlder: true })
  })

  it('reads a session anew that was closed here, with what another tab added and nothing twice', () => {
    const store = createPageStore()
    const page = (...messages: Message[]): OpenSession => ({
      session: session('s1'),
      messages,
      calls: [],
      approvals: [],
      questions: [],
      access: 'write',
      hasOlder: false,
    })
    const [first, second] = [user('s1', 0, 'One'), user('s1', 1, 'Two, from another tab')]
    store.open(page(first))
    store.apply([{ type: 'access', sessionId: 's1', access: 'closed' }])
    expect(store.getState().opened.has('s1')).toBe(false)
    store.open(page(first, second))
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
      })
    open([user('s1', 0, 'a'), user('s1', 1, 'b')])
    open([user('s1', 2, 'c'), user('s1', 3, 'd')])
    expect(store.transcript('s1').seqs()).toEqual([0, 1, 2, 3])
    expect(store.getState().opened.get('s1')?.hasOlder).toBe(false)
    open([user('s1', 9, 'e')])
    expect(store.transcript('s1').seqs()).toEqual([9])
    expect(store.getState().opened.get('s1')?.hasOlder).toBe(true)
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
