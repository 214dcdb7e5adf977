/** Starts the agent's thread. The one place of the page that names a worker. */
export function startWorker(): Worker {
  return new Worker(new URL('../../workers/agent.ts', import.meta.url), { type: 'module', name: 'agent' })
}
