import type { WebPort } from '#contracts/ports/web.ts'

/** A web port whose code is loaded with the first page: a session that reads none never pays for it. */
export function lazyWebPort(load: () => Promise<WebPort>): WebPort {
  let loading: Promise<WebPort> | null = null
  const port = (): Promise<WebPort> => {
    loading ??= load().catch((error: unknown) => {
      // Not remembered: a chunk that could not be fetched once may be there the next time.
      loading = null
      throw error
    })
    return loading
  }
  return {
    read: async (url, signal, mayLead) => (await port()).read(url, signal, mayLead),
    greet: async (relay, signal) => (await port()).greet(relay, signal),
  }
}
