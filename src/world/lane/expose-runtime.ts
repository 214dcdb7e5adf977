import { expose, type Endpoint } from 'comlink'
import type { RuntimeApi } from '#contracts/runtime.ts'
import { installSignalReceiver, receiveCancels, releaseSignal } from './receive-signal.ts'

/**
 * Serves the runtime to the page on the commands lane. `endpoint` is the worker's own scope unless
 * given. Call it before anything that waits: a request that comes earlier would be lost.
 */
export function exposeRuntime(api: RuntimeApi, endpoint?: Endpoint): void {
  // In a dedicated worker the global scope is itself the port to the page.
  const lane = endpoint ?? (globalThis as unknown as Endpoint)
  installSignalReceiver()
  receiveCancels(lane)
  const served: RuntimeApi = {
    boot: () => api.boot(),
    call: async (name, input, signal) => {
      try {
        return await api.call(name, input, signal)
      } finally {
        if (signal !== undefined) releaseSignal(signal)
      }
    },
    subscribe: (since, port) => api.subscribe(since, port),
    warmUp: () => api.warmUp(),
  }
  expose(served, lane)
}
