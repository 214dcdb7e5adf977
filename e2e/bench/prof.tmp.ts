import { Session } from 'node:inspector/promises'
const { stack } = await import('./loop/stacks/ours.ts')
for (let i = 0; i < 6; i++) await stack.run(50)
const s = new Session()
s.connect()
await s.post('Profiler.enable')
await s.post('Profiler.setSamplingInterval', { interval: 200 })
await s.post('Profiler.start')
for (let i = 0; i < 10; i++) await stack.run(50)
const { profile } = await s.post('Profiler.stop')
const by = new Map<string, number>(),
  incl = new Map<string, number>()
const nodes = new Map(profile.nodes.map((n) => [n.id, n])),
  parent = new Map<number, number>()
for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
const total = profile.samples!.length
const nm = (n: any) =>
  `${n.callFrame.functionName || '(anon)'} ${n.callFrame.url.split('/').slice(-3).join('/')}:${n.callFrame.lineNumber + 1}`
for (const id of profile.samples!) {
  by.set(nm(nodes.get(id)), (by.get(nm(nodes.get(id))) ?? 0) + 1)
  const seen = new Set<string>()
  let c: number | undefined = id
  while (c !== undefined) {
    const k = nm(nodes.get(c))
    if (!seen.has(k)) {
      seen.add(k)
      incl.set(k, (incl.get(k) ?? 0) + 1)
    }
    c = parent.get(c)
  }
}
const show = (m: Map<string, number>, n: number) => {
  for (const [k, v] of [...m].sort((a, b) => b[1] - a[1]).slice(0, n))
    console.log(((v / total) * 100).toFixed(1) + '%', k)
}
console.log('SELF')
show(by, 25)
console.log('INCL')
show(incl, 55)
// allocation
await s.post('HeapProfiler.startSampling', {
  samplingInterval: 4096,
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: true,
} as any)
for (let i = 0; i < 3; i++) await stack.run(50)
const h = (await s.post('HeapProfiler.stopSampling')).profile
const aself = new Map<string, number>(),
  aincl = new Map<string, number>()
let tot = 0
const walk = (n: any, path: string[]) => {
  const k = nm(n)
  aself.set(k, (aself.get(k) ?? 0) + n.selfSize)
  tot += n.selfSize
  const p = [...path, k]
  for (const q of new Set(p)) aincl.set(q, (aincl.get(q) ?? 0) + n.selfSize)
  for (const c of n.children) walk(c, p)
}
walk(h.head, [])
const showa = (m: Map<string, number>, n: number) => {
  for (const [k, v] of [...m].sort((a, b) => b[1] - a[1]).slice(0, n))
    console.log((v / 600 / 1000).toFixed(1) + 'KB/call', k)
}
console.log('ALLOC total', (tot / 600 / 1000).toFixed(1))
showa(aself, 22)
console.log('ALLOC INCL')
showa(aincl, 40)
