// One stack in a process of its own: runs when told to and reports what it cost.
import type { HeapProfiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import type { Order, Reading } from './stack-process.ts'
import { CALLS_PER_TURN, type Stack } from './stack.ts'

/** One sample each so many bytes allocated: fine enough for a run of 200 calls, and cheap. */
const SAMPLE_BYTES = 4_096

const STACKS: Readonly<Record<string, () => Promise<{ stack: Stack }>>> = {
  ours: () => import('./stacks/ours.ts'),
  'ours, bare store': () => import('./stacks/ours-bare-store.ts'),
  'hand loop': () => import('./stacks/hand-loop.ts'),
  ai: () => import('./stacks/ai.ts'),
  'pi-agent-core': () => import('./stacks/pi-agent-core.ts'),
  langgraph: () => import('./stacks/langgraph.ts'),
}

/** CPU time of this process for one run, garbage collection and compilation included, in ms per call. */
async function cpu(stack: Stack, turns: number): Promise<number> {
  globalThis.gc?.()
  const before = process.cpuUsage()
  await checked(stack, turns)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / (turns * CALLS_PER_TURN)
}

/** Bytes allocated in one run, those already collected included, in KB per call. */
async function allocation(stack: Stack, turns: number): Promise<number> {
  globalThis.gc?.()
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: SAMPLE_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  })
  await checked(stack, turns)
  const { profile } = await session.post('HeapProfiler.stopSampling')
  session.disconnect()
  return bytesUnder(profile.head) / 1_000 / (turns * CALLS_PER_TURN)
}

function bytesUnder(node: HeapProfiler.SamplingHeapProfileNode): number {
  return node.children.reduce((sum, child) => sum + bytesUnder(child), node.selfSize)
}

async function checked(stack: Stack, turns: number): Promise<void> {
  const ran = await stack.run(turns)
  if (ran !== turns * CALLS_PER_TURN) throw new Error(`it ran ${ran} calls instead of ${turns * CALLS_PER_TURN}`)
}

const load = STACKS[process.argv[2] ?? '']
if (load === undefined) throw new Error('Name a stack.')
const { stack } = await load()

process.on('message', (order: Order) => {
  const measure = order.what === 'cpu' ? cpu : allocation
  measure(stack, order.turns).then(
    (value) => process.send?.({ value } satisfies Reading),
    (error: unknown) =>
      process.send?.({ error: error instanceof Error ? error.message : String(error) } satisfies Reading),
  )
})
process.send?.({ value: 0 } satisfies Reading)
