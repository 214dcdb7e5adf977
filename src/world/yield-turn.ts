/** Long work hands the thread over after this, so that messages (an abort above all) get in. */
const SLICE_MS = 8

/** Lets everything that waits for this thread run once. Unlike a timer of 0 ms it is not slowed down by the browser. */
export function yieldTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const done = () => {
      port1.close()
      resolve()
    }
    port1.addEventListener('message', done, { once: true })
    port1.start()
    port2.postMessage(null)
  })
}

/** A function that yields only when the thread was held for longer than a slice since its last yield. */
export function pacer(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await yieldTurn()
    since = performance.now()
  }
}
