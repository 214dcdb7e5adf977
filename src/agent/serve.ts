import {
  COMMANDS,
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type CommandResult,
} from '#contracts/commands.ts'
import { fail, FailureError, toFailure } from '#contracts/failure.ts'
import { SESSION_TAIL_MESSAGES } from '#contracts/limits.ts'
import { callView } from './call-view.ts'
import type { EventLog } from './event-log.ts'
import type { AgentPorts } from './ports.ts'
import type { Providers, SettingsAccess } from './providers.ts'
import type { Sessions } from './sessions.ts'
import { download, listDirectory, readForView, upload, writeFromEditor } from './workspace.ts'

/** What the commands work on. */
export interface Served {
  readonly ports: AgentPorts
  readonly sessions: Sessions
  readonly providers: Providers
  readonly settings: SettingsAccess
  readonly events: EventLog
}

type Handlers = { readonly [N in CommandName]: (input: never, signal: AbortSignal) => Promise<CommandOutput<N>> }

/** The commands of the page, by name: parsed on the way in and on the way out. Failures come back as data. */
export function createCommands(
  served: Served,
): (name: string, input: unknown, signal: AbortSignal) => Promise<CommandResult> {
  const handlers = new Map<string, (input: never, signal: AbortSignal) => Promise<unknown>>(
    Object.entries(handlersOf(served)),
  )
  return async (name, input, signal) => {
    try {
      const handler = handlers.get(name)
      if (handler === undefined || !Object.hasOwn(COMMANDS, name))
        throw fail(
          'command',
          'invalid',
          `There is no command "${name}". Reload the page: it may be of another version.`,
        )
      const contract = COMMANDS[name as CommandName]
      const parsed = contract.input.safeParse(input)
      if (!parsed.success) {
        const issue = parsed.error.issues[0]
        throw fail(
          'command',
          'invalid',
          `${name}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'the input is not valid'}.`,
        )
      }
      const value = await handler(parsed.data as never, signal)
      return { ok: true, value: contract.output.parse(value) } as CommandResult
    } catch (error) {
      if (error instanceof FailureError) return { ok: false, failure: error.failure }
      return { ok: false, failure: { ...toFailure(error, 'command') } }
    }
  }
}

