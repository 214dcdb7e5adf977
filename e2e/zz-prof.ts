import { madeStream } from './doubles/made-streams.ts'
import { playStep } from './probe/stream.ts'
for (const d of ['openai-responses','anthropic','openai-chat'] as const) {
  const m = madeStream(d)
  await playStep(d, { body: m.body })
  const c0 = process.cpuUsage()
  for (let i = 0; i < 600; i++) await playStep(d, { body: m.body, end: { kind: 'cut', at: Math.floor(m.body.length * 0.9) } })
  const c = process.cpuUsage(c0)
  console.log(d, ((c.user + c.system) / 600 / 1000).toFixed(2), 'ms cpu each')
}
