import type { Endpoint } from 'comlink'
import { fail, type FailureError } from '#contracts/failure.ts'

/** Rejects whatever still waits for a thread that has died: it would wait for ever. */
export class CrashWatch {
  readonly #waiting = new Set<(error: unknown) => void>()
  #answered = false
  #crash: FailureError | null = null

  /** Watches `worker` for the error that ends it: one before it ever answered, when its script could not start. */
  constructor(worker: Endpoint) {
    worker.addEventListener('error', (event) => {
      // An uncaught error later on does not end a worker: its other answers still come.
      if (this.#answered) return
      const why = 'message' in event && typeof event.message === 'string' ? event.message : ''
      this.#crash = fail(
        'command',
        'crashed',
        'The part of Sallyport that does the work did not start. Reload the page: nothing stored is lost.',
        why === '' ? {} : { detail: { error: why } },
      )
      for (const reject of this.#waiting) reject(this.#crash)
      this.#waiting.clear()
    })
  }

  /** What `ask` answers, or `FailureError` `crashed` where the thread is gone. */
  async guard<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#crash !== null) throw this.#crash
    let reject: (error: unknown) => void = () => {}
    const crash = new Promise<never>((_, no) => {
      reject = no
    })
    this.#waiting.add(reject)
    try {
      const answer = await Promise.race([ask(), crash])
      this.#answered = true
      return answer
    } finally {
      // Not left behind: a race against one lasting promise would keep every answer alive.
      this.#waiting.delete(reject)
    }
  }
}
