import { COMMANDS, type CommandInput, type CommandName, type CommandResult } from '#contracts/commands.ts'
import { fail, FailureError, toFailure } from '#contracts/failure.ts'
import { SESSION_TAIL_MESSAGES } from '#contracts/limits.ts'
import { changeMoney } from '#contracts/money.ts'
import type { Settings } from '#contracts/settings.ts'
import { callView } from './call-view.ts'
import { offeredCommands, runSlash } from './commands/run-slash.ts'
import type { EventLog } from './event-log.ts'
import { inputProblem } from './input-problem.ts'
import { lazyCommands, type CommandHandler } from './lazy-commands.ts'
import type { RunningPorts } from './ports.ts'
import type { Providers } from './providers.ts'
import type { RelayControl } from './relay-control.ts'
import { ruleCommands } from './rule-commands.ts'
import type { Rules } from './rules.ts'
import type { SessionHost } from './session-host.ts'
import type { Sessions } from './sessions.ts'
import type { SettingsAccess } from './shared-settings.ts'
import type { Trust } from './trust.ts'
import { trustCommands } from './trust-commands.ts'
import { uploadedSource } from './uploaded-source.ts'
import { download, listDirectory, readForView, removeFromTree, upload, writeFromEditor } from './workspace.ts'

/** What the commands work on. */
export interface Served {
  readonly ports: RunningPorts
  readonly sessions: Sessions
  readonly providers: Providers
  readonly relay: RelayControl
  readonly rules: Rules
  readonly trust: Trust
  readonly settings: SettingsAccess
  readonly events: EventLog
}

type Handlers = { readonly [N in CommandName]: CommandHandler<N> }

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
        throw fail('command', 'invalid', inputProblem(parsed.error.issues[0]), { detail: { command: name } })
      }
      const value = await handler(parsed.data as never, signal)
      return { ok: true, value: contract.output.parse(value) } as CommandResult
    } catch (error) {
      if (error instanceof FailureError) return { ok: false, failure: error.failure }
      return { ok: false, failure: { ...toFailure(error, 'command') } }
    }
  }
}

