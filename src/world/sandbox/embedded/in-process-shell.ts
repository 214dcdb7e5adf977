import type { ShellThread } from './shell-protocol.ts'
import { serveShell } from './shell/serve-shell.ts'

/**
 * A shell in this very thread, for Node and for tests. `terminate` cuts it off; unlike a real thread, a
 * script that never yields cannot be ended.
 */
export function spawnInProcessShell(): ShellThread {
  const { port1, port2 } = new MessageChannel()
  serveShell(port2)
  return {
    port: port1,
    died: new Promise(() => {}),
    terminate() {
      port1.close()
      port2.close()
    },
  }
}
