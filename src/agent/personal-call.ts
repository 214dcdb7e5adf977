import type { CallRecord, PersonalSource } from '#contracts/calls.ts'
import type { JsonObject } from '#contracts/json.ts'
import type { UserMessage } from '#contracts/messages.ts'
import type { DoorHost } from './invoke.ts'
import { invokePlan } from './invoke.ts'
import { loadGrammarFor, planCall } from './plan.ts'
import { runCalls } from './run.ts'
import type { SessionRun } from './session-run.ts'
import type { SessionState } from './session-state.ts'
import { stableToolCallId } from './stable-tool-call-id.ts'

/** One call that a person typed (spec PL4): a native intent or a slash command. */
export interface PersonalCall {
  readonly source: PersonalSource
  /** Exactly as it was typed; it stands in the conversation. */
  readonly text: string
  /** A wire name, or an alias. */
  readonly tool: string
  readonly args: JsonObject
}

/**
 * Plans the call and stores it with the message that it stands in, in one transaction, before anything runs.
 * Never through the model's own turns: no provider sees it as a call. Rejects where storage fails.
 */
export async function storePersonalCall(
  { source, text, tool, args }: PersonalCall,
  turnId: string,
  state: SessionState,
  run: SessionRun,
): Promise<CallRecord> {
  const { ports, journal } = state.share
  const { id: sessionId, nextSeq: seq } = state.record
  const rawArguments = JSON.stringify(args)
  const id = stableToolCallId({ sessionId, turnId, step: seq, position: 0, name: tool, rawArguments })
  const call = { id, providerId: null, name: tool, rawArguments, position: 0, source }
  await loadGrammarFor([tool], ports.registry, ports.grammar)
  const plan = planCall(call, ports.registry, run.availability, run.memory.cwd, ports.grammar)
  const record = journal.planned(sessionId, turnId, seq, call, plan)
  await state.append(personalMessage(text, { source }, turnId, state, [{ type: 'call', callId: id }]), undefined, [
    record,
  ])
  return record
}

/** Runs stored calls of the person's through the door; each has exactly one outcome afterwards, as in a turn. */
export async function runPersonalCalls(
  records: readonly CallRecord[],
  door: DoorHost,
  signal: AbortSignal,
): Promise<void> {
  await runCalls(
    records,
    door.tools,
    (record, abort) => invokePlan(record, door, abort),
    (record, outcome) => door.journal.settled(record, outcome),
    signal,
  )
}

/** The message of something that the person did himself, at the session's next position. */
export function personalMessage(
  text: string,
  act: NonNullable<UserMessage['act']>,
  turnId: string,
  state: SessionState,
  more: UserMessage['parts'] = [],
): UserMessage {
  const { clock } = state.share.ports
  const { id: sessionId, nextSeq: seq } = state.record
  const parts: UserMessage['parts'] = [{ type: 'text', text }, ...more]
  return { id: clock.newId(), sessionId, seq, turnId, at: clock.now(), role: 'user', parts, act }
}