function handlersOf({ ports, sessions, providers, relay, rules, trust, settings, events }: Served): Handlers {
  const { store, clock, registry } = ports
  const nothing = {}
  const write = async (sessionId: string, work: (host: SessionHost) => Promise<void>): Promise<typeof nothing> => {
    await sessions.write(sessionId, work)
    return nothing
  }
  return {
    'app.state': async () => {
      // Read first: whatever happens while the rest is read comes again as an event. So does what was said before anybody
      // listened, of damage that was found at the start.
      const nextEvent = events.unheard
      const demos = ports.demos.map(({ id, title, about }) => ({ id, title, about }))
      return {
        sessions: await sessions.list(),
        settings: await settings.refresh(),
        demos,
        storage: await store.report(),
        nextEvent,
      }
    },
    'session.create': async (input: CommandInput<'session.create'>) => {
      if (input.model != null) {
        const { model } = input
        await settings.update((before) => ({ ...before, defaultModel: model }))
      }
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
    'session.open': async ({ sessionId }: CommandInput<'session.open'>) => {
      const nextEvent = events.next
      const opened = await sessions.open(sessionId)
      await trust.show(opened.session.workspaceId)
      return { ...opened, nextEvent }
    },
    'session.older': async ({ sessionId, beforeSeq }: CommandInput<'session.older'>) => {
      const tail = await store.tail(sessionId, SESSION_TAIL_MESSAGES, beforeSeq)
      return {
        messages: tail.messages,
        calls: tail.calls.map((record) => callView(record, registry)),
        hasOlder: tail.hasOlder,
      }
    },
    'session.update': ({ sessionId, title, mode, model }: CommandInput<'session.update'>) =>
      sessions.write(sessionId, async (host) => {
        await host.update({
          ...(title === undefined ? {} : { title }),
          ...(mode === undefined ? {} : { mode }),
          ...(model === undefined ? {} : { model }),
        })
        // What the person chose last is what the next session starts with.
        if (model !== undefined) await settings.update((before) => ({ ...before, defaultModel: model }))
        return { session: host.record }
      }),
    'session.delete': async ({ sessionId }: CommandInput<'session.delete'>) => {
      await sessions.remove(sessionId)
      return nothing
    },
    'turn.send': ({ sessionId, text, attachments }: CommandInput<'turn.send'>) =>
      sessions.write(sessionId, (host) => host.send({ id: clock.newId(), text, attachments })),
    'intent.run': ({ sessionId, text }: CommandInput<'intent.run'>, signal) =>
      sessions.write(sessionId, async (host) => ({ taken: await host.intent(text, signal) })),
    'slash.run': ({ sessionId, text }: CommandInput<'slash.run'>, signal) =>
      write(sessionId, (host) => {
        const models = providers.models.bind(providers)
        return runSlash(text, host, { settings, models }, signal)
      }),
    'slash.list': ({ sessionId }: CommandInput<'slash.list'>) =>
      sessions.write(sessionId, async (host) => ({ names: offeredCommands(host) })),
    'queue.send': ({ sessionId }: CommandInput<'queue.send'>) => write(sessionId, (host) => host.sendQueue()),
    'turn.stop': ({ sessionId }: CommandInput<'turn.stop'>) => write(sessionId, (host) => host.stop()),
    'turn.goOn': ({ sessionId }: CommandInput<'turn.goOn'>) => write(sessionId, (host) => host.goOn()),
    'turn.diff': ({ sessionId, turnId }: CommandInput<'turn.diff'>) =>
      sessions.write(sessionId, async (host) => ({ diff: await host.diff(turnId) })),
    'queue.edit': ({ sessionId, id, text }: CommandInput<'queue.edit'>) =>
      write(sessionId, (host) => host.editQueued(id, text)),
    'queue.remove': ({ sessionId, id }: CommandInput<'queue.remove'>) =>
      write(sessionId, (host) => host.editQueued(id, null)),
    'approval.answer': ({ sessionId, approvalId, answer }: CommandInput<'approval.answer'>) =>
      write(sessionId, async (host) => host.answerApproval(approvalId, answer)),
    'question.answer': ({ sessionId, questionId, answer }: CommandInput<'question.answer'>) =>
      write(sessionId, async (host) => host.answerQuestion(questionId, answer)),
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
    'workspace.list': ({ sessionId, path }: CommandInput<'workspace.list'>, signal) =>
      sessions.look(sessionId, (sandbox) => listDirectory(sandbox, path, signal)),
    'workspace.read': ({ sessionId, path }: CommandInput<'workspace.read'>, signal) =>
      sessions.look(sessionId, (sandbox) => readForView(sandbox, path, signal)),
    'workspace.write': (input: CommandInput<'workspace.write'>, signal) =>
      sessions.write(input.sessionId, (host) => writeFromEditor(host.workspace, input, signal)),
    'workspace.upload': (input: CommandInput<'workspace.upload'>, signal) =>
      sessions.write(input.sessionId, async (host) => {
        const sandbox = host.workspace
        // Said before it is there: content that nobody says anything of would count as the session's own.
        const comesIn = () => trust.arrived(host.record.workspaceId, [uploadedSource(input.path, input.base64)])
        return upload(sandbox, input, comesIn, signal)
      }),
    'workspace.download': ({ sessionId, path }: CommandInput<'workspace.download'>, signal) =>
      sessions.look(sessionId, (sandbox) => download(sandbox, path, signal)),
    'workspace.remove': ({ sessionId, path }: CommandInput<'workspace.remove'>, signal) =>
      write(sessionId, (host) => removeFromTree(host.workspace, path, signal)),
    'provider.save': (input: CommandInput<'provider.save'>) => providers.save(input),
    'provider.remove': ({ providerId }: CommandInput<'provider.remove'>) => providers.remove(providerId),
    'provider.test': ({ providerId, modelId }: CommandInput<'provider.test'>, signal) =>
      providers.test(providerId, modelId, signal),
    'provider.models': ({ providerId }: CommandInput<'provider.models'>, signal) =>
      providers.models(providerId, signal),
    'relay.save': async (input: CommandInput<'relay.save'>) => {
      await relay.save(input)
      return nothing
    },
    'relay.remove': async () => {
      await relay.remove()
      return nothing
    },
    'relay.test': (_: CommandInput<'relay.test'>, signal) => relay.test(signal),
    'settings.update': async ({ money = {}, ...input }: CommandInput<'settings.update'>) => {
      const changed = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
      const change = (before: Settings): Settings => ({
        ...before,
        ...changed,
        money: changeMoney(before.money, money),
      })
      return { settings: await settings.update(change) }
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
      return sessions.write(session.id, async (host) => {
        await host.send({ id: clock.newId(), text: demo.text, attachments: [...demo.attachments] })
        return { session: host.record }
      })
    },
    'storage.report': () => store.report(),
    ...ruleCommands({ ports, rules, sessions }),
    ...trustCommands({ store, clock, rules, trust, tools: registry, sessions }),
    ...lazyCommands('inspect', async () => {
      const { inspectCommands } = await import('./inspect/inspect-commands.ts')
      return inspectCommands({ ports, rules, sessions })
    }),
  }
}