function handlersOf({ ports, sessions, providers, settings, events }: Served): Handlers {
  const { store, clock, registry } = ports
  const nothing = {}
  return {
    'app.state': async () => {
      // Read first: whatever happens while the rest is read comes again as an event.
      const nextEvent = events.next
      const demos = ports.demos.map(({ id, title, about }) => ({ id, title, about }))
      return {
        sessions: await sessions.list(),
        settings: settings.read(),
        demos,
        storage: await store.report(),
        nextEvent,
      }
    },
    'session.create': async (input: CommandInput<'session.create'>) => {
      const { defaultMode, defaultModel } = settings.read()
      return {
        session: await sessions.create({
          title: '',
          mode: input.mode ?? defaultMode,
          model: input.model ?? defaultModel,
          demoId: null,
        }),
      }
    },
    'session.open': ({ sessionId }: CommandInput<'session.open'>) => sessions.open(sessionId),
    'session.older': async ({ sessionId, beforeSeq }: CommandInput<'session.older'>) => {
      const tail = await store.tail(sessionId, SESSION_TAIL_MESSAGES, beforeSeq)
      return {
        messages: tail.messages,
        calls: tail.calls.map((record) => callView(record, registry)),
        hasOlder: tail.hasOlder,
      }
    },
    'session.update': async ({ sessionId, title, mode, model }: CommandInput<'session.update'>) => {
      const host = await sessions.writer(sessionId)
      await host.update({
        ...(title === undefined ? {} : { title }),
        ...(mode === undefined ? {} : { mode }),
        ...(model === undefined ? {} : { model }),
      })
      return { session: host.record }
    },
    'session.delete': async ({ sessionId }: CommandInput<'session.delete'>) => {
      await sessions.remove(sessionId)
      return nothing
    },
    'turn.send': async ({ sessionId, text, attachments }: CommandInput<'turn.send'>) => {
      const host = await sessions.writer(sessionId)
      return host.send({ id: clock.newId(), text, attachments })
    },
    'turn.stop': async ({ sessionId }: CommandInput<'turn.stop'>) => {
      await (await sessions.writer(sessionId)).stop()
      return nothing
    },
    'turn.goOn': async ({ sessionId }: CommandInput<'turn.goOn'>) => {
      await (await sessions.writer(sessionId)).goOn()
      return nothing
    },
    'turn.diff': async ({ sessionId, turnId }: CommandInput<'turn.diff'>) => ({
      diff: await (await sessions.writer(sessionId)).diff(turnId),
    }),
    'queue.edit': async ({ sessionId, id, text }: CommandInput<'queue.edit'>) => {
      await (await sessions.writer(sessionId)).editQueued(id, text)
      return nothing
    },
    'queue.remove': async ({ sessionId, id }: CommandInput<'queue.remove'>) => {
      await (await sessions.writer(sessionId)).editQueued(id, null)
      return nothing
    },
    'approval.answer': async ({ sessionId, approvalId, answer }: CommandInput<'approval.answer'>) => {
      ;(await sessions.writer(sessionId)).answerApproval(approvalId, answer)
      return nothing
    },
    'question.answer': async ({ sessionId, questionId, answer }: CommandInput<'question.answer'>) => {
      ;(await sessions.writer(sessionId)).answerQuestion(questionId, answer)
      return nothing
    },
    'call.detail': async ({ sessionId, callId }: CommandInput<'call.detail'>) => {
      const record = await store.call(sessionId, callId)
      if (record === null) throw fail('command', 'not-found', 'There is no record of this call.')
      return {
        call: callView(record, registry),
        // Through JSON, so that fields that are absent stay absent and nothing but data crosses.
        plan: JSON.parse(JSON.stringify(record.plan)),
        model: record.outcome?.model ?? null,
        durable: record.outcome?.durable ?? null,
      }
    },
    'workspace.list': async ({ sessionId, path }: CommandInput<'workspace.list'>, signal) =>
      listDirectory(await sessions.sandbox(sessionId), path, signal),
    'workspace.read': async ({ sessionId, path }: CommandInput<'workspace.read'>, signal) =>
      readForView(await sessions.sandbox(sessionId), path, signal),
    'workspace.write': async (input: CommandInput<'workspace.write'>, signal) =>
      writeFromEditor(await writable(sessions, input.sessionId), input, signal),
    'workspace.upload': async (input: CommandInput<'workspace.upload'>, signal) =>
      upload(await writable(sessions, input.sessionId), input, signal),
    'workspace.download': async ({ sessionId, path }: CommandInput<'workspace.download'>, signal) =>
      download(await sessions.sandbox(sessionId), path, signal),
    'workspace.remove': async ({ sessionId, path }: CommandInput<'workspace.remove'>, signal) => {
      await (await writable(sessions, sessionId)).remove(path, signal)
      return nothing
    },
    'provider.save': (input: CommandInput<'provider.save'>) => providers.save(input),
    'provider.remove': async ({ providerId }: CommandInput<'provider.remove'>) => {
      await providers.remove(providerId)
      return nothing
    },
    'provider.test': ({ providerId, modelId }: CommandInput<'provider.test'>, signal) =>
      providers.test(providerId, modelId, signal),
    'provider.models': ({ providerId }: CommandInput<'provider.models'>, signal) =>
      providers.models(providerId, signal),
    'settings.update': async (input: CommandInput<'settings.update'>) => {
      const changed = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
      await settings.write({ ...settings.read(), ...changed })
      return { settings: settings.read() }
    },
    'demo.start': async ({ demoId }: CommandInput<'demo.start'>) => {
      const demo = ports.demos.find((entry) => entry.id === demoId)
      if (demo === undefined) throw fail('command', 'not-found', 'There is no such demo.')
      const session = await sessions.create({
        title: demo.title,
        mode: demo.mode,
        model: { providerId: 'demo', modelId: demo.id },
        demoId,
      })
      const host = await sessions.writer(session.id)
      await host.send({ id: clock.newId(), text: demo.text, attachments: [...demo.attachments] })
      return { session: host.record }
    },
    'storage.report': () => store.report(),
  }
}

async function writable(sessions: Sessions, sessionId: string) {
  const { sandbox } = await sessions.writer(sessionId)
  if (sandbox === null) throw fail('command', 'unavailable', 'This session has no workspace here.')
  return sandbox
}
