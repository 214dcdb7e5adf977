import type { Decision } from '#contracts/decisions.ts'
import type {
  InspectedCall,
  InspectedRow,
  InspectedRun,
  InspectedTool,
  TextSlice,
  ToolRow,
} from '#contracts/inspection.ts'
import { NO_USAGE } from '#contracts/models.ts'
import { NOW } from './page-records.ts'

/** A text as the agent's thread cuts it, with so little in its head that there is more to ask for. */
export function slice(text: string, from = 0, max = 2_000): TextSlice {
  const end = Math.min(from + max, text.length)
  return { text: text.slice(from, end), from, chars: text.length, next: end < text.length ? end : null }
}

const ACTIVE = {
  state: 'active',
  group: 'files',
  reason: 'The model is told of it, because what it needs is there: sandbox.',
} as const
const RAW = '{"path":"src/tides.ts","content":"export const next = 1\\n"}'
/** A text of which the head is a small part. */
export const LONG = Array.from({ length: 900 }, (_, line) => `line ${line + 1} of the file\n`).join('')

/** What the gate says of a write, on the way to `outcome` by `rung`. */
export function decision(outcome: Decision['outcome'], rung: Decision['rung'], reason: string): Decision {
  const before: Decision['trail'] = [
    { rung: 'rule', verdict: 'no deny rules' },
    { rung: 'fast-path', verdict: 'not for this class' },
    { rung: 'trust', verdict: 'the workspace is trusted' },
  ]
  const asked: Decision['trail'] = rung === 'ask' ? [{ rung: 'mode', verdict: 'ask' }] : []
  const trail = [...before, ...asked, { rung, verdict: outcome }]
  return {
    outcome,
    declaredRisk: 'workspace-write',
    effectiveRisk: 'workspace-write',
    rung,
    reason,
    trail,
    at: NOW - 4_000,
  }
}

function row(callId: string, words: string, changed: Partial<InspectedRow> = {}): InspectedRow {
  return {
    callId,
    parentId: null,
    tool: 'write_file',
    words,
    source: 'provider',
    state: 'settled',
    status: 'ok',
    summary: '',
    plannedAt: NOW - 10_000,
    startedAt: NOW - 4_000,
    settledAt: NOW - 3_960,
    ...changed,
  }
}

function inspected(row: InspectedRow, changed: Partial<InspectedCall> = {}): InspectedCall {
  return {
    row,
    turnId: 't1',
    messageSeq: 1,
    position: 0,
    providerId: 'toolu_01',
    standing: ACTIVE,
    raw: slice(RAW),
    plan: {
      status: 'planned',
      calledAs: null,
      canonical: slice('{"content":"export const next = 1\\n","path":"src/tides.ts"}'),
      target: { kind: 'path', value: '/workspace/src/tides.ts' },
      declaredRisk: 'workspace-write',
      effectiveRisk: 'workspace-write',
      digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      analysis: { risk: 'workspace-write', reason: '', effects: [], decidedBy: '', commands: null, origins: [] },
    },
    decision: decision('run', 'ask', 'The user allowed it once.'),
    asksPerson: true,
    question: null,
    timings: {
      plannedAt: row.plannedAt,
      askedAt: row.plannedAt,
      decidedAt: NOW - 4_000,
      startedAt: row.startedAt,
      settledAt: row.settledAt,
    },
    outcome: { status: row.status ?? 'ok', failure: null },
    projections: [
      { name: 'client', head: slice('{ "kind": "diff", "summary": "+1" }'), bytes: 35, tokens: 9, binary: [] },
      { name: 'model', head: slice(LONG), bytes: LONG.length, tokens: 5_100, binary: [] },
      {
        name: 'durable',
        head: slice('{ "base64": "[image/png, 13 B, not shown]" }'),
        bytes: 44,
        tokens: 12,
        binary: [{ what: 'image/png', bytes: 13 }],
      },
    ],
    nested: [],
    ...changed,
  }
}

const FAILED = {
  stage: 'parameters',
  kind: 'missing-arguments',
  message: 'write_file needs "content". Nothing was run.',
  retryable: false,
  partialEffect: false,
  valid: ['Missing: content', 'Known arguments: path, content'],
} as const
const CUT = {
  ...FAILED,
  kind: 'cut-arguments',
  message: 'The call was not run, because the answer reached its length limit. Make it again if it is still needed.',
  valid: [],
} as const
const never = { startedAt: null, settledAt: NOW - 9_990 }
const told = (text: string): InspectedCall['projections'] => [
  { name: 'client', head: slice(`{ "text": "${text}" }`), bytes: text.length + 14, tokens: 12, binary: [] },
  { name: 'model', head: slice(text), bytes: text.length, tokens: 10, binary: [] },
  { name: 'durable', head: slice(''), bytes: 0, tokens: 0, binary: [] },
]
const notDecided = { decision: null, asksPerson: false, projections: told('invalid') }
const shell = row('c-inner-parent', 'Run npm test', { tool: 'execute' })
const inner = row('c-inner', 'Read package.json', { tool: 'read_file', source: 'code', parentId: 'c-inner-parent' })

