import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { CommandOutput } from '#contracts/commands.ts'
import type { RuntimeEvent } from '#contracts/events.ts'
import type { Session } from '#contracts/sessions.ts'
import { DEFAULT_SETTINGS } from '#contracts/settings.ts'
import { applyEvents } from './apply-events.ts'
import { Drafts } from './drafts.ts'
import { HeardEvents, heardThing } from './heard-events.ts'
import type { Notice, PageState, WorkspaceChange } from './page-state.ts'
import { readPanes } from './panes.ts'
import { Transcript } from './transcript.ts'

export type PageStore = StoreApi<PageState> & {
  /** What is being written, for each session. */
  readonly drafts: Drafts
  /** The conversation of one session; made on first use. */
  transcript(sessionId: string): Transcript
  /**
   * Takes in a batch of events: one update of the state, then one call to each reader concerned. `first` is the
   * number of the first of them; left out, they follow the batch before.
   */
  apply(events: readonly RuntimeEvent[], first?: number): void
  /** Takes in the whole state, at the start and after a reset. */
  begin(state: CommandOutput<'app.state'>): void
  /**
   * Takes in what `session.open` returned, but nothing of which a newer event has spoken meanwhile. False, and
   * nothing is taken in, where one has changed who may write it or let go of it: it has to be opened again.
   */
  open(opened: CommandOutput<'session.open'>): boolean
  older(sessionId: string, page: CommandOutput<'session.older'>): void
  /** Calls `listener` with what changed in that workspace, after the state is updated. Returns the way to stop. */
  onWorkspaceChange(workspaceId: string, listener: (changes: readonly WorkspaceChange[]) => void): () => void
  notice(notice: Omit<Notice, 'id'>): void
  dismiss(id: number): void
  /** Brings the conversation to its end, where what the person has just done stands. */
  showEnd(sessionId: string): void
  /** Shows the line of a call in the conversation. */
  showCall(sessionId: string, callId: string): void
  /** Shows a file of the session's workspace in the workspace pane. */
  showFile(sessionId: string, path: string, line?: number): void
}

/** Notices on the screen at once, and as many errors; the oldest gives way. */
const NOTICES_SHOWN = 4

