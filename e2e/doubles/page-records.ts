import type { Approval } from '#contracts/approvals.ts'
import type { CallView } from '#contracts/calls.ts'
import type { CommandOutput } from '#contracts/commands.ts'
import type { Decision } from '#contracts/decisions.ts'
import type { AgentMessage, NoteMessage, Part, UserMessage } from '#contracts/messages.ts'
import { NO_USAGE, type Usage } from '#contracts/models.ts'
import type { Session } from '#contracts/sessions.ts'
import type { ClientView, FileDiff } from '#contracts/views.ts'

/** A fixed moment, so that pictures of the page are the same each time. */
export const NOW = Date.UTC(2026, 10, 29, 14, 30)
const MODEL = { providerId: 'anthropic', modelId: 'claude-sonnet-4-5' }

/** What `session.open` answers of a session in which nothing waits. `nextEvent`: of the runtime that answers. */
export function openedSession(
  opened: Session,
  nextEvent: number,
  more: Partial<CommandOutput<'session.open'>> = {},
): CommandOutput<'session.open'> {
  const nothing = { messages: [], calls: [], approvals: [], questions: [] }
  return { session: opened, ...nothing, access: 'write', hasOlder: false, nextEvent, ...more }
}

export function session(id: string, changed: Partial<Session> = {}): Session {
  return {
    id,
    title: 'Build a tide table page',
    createdAt: NOW - 3_600_000,
    updatedAt: NOW - 60_000,
    mode: 'ask',
    model: MODEL,
    workspaceId: `ws-${id}`,
    demoId: null,
    todos: [],
    allowances: [],
    usage: { input: 48_210, cacheRead: 39_800, cacheWrite: 4_100, output: 3_902, reasoning: 820, cost: 0.0931 },
    contextTokens: 12_440,
    turn: { status: 'idle', turnId: null, startedAt: null },
    queue: [],
    nextSeq: 1,
    ...changed,
  }
}

export function user(sessionId: string, seq: number, text: string, more: Part[] = []): UserMessage {
  return {
    id: `m${seq}`,
    sessionId,
    seq,
    turnId: 't1',
    at: NOW - 60_000 + seq,
    role: 'user',
    parts: [{ type: 'text', text }, ...more],
  }
}

export function agent(
  sessionId: string,
  seq: number,
  parts: Part[],
  changed: Partial<AgentMessage> = {},
  usage: Usage = NO_USAGE,
): AgentMessage {
  return {
    id: `m${seq}`,
    sessionId,
    seq,
    turnId: 't1',
    at: NOW - 60_000 + seq,
    role: 'agent',
    parts,
    state: 'complete',
    metadata: {
      kind: 'answer',
      providerToolCalls: [],
      refusedCalls: [],
      nativeReplaySafe: true,
      model: MODEL,
      echoScope: { providerId: 'anthropic', dialect: 'anthropic', modelId: MODEL.modelId, keyHint: '' },
      finish: 'stop',
      usage,
      durationMs: 2_400,
    },
    ...changed,
  }
}

export function note(
  sessionId: string,
  seq: number,
  kind: NoteMessage['note'],
  text: string,
  canGoOn = false,
): NoteMessage {
  return {
    id: `m${seq}`,
    sessionId,
    seq,
    turnId: 't1',
    at: NOW,
    role: 'note',
    note: kind,
    text,
    canGoOn,
    toModel: false,
  }
}

const ran: Decision = {
  outcome: 'run',
  declaredRisk: 'read-only-local',
  effectiveRisk: 'read-only-local',
  rung: 'fast-path',
  reason: 'It only reads files of this workspace.',
  trail: [{ rung: 'fast-path', verdict: 'read-only-local' }],
  at: NOW,
}

export function call(
  sessionId: string,
  callId: string,
  tool: string,
  words: string,
  changed: Partial<CallView> = {},
): CallView {
  return {
    sessionId,
    callId,
    turnId: 't1',
    messageSeq: 1,
    position: 0,
    tool,
    words,
    source: 'provider',
    state: 'settled',
    rawArguments: '{"path":"/workspace/src/app.ts"}',
    declaredRisk: 'read-only-local',
    effectiveRisk: 'read-only-local',
    decision: ran,
    status: 'ok',
    plannedAt: NOW - 20_000,
    startedAt: NOW - 20_000,
    settledAt: NOW - 19_988,
    ...changed,
  }
}

export function read(sessionId: string, callId: string, path: string, lines: number): CallView {
  const text = Array.from({ length: lines }, (_, line) => `export const line${line + 1} = ${line * 7}`).join('\n')
  const client: ClientView = {
    kind: 'file',
    summary: `${lines} lines`,
    path: `/workspace/${path}`,
    text,
    firstLine: 1,
    totalLines: lines,
  }
  return call(sessionId, callId, 'read_file', `Read ${path}`, {
    client,
    rawArguments: JSON.stringify({ path: `/workspace/${path}` }),
  })
}

export const DIFF: FileDiff = {
  path: '/workspace/src/tides.ts',
  change: 'modified',
  binary: false,
  added: 4,
  removed: 2,
  omittedLines: 0,
  lines: [
    {
      kind: 'same',
      before: 11,
      after: 11,
      text: 'export function nextHigh(tides: readonly Tide[], now: Date): Tide | null {',
    },
    { kind: 'remove', before: 12, after: null, text: '  const later = tides.filter((tide) => tide.at > now)' },
    { kind: 'remove', before: 13, after: null, text: '  return later[0] ?? null' },
    { kind: 'add', before: null, after: 12, text: '  let next: Tide | null = null' },
    { kind: 'add', before: null, after: 13, text: '  for (const tide of tides) {' },
    {
      kind: 'add',
      before: null,
      after: 14,
      text: "    if (tide.kind === 'high' && tide.at > now && (next === null || tide.at < next.at)) next = tide",
    },
    { kind: 'add', before: null, after: 15, text: '  }' },
    { kind: 'same', before: 14, after: 16, text: '}' },
  ],
}

export function approval(sessionId: string, id: string, changed: Partial<Approval> = {}): Approval {
  return {
    id,
    sessionId,
    turnId: 't1',
    callId: `call-${id}`,
    tool: 'edit_file',
    planDigest: `digest-${id}`,
    title: 'Edit `src/tides.ts`?',
    effect: { kind: 'diff', diff: DIFF },
    risk: 'workspace-write',
    reason: 'This session asks before every change.',
    sessionScope: 'edits of src/tides.ts',
    askedAt: NOW,
    ...changed,
  }
}
