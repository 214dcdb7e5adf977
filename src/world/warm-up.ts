import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'

/**
 * Fetches what is loaded lazily, so that the network may go away afterwards: each loader is called, and
 * one command runs in a sandbox that is thrown away. A part that cannot be had is left for its first use.
 */
export async function warmUp(
  loaders: Iterable<() => Promise<unknown>>,
  openSandbox: () => Promise<Sandbox>,
): Promise<void> {
  const shell = async (): Promise<void> => {
    const sandbox = await openSandbox()
    try {
      const request = {
        command: 'true',
        cwd: WORKSPACE_ROOT,
        env: {},
        stdin: '',
        timeoutMs: 60_000,
        onOutput: () => {},
      }
      await sandbox.exec(request, new AbortController().signal)
    } finally {
      await sandbox.close()
    }
  }
  await Promise.allSettled([...[...loaders].map((load) => load()), shell()])
}
