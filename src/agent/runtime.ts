import type { CommandName } from '#contracts/commands.ts'
import { toFailure } from '#contracts/failure.ts'
import type { ModelPort } from '#contracts/ports/model.ts'
import type { CorruptRecord } from '#contracts/ports/store.ts'
import type { BootReport, EventPort, RuntimeApi } from '#contracts/runtime.ts'
import { corruptWords } from './corrupt-words.ts'
import { EventLog } from './event-log.ts'
import { Journal } from './journal.ts'
import type { AgentPorts, RunningPorts } from './ports.ts'
import { Providers } from './providers.ts'
import { RelayControl } from './relay-control.ts'
import { Rules } from './rules.ts'
import { createCommands } from './serve.ts'
import { Sessions } from './sessions.ts'
import type { SessionShare } from './session-share.ts'
import { openSettings, readFresh, withFreshSettings } from './shared-settings.ts'
import { Trust } from './trust.ts'

/** What the runtime does besides its commands. */
export interface Runtime extends RuntimeApi {
  unsubscribe(port: EventPort): void
}

/**
 * The runtime of one thread: everything the page may call. `open` gives the ports, and throws
 * `FailureError` where the start must stop (storage, an inconsistent registry); the page then shows why.
 */
export function createRuntime(open: (corrupt: (record: CorruptRecord) => void) => Promise<AgentPorts>): Runtime {
  const events = new EventLog()
  let page: EventPort | null = null
  const ready = start(open, events)
  // Told to whoever asks; nobody asking is no reason for an unhandled rejection.
  ready.catch(() => {})
  return {
    async boot(): Promise<BootReport> {
      try {
        await ready
        return { ok: true }
      } catch (error) {
        return { ok: false, failure: toFailure(error, 'discovery') }
      }
    },
    async call(name: CommandName, input: unknown, signal = new AbortController().signal) {
      const { run } = await ready
      return run(name, input, signal)
    },
    subscribe(since, port) {
      // A thread has one page: a port that comes later takes the place of the one before.
      if (page !== null) events.unsubscribe(page)
      page = port
      events.subscribe(since, port)
    },
    unsubscribe: (port) => events.unsubscribe(port),
    async warmUp() {
      const { ports } = await ready
      await ports.warmUp()
    },
  }
}

async function start(open: Parameters<typeof createRuntime>[0], events: EventLog) {
  const emit = events.emit.bind(events)
  // Damage is said where it is found; it never keeps the rest from being read.
  const opened = await open((record) => {
    const about = record.store === 'settings' ? { about: 'settings' as const } : {}
    emit({ type: 'notice', level: 'warning', text: corruptWords(record), ...about })
  })
  const trust = new Trust({ store: opened.store, clock: opened.clock, tools: opened.registry, emit })
  const workspaceTrust: SessionShare['workspaceTrust'] = (workspaceId, sandbox) =>
    opened.trust?.(workspaceId) ?? trust.of(workspaceId, sandbox)
  // Whoever asks the ports gets the same answer.
  const ports: RunningPorts = { ...opened, trust: (workspaceId) => workspaceTrust(workspaceId, null) }
  const settings = await openSettings(ports.store, emit)
  const model: ModelPort = withFreshSettings(
    ports.createModel((providerId) => providers.config(providerId)),
    settings,
  )
  // A database that takes nothing more is said at once, not with the first thing that is lost.
  ports.store.report().then(
    ({ kind, reason }) =>
      kind === 'indexeddb' && reason !== '' && emit({ type: 'notice', level: 'warning', text: reason }),
    () => {},
  )
  const providers: Providers = new Providers(ports, settings, () => model)
  const journal = new Journal(ports.store, emit, ports.registry, ports.clock)
  const rules = new Rules({
    store: ports.store,
    clock: ports.clock,
    tools: ports.registry,
    grammar: ports.grammar,
    emit,
  })
  const relay = new RelayControl(ports, settings)
  const share: SessionShare = {
    ports,
    model,
    web: relay.web,
    journal,
    rules,
    trust,
    workspaceTrust,
    money: () => settings.read().money,
    freshMoney: async (signal) => (await readFresh(settings, signal)).money,
    emit,
    connected: () => events.connected,
  }
  const sessions = new Sessions(share)
  return { ports, run: createCommands({ ports, sessions, providers, relay, rules, trust, settings, events }) }
}
