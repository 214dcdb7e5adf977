import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { held, type Held } from './held.ts'

type Method = 'write' | 'snapshot' | 'flush'

/** Sandboxes whose operations a test can hold back, one at a time. What is held ends with its signal, as the port promises. */
export function heldSandbox(): {
  /** Stands between the agent and a sandbox. */
  seen(sandbox: Sandbox): Sandbox
  /** Holds the next call of `method`. */
  hold(method: Method): Held
} {
  const holds: { method: Method; enter: (signal: AbortSignal) => Promise<void> }[] = []
  return {
    seen: (sandbox) =>
      new Proxy(sandbox, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          return (...args: unknown[]): unknown => {
            const index = holds.findIndex(({ method }) => method === name)
            const [hold] = index < 0 ? [] : holds.splice(index, 1)
            const call = (): unknown => Reflect.apply(value, target, args)
            return hold === undefined ? call() : hold.enter(args.at(-1) as AbortSignal).then(call)
          }
        },
      }),
    hold(method) {
      const place = held()
      holds.push({
        method,
        enter: (signal) => {
          const aborted = new Promise<never>((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          })
          return Promise.race([place.enter(), aborted])
        },
      })
      return place
    },
  }
}
