import { createSandbox } from '#world/sandbox/create-sandbox.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'
import { systemClock } from '#world/clock.ts'
import { spawnInProcessShell } from '#world/sandbox/embedded/in-process-shell.ts'
const s = await createSandbox('embedded', { workspaceId: 'w', store: memoryStorage('x').workspaces, clock: systemClock(), spawnShell: spawnInProcessShell, onStorageFailure() {} } as any)
const n = new AbortController().signal
await s.write('.ssh/k', new TextEncoder().encode('KEY\n'), {}, n)
await s.write('.env', new TextEncoder().encode('KEY\n'), {}, n)
await s.exec({ command: 'ln -s .ssh d; ln -s .env plain; ln -s d e', cwd: '/workspace', env: {}, timeoutMs: 9000, onOutput() {} } as any, n)
console.log(await s.list('d', { depth: 1, limit: 9 }, n), await s.list('.', { depth: 9, limit: 99 }, n))
console.log(await s.stat('d', n), await s.stat('d/k', n), (await s.read('d/k', n)).path, (await s.read('e/k', n)).path)
console.log((await s.snapshot(n)).paths())
console.log(await s.grep({ pattern: 'KEY', path: 'd', literal: false, ignoreCase: false, glob: null, limit: 9 } as any, n), await s.grep({ pattern: 'KEY', path: '.', literal: false, ignoreCase: false, glob: null, limit: 9 } as any, n))
