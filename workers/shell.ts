import { serveShell } from '#world/sandbox/embedded/shell/serve-shell.ts'

// The first message brings the port; all else goes over it.
addEventListener('message', (event: MessageEvent<{ port: MessagePort }>) => serveShell(event.data.port), { once: true })