/** Makes an empty store. The page has one; tests make their own. */
export function createPageStore(): PageStore {
  const store = createStore<PageState>(() => ({
    phase: 'starting',
    bootFailure: null,
    sessions: new Map(),
    opened: new Map(),
    approvals: new Map(),
    questions: new Map(),
    settings: DEFAULT_SETTINGS,
    damagedSettings: [],
    rulesVersion: 0,
    demos: [],
    storage: null,
    notices: [],
    online: typeof navigator === 'undefined' || navigator.onLine,
    workspaceVersions: new Map(),
    selected: null,
    created: new Set(),
    target: null,
    inspecting: null,
    shownCall: null,
    shownEnd: null,
    trust: new Map(),
    fresh: { mode: null, model: null },
    dialog: null,
    settingsSection: 'providers',
    panes: readPanes(),
  }))
  const drafts = new Drafts()
  const transcripts = new Map<string, Transcript>()
  const watchers = new Map<string, Set<(changes: readonly WorkspaceChange[]) => void>>()
  const heard = new HeardEvents()
  let nextNotice = 1
  let nextEvent = 0

  const transcript = (sessionId: string): Transcript => {
    const held = transcripts.get(sessionId) ?? new Transcript()
    transcripts.set(sessionId, held)
    return held
  }
  const notice = (added: Omit<Notice, 'id'>): void =>
    store.setState(({ notices }) => {
      const { subject } = added
      const others = notices.filter(
        (shown) => shown.text !== added.text && (subject === undefined || shown.subject !== subject),
      )
      const all = [...others, { ...added, id: nextNotice++ }]
      // What leaves by itself pushes out no error.
      const kind = all.filter(({ level }) => (level === 'error') === (added.level === 'error'))
      const gone = new Set(kind.slice(0, -NOTICES_SHOWN))
      return { notices: all.filter((shown) => !gone.has(shown)) }
    })

  /** A file of a session that is not shown waits until it is; only what the person asked for turns a phone's page. */
  const showAsked = ({ sessionId, path, line, byPerson }: Extract<RuntimeEvent, { type: 'show-file' }>): void =>
    store.setState(({ target, panes, selected }) => ({
      target: { sessionId, path, ...(line === null ? {} : { line }), at: (target?.at ?? 0) + 1 },
      panes:
        selected === sessionId
          ? { ...panes, workspaceOpen: true, ...(byPerson ? { tab: 'work' as const } : {}) }
          : panes,
    }))

  return Object.assign(store, {
    drafts,
    transcript,
    notice,
    apply(events: readonly RuntimeEvent[], first: number = nextEvent) {
      const touched = new Set<Transcript>()
      for (const [index, event] of events.entries()) heard.note(event, first + index)
      nextEvent = first + events.length
      for (const event of events) {
        if (event.type === 'notice') notice(withoutUndefined(event))
        if (event.type === 'notice-over')
          store.setState(({ notices }) => ({ notices: notices.filter(({ subject }) => subject !== event.subject) }))
        if (event.type === 'show-file') showAsked(event)
        if (event.type === 'show-trust' && store.getState().selected === event.sessionId)
          store.setState({ dialog: 'trust' })
        if (event.type === 'session-deleted') {
          transcripts.delete(event.sessionId)
          drafts.forget(event.sessionId)
        }
        // Nothing keeps it in step from here on: what is shown next is what `session.open` returns.
        if (event.type === 'access' && event.access === 'closed') transcripts.delete(event.sessionId)
        const sessionId = conversationOf(event)
        if (sessionId !== null) touched.add(transcript(sessionId))
        if (isTranscriptEvent(event) && sessionId !== null) transcript(sessionId).apply(event)
      }
      const changed = applyEvents(store.getState(), events)
      if (changed !== null) store.setState(changed)
      for (const each of touched) each.flush()
      for (const event of events) {
        if (event.type !== 'workspace') continue
        for (const watcher of watchers.get(event.workspaceId) ?? []) watcher(event.changes)
      }
    },
    begin(state: CommandOutput<'app.state'>) {
      store.setState((now) => {
        const sessions = new Map(state.sessions.map((session) => [session.id, session]))
        const selected = now.selected !== null && sessions.has(now.selected) ? now.selected : null
        const { settings, demos, storage } = state
        // What was asked may have been answered since; what still waits comes with opening its session.
        const asked = { approvals: new Map(), questions: new Map() }
        return { phase: 'ready', bootFailure: null, sessions, settings, demos, storage, selected, ...asked }
      })
    },
    open({ session, messages, calls, access, hasOlder, nextEvent: since, ...waiting }: CommandOutput<'session.open'>) {
      const isNewer = (thing: string): boolean => heard.isNewer(session.id, thing, since)
      if (isNewer(heardThing.access)) return false
      const held = transcript(session.id)
      held.open({ messages, calls }, isNewer)
      // What was held from before may reach further back than the page that came.
      const older = hasOlder && held.seqs()[0] !== 0
      store.setState((now) => ({
        sessions: isNewer(heardThing.session) ? now.sessions : new Map(now.sessions).set(session.id, session),
        opened: new Map(now.opened).set(session.id, { access, hasOlder: older }),
        approvals: replaceOf(now.approvals, session.id, waiting.approvals, isNewer),
        questions: replaceOf(now.questions, session.id, waiting.questions, isNewer),
      }))
      held.flush()
      return true
    },
    older(sessionId: string, page: CommandOutput<'session.older'>) {
      transcript(sessionId).merge(page)
      store.setState((now) => {
        const access = now.opened.get(sessionId)?.access ?? 'write'
        return { opened: new Map(now.opened).set(sessionId, { access, hasOlder: page.hasOlder }) }
      })
      transcript(sessionId).flush()
    },
    onWorkspaceChange(workspaceId: string, listener: (changes: readonly WorkspaceChange[]) => void) {
      const listeners = watchers.get(workspaceId) ?? new Set()
      watchers.set(workspaceId, listeners.add(listener))
      return () => void listeners.delete(listener)
    },
    dismiss(id: number) {
      store.setState(({ notices }) => ({ notices: notices.filter((shown) => shown.id !== id) }))
    },
    showEnd(sessionId: string) {
      store.setState(({ shownEnd }) => ({ shownEnd: { sessionId, at: (shownEnd?.at ?? 0) + 1 } }))
    },
    showCall(sessionId: string, callId: string) {
      store.setState(({ shownCall, panes }) => ({
        shownCall: { sessionId, callId, at: (shownCall?.at ?? 0) + 1 },
        panes: { ...panes, tab: 'chat' },
      }))
    },
    showFile(sessionId: string, path: string, line?: number) {
      store.setState(({ target, panes }) => ({
        target: { sessionId, path, ...(line === undefined ? {} : { line }), at: (target?.at ?? 0) + 1 },
        panes: { ...panes, workspaceOpen: true, tab: 'work' },
      }))
    },
  })
}

