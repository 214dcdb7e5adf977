import type { Failure } from '#contracts/failure.ts'
import type { RuntimeClient } from './runtime.ts'
import type { PageStore } from './store.ts'
import { words } from './words.ts'

/**
 * Starts the agent's thread and mirrors it into the store: the state first, then every event from the
 * number that came with it. A worker that fails before it ever answered is shown as a failed start; a
 * later error is a notice, because the thread may well live on. Returns the way to stop.
 */
export function followRuntime(client: RuntimeClient, store: PageStore, worker?: EventTarget): () => void {
  let stopped = false
  let unsubscribe = (): void => {}

  const failed = (bootFailure: Failure) => {
    if (!stopped) store.setState({ phase: 'failed', bootFailure })
  }
  const follow = async (): Promise<void> => {
    const state = await client.call('app.state', {})
    if (stopped) return
    if (!state.ok) return failed(state.failure)
    unsubscribe()
    store.begin(state.value)
    unsubscribe = client.subscribe(state.value.nextEvent, (batch) => {
      if (batch.kind === 'events') return store.apply(batch.events, batch.first)
      // Too much was missed: read everything anew, the open sessions too.
      store.setState({ opened: new Map() })
      void follow()
    })
  }
  const onCrash = (event: Event) => {
    const message = event instanceof ErrorEvent && event.message !== '' ? event.message : words.boot.crashed
    if (store.getState().phase === 'starting') return failed(crash(message))
    store.notice({ level: 'error', text: `${words.boot.crashed} ${words.boot.silentAdvice}`, failure: crash(message) })
  }

  worker?.addEventListener('error', onCrash)
  worker?.addEventListener('messageerror', onCrash)
  void (async () => {
    const report = await client.boot()
    if (!report.ok) return failed(report.failure)
    await follow()
    if (!stopped) await client.warmUp()
  })().catch((error: unknown) => failed(crash(String(error))))

  return () => {
    stopped = true
    unsubscribe()
    worker?.removeEventListener('error', onCrash)
    worker?.removeEventListener('messageerror', onCrash)
  }
}

function crash(message: string): Failure {
  return { stage: 'execution', kind: 'crashed', message, retryable: true }
}
