import { exposeRuntime } from './expose-runtime.ts'

// A worker with the real lane and a runtime of a few lines behind it, for the browser test.
exposeRuntime({
  boot: async () => ({ ok: true }),
  call: (_name, _input, signal) =>
    new Promise((resolve) => {
      const failure = { stage: 'command', kind: 'aborted', message: 'Stopped.', retryable: false }
      signal?.addEventListener('abort', () => resolve({ ok: false, failure }))
      if (signal === undefined) resolve({ ok: true, value: {} })
    }),
  subscribe: (since, port) => {
    const events = Array.from({ length: 3 }, (_, n) => ({ type: 'notice', level: 'info', text: String(since + n) }))
    port.postMessage({ kind: 'events', first: since, events })
  },
  warmUp: async () => {},
})
