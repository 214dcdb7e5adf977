import type { CommandInput, CommandOutput } from '#contracts/commands.ts'
import type { CallRecord } from '#contracts/calls.ts'
import { fail, FailureError } from '#contracts/failure.ts'
import type { CallText, SliceOf } from '#contracts/inspection.ts'
import type { RunningPorts } from '../ports.ts'
import type { Rules } from '../rules.ts'
import type { SessionHost } from '../session-host.ts'
import type { Sessions } from '../sessions.ts'
import { loadHistory } from '../history/history.ts'
import { dryRun } from './dry-run.ts'
import { findCalls } from './find-calls.ts'
import { inspectCall, recordOf } from './inspect-call.ts'
import { inspectRun } from './inspect-run.ts'
import { callsIn, inspectTool, inspectTools, schemaText, type ToolInspection } from './inspect-tools.ts'
import { nestedCalls } from './nested-calls.ts'
import { writeProjection } from './projections.ts'
import { sliceFrom } from './text-slice.ts'

/** What the commands of the inspector work on. */
export interface InspectParts {
  readonly ports: RunningPorts
  readonly rules: Rules
  readonly sessions: Pick<Sessions, 'write'>
}

/** The commands `inspect.*`. They read; nothing is changed by any of them. */
export function inspectCommands({ ports, rules, sessions }: InspectParts) {
  const { store, registry } = ports

  /** With the open session, or with null where another tab writes it: what is stored can be looked at all the same. */
  const look = async <T>(sessionId: string, work: (host: SessionHost | null) => Promise<T>): Promise<T> => {
    try {
      return await sessions.write(sessionId, work)
    } catch (error) {
      if (error instanceof FailureError && error.failure.kind === 'read-only') return work(null)
      throw error
    }
  }
  const toolParts = (sessionId: string, signal: AbortSignal): Promise<ToolInspection> =>
    look(sessionId, async (host) => {
      const history = host === null ? await loadHistory(store, sessionId) : await host.inspected.history()
      signal.throwIfAborted()
      const calls = [...callsIn(history), ...(await nestedCalls(store, sessionId, signal))]
      return { registry, available: host?.inspected.run.availability ?? null, calls }
    })
  const textOf = async (sessionId: string, of: SliceOf): Promise<string> => {
    if (of.kind === 'call') return callText(await recordOf(store, sessionId, of.callId), of.text)
    if (of.kind === 'schema') return schemaText(of.tool, registry)
    return sessions.write(sessionId, async (host) => host.inspected.run.activeSet().system)
  }

  return {
    'inspect.calls': ({ sessionId, filter, beforeSeq }: CommandInput<'inspect.calls'>, signal: AbortSignal) =>
      findCalls(store, registry, sessionId, filter, beforeSeq, signal),
    'inspect.call': ({ sessionId, callId }: CommandInput<'inspect.call'>, signal: AbortSignal) =>
      look(sessionId, (host) => {
        const available = host?.inspected.run.availability ?? null
        return inspectCall(sessionId, callId, { store, registry, grammar: ports.grammar, available }, signal)
      }),
    'inspect.slice': async ({
      sessionId,
      of,
      from,
    }: CommandInput<'inspect.slice'>): Promise<CommandOutput<'inspect.slice'>> =>
      sliceFrom(await textOf(sessionId, of), from),
    'inspect.dryRun': ({ sessionId, callId }: CommandInput<'inspect.dryRun'>, signal: AbortSignal) =>
      sessions.write(sessionId, async (host) =>
        dryRun(await recordOf(store, sessionId, callId), host, { ports, rules }, signal),
      ),
    'inspect.tools': async ({ sessionId }: CommandInput<'inspect.tools'>, signal: AbortSignal) => ({
      tools: inspectTools(await toolParts(sessionId, signal)),
    }),
    'inspect.tool': async ({ sessionId, tool }: CommandInput<'inspect.tool'>, signal: AbortSignal) =>
      inspectTool(tool, await toolParts(sessionId, signal)),
    'inspect.run': ({ sessionId }: CommandInput<'inspect.run'>, signal: AbortSignal) =>
      sessions.write(sessionId, (host) => inspectRun(host, signal)),
  }
}

function callText(record: CallRecord, text: CallText): string {
  const { call, plan, outcome } = record
  if (text === 'raw') return call.rawArguments
  if (text === 'canonical') return plan.status === 'planned' ? plan.canonicalArguments : ''
  if (outcome === undefined)
    throw fail('command', 'not-found', 'This call has not ended, so there is no result of it yet.')
  return writeProjection(outcome, text).text
}