/** One call for each way in which one can stand, by id. */
export const CALLS: ReadonlyMap<string, InspectedCall> = new Map(
  [
    inspected(row('c-ok', 'Write src/tides.ts')),
    inspected(row('c-blocked', 'Write src/plan.ts', { status: 'blocked', ...never }), {
      decision: decision('block', 'mode', 'It changes files in the workspace, and plan mode only reads.'),
      asksPerson: false,
      timings: { plannedAt: NOW - 10_000, askedAt: null, decidedAt: NOW - 9_995, ...never },
      outcome: {
        status: 'blocked',
        failure: { ...FAILED, stage: 'authorization', kind: 'blocked', message: 'Plan mode only reads.', valid: [] },
      },
      projections: told('blocked'),
    }),
    inspected(row('c-denied', 'Write src/no.ts', { status: 'denied', ...never }), {
      decision: decision('deny', 'ask', 'The user denied it: Not there.'),
      outcome: {
        status: 'denied',
        failure: {
          ...FAILED,
          stage: 'authorization',
          kind: 'denied',
          message: 'The user denied it: Not there.',
          valid: [],
        },
      },
      projections: told('denied'),
    }),
    inspected(row('c-asked', 'Write src/wait.ts', { state: 'asked', status: null, startedAt: null, settledAt: null }), {
      decision: decision('ask', 'mode', 'It changes files in the workspace; ask mode asks first.'),
      question: 'Write src/wait.ts?',
      timings: { plannedAt: NOW - 10_000, askedAt: NOW - 9_000, decidedAt: null, startedAt: null, settledAt: null },
      outcome: null,
      projections: [],
    }),
    inspected(row('c-invalid', 'Write src/tides.ts', { status: 'invalid', ...never }), {
      raw: slice('{"path":"src/tides.ts"}'),
      plan: { status: 'invalid', failure: { ...FAILED, valid: [...FAILED.valid] } },
      timings: { plannedAt: NOW - 10_000, askedAt: null, decidedAt: null, ...never },
      outcome: { status: 'invalid', failure: { ...FAILED, valid: [...FAILED.valid] } },
      ...notDecided,
    }),
    inspected(row('c-cut', 'Write', { status: 'invalid', ...never }), {
      raw: slice('{"path":"src/tides.ts","content":"export con'),
      plan: { status: 'invalid', failure: { ...CUT, valid: [] } },
      timings: { plannedAt: NOW - 10_000, askedAt: null, decidedAt: null, ...never },
      outcome: { status: 'invalid', failure: { ...CUT, valid: [] } },
      ...notDecided,
    }),
    inspected(shell, { nested: [inner] }),
    inspected(inner, { messageSeq: null }),
  ].map((call) => [call.row.callId, call]),
)

export const ROWS: readonly InspectedRow[] = [...CALLS.values()].map((call) => call.row)

export const TOOL_ROWS: readonly ToolRow[] = [
  { name: 'write_file', risk: 'workspace-write', standing: ACTIVE, calls: 6 },
  {
    name: 'fetch_url',
    risk: 'read-only-network',
    standing: {
      state: 'unavailable',
      group: 'web',
      reason: 'This run cannot reach the network, so it reads no pages.',
    },
    calls: 0,
  },
  {
    name: 'clear_conversation',
    risk: 'read-only-local',
    standing: {
      state: 'person',
      group: 'session',
      reason: 'Only what you type calls it; the model is never told of it.',
    },
    calls: 1,
  },
]

/** The spec of a listed tool. */
export function toolOf({ name, risk, standing, calls }: ToolRow): InspectedTool {
  return {
    name,
    aliases: name === 'write_file' ? ['put_file'] : [],
    standing,
    description: 'Creates a file or replaces one.\nUse it for whole files only.',
    risk,
    refined: false,
    concurrency: 'serial',
    needs: [{ service: 'sandbox', there: standing.state === 'active' }],
    timeoutMs: 60_000,
    place: standing.state === 'active' ? 1 : null,
    tokens: 312,
    schema: slice('{\n  "type": "object",\n  "properties": {}\n}'),
    calls: { open: 0, ok: calls, failed: 0, refused: 0, 'not-valid': 0, stopped: 0 },
  }
}

export const RUN: InspectedRun = {
  mode: 'ask',
  model: { providerId: 'anthropic', modelId: 'claude-sonnet-4-5' },
  observedRisk: 'workspace-write',
  entered: { first: [{ callId: 'c-ok', what: 'a page of example.com', at: NOW - 9_000 }], more: 2 },
  privateReads: { first: [], more: 0 },
  system: { head: slice('You are Sallyport, an agent that works for one person.\n\nMode: ask.'), tokens: 16 },
  tools: [
    { name: 'ls', tokens: 120 },
    { name: 'write_file', tokens: 312 },
  ],
  messages: { count: 12, chars: 48_210, tokens: 11_900, images: 1 },
  contextTokens: 12_440,
  last: {
    at: NOW - 60_000,
    model: { providerId: 'anthropic', modelId: 'claude-sonnet-4-5' },
    finish: 'stop',
    durationMs: 2_400,
    usage: { ...NO_USAGE, input: 12_000, cacheRead: 9_800, output: 440 },
  },
}