const StoreContext = createContext<PageStore | null>(null)
/** `<StoreProvider value={store}>` round the page. */
export const StoreProvider = StoreContext.Provider

/** The page's store, for actions. Reading goes through `usePage` and `useTranscript`. */
export function usePageStore(): PageStore {
  const store = useContext(StoreContext)
  if (store === null) throw new Error('There is no store above this component.')
  return store
}

/** Part of the state. `select` must return something held in the state, not something made anew. */
export function usePage<T>(select: (state: PageState) => T): T {
  return useStore(usePageStore(), select)
}

/** The session that is shown, or null. */
export function useSelectedSession(): Session | null {
  return usePage((state) => (state.selected === null ? null : (state.sessions.get(state.selected) ?? null)))
}

/** One thing of a conversation, read anew only when `key` was touched (see `Transcript.subscribe`). */
export function useTranscript<T>(sessionId: string, key: string, read: (transcript: Transcript) => T): T {
  const transcript = usePageStore().transcript(sessionId)
  const subscribe = useCallback((listener: () => void) => transcript.subscribe(key, listener), [transcript, key])
  const snapshot = () => read(transcript)
  return useSyncExternalStore(subscribe, snapshot, snapshot)
}

type TranscriptEvents = Parameters<Transcript['apply']>[0]

function isTranscriptEvent(event: RuntimeEvent): event is TranscriptEvents {
  return ['message', 'delta', 'call-draft', 'call', 'call-output', 'heartbeat'].includes(event.type)
}

function conversationOf(event: RuntimeEvent): string | null {
  if (event.type === 'message') return event.message.sessionId
  if (event.type === 'call') return event.call.sessionId
  return isTranscriptEvent(event) ? event.sessionId : null
}

/** What waits in one session, replaced but for what is newer; other sessions keep theirs. */
function replaceOf<T extends { id: string; sessionId: string }>(
  held: ReadonlyMap<string, T>,
  sessionId: string,
  now: readonly T[],
  isNewer: (thing: string) => boolean,
): ReadonlyMap<string, T> {
  const newer = ({ id }: T): boolean => isNewer(heardThing.waiting(id))
  const kept = [...held.values()].filter((each) => each.sessionId !== sessionId || newer(each))
  return new Map([...kept, ...now.filter((each) => !newer(each))].map((each) => [each.id, each]))
}

function withoutUndefined(event: Extract<RuntimeEvent, { type: 'notice' }>): Omit<Notice, 'id'> {
  const { level, text, failure, subject } = event
  return { level, text, ...(failure === undefined ? {} : { failure }), ...(subject === undefined ? {} : { subject }) }
}
