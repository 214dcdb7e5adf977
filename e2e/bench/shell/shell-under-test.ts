/** To a worker with a shell in it: run this and say how long it took. */
export interface Order {
  readonly id: number
  readonly command: string
  /** Abort the command this long after its start; then the time from the abort to its end is what counts. */
  readonly abortAfterMs: number | null
}

/** From it: the first output of a command, then its end in ms; null where it had ended before the abort. */
export type Report =
  | { readonly kind: 'output'; readonly id: number }
  | { readonly kind: 'end'; readonly id: number; readonly ms: number | null }

/** Runs a command; calls `onOutput` when its output begins. */
export type Execute = (command: string, onOutput: () => void, signal: AbortSignal) => Promise<void>

/** Serves orders in this worker, each timed here so that the way to the page does not count. */
export function serveOrders(execute: Execute): void {
  addEventListener('message', (event: MessageEvent<Order>) => {
    void serve(event.data, execute)
  })
}

async function serve({ id, command, abortAfterMs }: Order, execute: Execute): Promise<void> {
  const controller = new AbortController()
  let began = performance.now()
  if (abortAfterMs !== null) {
    setTimeout(() => {
      began = performance.now()
      controller.abort()
    }, abortAfterMs)
  }
  let said = false
  const onOutput = () => {
    if (!said) self.postMessage({ kind: 'output', id } satisfies Report)
    said = true
  }
  await execute(command, onOutput, controller.signal)
  const ended = performance.now()
  const counts = abortAfterMs === null || controller.signal.aborted
  self.postMessage({ kind: 'end', id, ms: counts ? ended - began : null } satisfies Report)
}
