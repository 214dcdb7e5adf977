import type { Clock } from '#contracts/ports/clock.ts'

/** A clock that moves only when it is told to, with ids that count. For tests of every room. */
export interface ManualClock extends Clock {
  /**
   * Moves time by `ms` and runs each timer that falls due, earliest first, at its own moment. Timers set
   * meanwhile run too where they are due. Between two timers all pending promise work is done.
   */
  advance(ms: number): Promise<void>
  /** How many timers are set. Zero shows that nothing was left behind. */
  pending(): number
}

interface Timer {
  readonly due: number
  readonly order: number
  readonly task: () => void
}

/** Lets everything that is already resolved go on, without a timer of its own that a test could race. */
async function settle(): Promise<void> {
  // A macrotask by message: it comes after all microtasks, in Node and in browsers alike.
  const channel = new MessageChannel()
  await new Promise<void>((resolve) => {
    channel.port1.addEventListener('message', () => resolve(), { once: true })
    channel.port1.start()
    channel.port2.postMessage(null)
  })
  channel.port1.close()
}

/** A clock driven by hand, starting at `start` milliseconds since the epoch. Ids are `id-1`-like, padded to 21 characters. */
export function manualClock(start = 1_700_000_000_000): ManualClock {
  let elapsed = 0
  let order = 0
  let ids = 0
  const timers = new Set<Timer>()

  const after = (ms: number, task: () => void) => {
    order += 1
    const timer = { due: elapsed + Math.max(0, ms), order, task }
    timers.add(timer)
    return () => {
      timers.delete(timer)
    }
  }

  const nextDue = (until: number): Timer | undefined => {
    const due = [...timers].filter((timer) => timer.due <= until)
    return due.toSorted((a, b) => a.due - b.due || a.order - b.order)[0]
  }

  return {
    now: () => start + elapsed,
    ticks: () => elapsed,
    after,
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason)
          return
        }
        const stop = () => {
          cancel()
          reject(signal?.reason)
        }
        const cancel = after(ms, () => {
          signal?.removeEventListener('abort', stop)
          resolve()
        })
        signal?.addEventListener('abort', stop, { once: true })
      }),
    newId: () => {
      ids += 1
      return `id${String(ids).padStart(19, '0')}`
    },
    async advance(ms) {
      const until = elapsed + ms
      await settle()
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        timers.delete(timer)
        elapsed = timer.due
        timer.task()
        await settle()
      }
      elapsed = until
    },
    pending: () => timers.size,
  }
}
