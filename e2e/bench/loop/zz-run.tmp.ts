import { Session } from 'node:inspector/promises'
import { z } from 'zod'
if (process.env.V.includes('J')) z.config({ jitless: true })
const { stack } = await import('./stacks/zz-abl.tmp.ts')
const T = 50
for (let i = 0; i < 8; i++) await stack.run(T)
const v: number[] = []
for (let i = 0; i < 15; i++) { globalThis.gc?.(); const b = process.cpuUsage(); await stack.run(T); const { user, system } = process.cpuUsage(b); v.push((user + system) / 1000 / (T * 4)) }
v.sort((a, b) => a - b)
const s = new Session(); s.connect()
await s.post('HeapProfiler.startSampling', { samplingInterval: 4096, includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true } as never)
for (let i = 0; i < 3; i++) await stack.run(T)
const h = (await s.post('HeapProfiler.stopSampling')).profile
const sum = (n: any): number => n.selfSize + n.children.reduce((a: number, c: any) => a + sum(c), 0)
console.log(process.env.V, 'cpu', v[7].toFixed(3), 'min', v[0].toFixed(3), 'alloc', (sum(h.head) / 1000 / (3 * T * 4)).toFixed(1))
