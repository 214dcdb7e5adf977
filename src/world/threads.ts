import type { ShellThread } from './sandbox/embedded/shell-protocol.ts'

/** Starts a shell in a worker of its own. The only place where a worker starts another. */
export function spawnShell(): ShellThread {
  // Written in place: the bundler finds a worker only in exactly this form.
  const worker = new Worker(new URL('../../workers/shell.ts', import.meta.url), { type: 'module', name: 'shell' })
  const { port1, port2 } = new MessageChannel()
  const died = new Promise<string>((resolve) => {
    // A script that cannot be loaded gives a plain event, without a message.
    worker.addEventListener('error', (event) => resolve(event.message || 'its script could not be loaded'))
  })
  worker.postMessage({ port: port2 }, [port2])
  return {
    port: port1,
    died,
    terminate() {
      worker.terminate()
      port1.close()
    },
  }
}
