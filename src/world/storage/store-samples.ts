import type { Approval, HumanQuestion } from '#contracts/approvals.ts'
import type { CallRecord, CallState } from '#contracts/calls.ts'
import type { AgentMessage, UserMessage } from '#contracts/messages.ts'
import { NO_USAGE, type ProviderConfig } from '#contracts/models.ts'
import type { Rule } from '#contracts/rules.ts'
import type { Session } from '#contracts/sessions.ts'

// Whole records for the storage tests, each as its schema wants it.

export function sampleProvider(id: string, more: Partial<ProviderConfig> = {}): ProviderConfig {
  return {
    id,
    dialect: 'openai-compatible',
    label: `Provider ${id}`,
    baseUrl: 'https://p.example/v1',
    keyId: null,
    keyHint: '',
    addedAt: 1,
    ...more,
  }
}

export function sampleSession(id: string, more: Partial<Session> = {}): Session {
  return {
    id,
    title: `Session ${id}`,
    createdAt: 1,
    updatedAt: 2,
    mode: 'ask',
    model: { providerId: 'p', modelId: 'm' },
    workspaceId: `w-${id}`,
    demoId: null,
    todos: [{ id: 't', text: 'look', status: 'pending' }],
    allowances: [],
    usage: NO_USAGE,
    contextTokens: null,
    turn: { status: 'idle', turnId: null, startedAt: null },
    queue: [],
    nextSeq: 0,
    ...more,
  }
}

export function sampleUserMessage(sessionId: string, seq: number, text = `message ${seq}`): UserMessage {
  return {
    id: `${sessionId}-${seq}`,
    sessionId,
    seq,
    turnId: 'turn',
    at: seq,
    role: 'user',
    parts: [{ type: 'text', text }],
  }
}

export function sampleAgentMessage(
  sessionId: string,
  seq: number,
  state: AgentMessage['state'] = 'complete',
): AgentMessage {
  return {
    id: `${sessionId}-${seq}`,
    sessionId,
    seq,
    turnId: 'turn',
    at: seq,
    role: 'agent',
    state,
    parts: [
      { type: 'reasoning', text: 'hm', echo: { signature: ['abc', 1, null] } },
      { type: 'call', callId: `c${seq}` },
    ],
    metadata: {
      kind: 'provider-tool-call-turn',
      providerToolCalls: [],
      refusedCalls: [],
      nativeReplaySafe: true,
      model: { providerId: 'p', modelId: 'm' },
      echoScope: { providerId: 'p', dialect: 'anthropic', modelId: 'm', keyHint: 'abcd' },
      finish: 'tool-calls',
      usage: NO_USAGE,
      durationMs: 5,
    },
  }
}

export function sampleCall(
  taskId: string,
  callId: string,
  state: CallState,
  more: Partial<CallRecord> = {},
): CallRecord {
  return {
    taskId,
    callId,
    turnId: 'turn',
    messageSeq: 1,
    position: 0,
    call: { id: callId, providerId: null, name: 'ls', rawArguments: '{}', position: 0, source: 'provider' },
    plan: {
      status: 'invalid',
      callId,
      source: 'provider',
      tool: 'ls',
      failure: { stage: 'parameters', kind: 'schema-violation', message: 'Give a path.', retryable: false },
    },
    state,
    plannedAt: 10,
    ...more,
  }
}

export function sampleApproval(sessionId: string, id: string, askedAt: number): Approval {
  return {
    id,
    sessionId,
    turnId: 'turn',
    callId: 'c1',
    tool: 'execute',
    planDigest: 'digest',
    title: 'Run it?',
    effect: { kind: 'command', command: 'make', cwd: '/workspace', effects: [] },
    risk: 'destructive-local',
    reason: 'It may delete files.',
    sessionScope: null,
    askedAt,
  }
}

export function sampleQuestion(sessionId: string, id: string, askedAt: number): HumanQuestion {
  return {
    id,
    sessionId,
    turnId: 'turn',
    callId: 'c2',
    kind: 'question',
    question: 'Which one?',
    options: [{ label: 'a' }, { label: 'b', description: 'second' }],
    allowsSeveral: false,
    askedAt,
  }
}

/** A call that was planned, so that a rule can look at it. */
export function samplePlannedCall(
  taskId: string,
  callId: string,
  plannedAt: number,
  more: Partial<CallRecord> = {},
): CallRecord {
  const target = { kind: 'path', value: `/workspace/${callId}` } as const
  return sampleCall(taskId, callId, 'settled', {
    plannedAt,
    plan: {
      status: 'planned',
      callId,
      source: 'provider',
      tool: 'write_file',
      group: 'files',
      arguments: { path: callId },
      canonicalArguments: `{"path":"${callId}"}`,
      target,
      declaredRisk: 'workspace-write',
      effectiveRisk: 'workspace-write',
      digest: `digest-${callId}`,
    },
    ...more,
  })
}

export function sampleRule(id: string, more: Partial<Rule> = {}): Rule {
  return {
    id,
    verdict: 'deny',
    tool: 'write_file',
    target: { kind: 'path', glob: 'src/**' },
    agentId: 'default',
    workspaceId: null,
    source: 'user',
    createdAt: 1,
    ...more,
  }
}
