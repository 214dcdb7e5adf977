import type { RuntimeEvent } from '#contracts/events.ts'
import type { ModelPort } from '#contracts/ports/model.ts'
import type { Store } from '#contracts/ports/store.ts'
import type { Settings } from '#contracts/settings.ts'

/** The settings as one runtime sees them. The stored record is the truth; several tabs share it. */
export interface SettingsAccess {
  /** As they were when last read or changed here. */
  read(): Settings
  /** Reads what is stored, so that a change of another tab is seen. Throws `FailureError` of stage `storage`. */
  refresh(): Promise<Settings>
  /** Changes what is stored, not what is remembered: no change of another tab is lost. `change` may throw. */
  update(change: (settings: Settings) => Settings): Promise<Settings>
}

/** Opens the settings of `store`. A change, of this tab or found when reading again, goes out as an event. */
export async function openSettings(store: Store, emit: (event: RuntimeEvent) => void): Promise<SettingsAccess> {
  let current = await store.settings()
  const take = (settings: Settings): Settings => {
    // Both are parsed, so their fields stand in one order.
    if (JSON.stringify(settings) === JSON.stringify(current)) return current
    current = settings
    emit({ type: 'settings', settings })
    return settings
  }
  return {
    read: () => current,
    refresh: async () => take(await store.settings()),
    update: async (change) => take(await store.updateSettings(change)),
  }
}

/**
 * A model port that reads the settings again before each request: a provider that another tab changed or removed
 * must not be asked as it was, at its old address or with a key that is gone.
 */
export function withFreshSettings(model: ModelPort, settings: SettingsAccess): ModelPort {
  return {
    async *stream(request, signal) {
      await readFresh(settings, signal)
      yield* model.stream(request, signal)
    },
    models: async (providerId, signal) => {
      await readFresh(settings, signal)
      return model.models(providerId, signal)
    },
    describe: (ref) => model.describe(ref),
    test: async (ref, signal) => {
      await readFresh(settings, signal)
      return model.test(ref, signal)
    },
  }
}

/** Reads the settings again. Never throws: what is remembered serves where storage fails, and once the signal aborts. */
export async function readFresh(settings: SettingsAccess, signal: AbortSignal): Promise<Settings> {
  if (signal.aborted) return settings.read()
  let stop = (): void => {}
  const aborted = new Promise<void>((resolve) => {
    stop = resolve
  })
  signal.addEventListener('abort', stop, { once: true })
  try {
    await Promise.race([settings.refresh(), aborted])
  } catch {
    // Said by whatever has to be stored next; the request itself needs no storage.
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return settings.read()
}
