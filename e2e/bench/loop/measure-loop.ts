import { median } from '../median.ts'
import { atMost, below, figure, type Row } from '../report.ts'
import { compileStacks, StackProcess, type Order } from './stack-process.ts'

const PEERS = ['hand loop', 'pi-agent-core', 'ai', 'langgraph'] as const
/** Ours without the cost of storage, to tell the two apart. No peer stores anything. */
const LOOP_ALONE = 'ours, bare store'
const TURNS = [50, 150] as const
const WARM_UPS = 5
/** Runs of each stack; the median counts, because other work shares the processor. */
const CPU_RUNS = 9
/** The sampling profiler is steady, so fewer do. */
const ALLOCATION_RUNS = 3

/**
 * Cost of one tool call, everything around it included, with a model that answers at once: ours with
 * planner, gate, journal and schema check against stacks that have none of these. The stacks take turns
 * run by run, so that a busy moment of the machine meets all of them.
 */
export async function measureLoop(): Promise<Row[]> {
  const stacks = await startAll()
  try {
    for (const stack of stacks) for (let run = 0; run < WARM_UPS; run += 1) await stack.measure('cpu', TURNS[0])
    const cpu = await medians(stacks, 'cpu', CPU_RUNS)
    const allocation = await medians(stacks, 'allocation', ALLOCATION_RUNS)
    return [...rowsOf(cpu, 'CPU per call', 'ms/call', 0.5), ...rowsOf(allocation, 'allocation per call', 'KB/call', 60)]
  } finally {
    await Promise.all(stacks.map((stack) => stack.end()))
  }
}

async function startAll(): Promise<StackProcess[]> {
  const entry = await compileStacks()
  const stacks: StackProcess[] = []
  for (const name of ['ours', LOOP_ALONE, ...PEERS]) stacks.push(await StackProcess.start(entry, name))
  return stacks
}

/** The median by `<stack> <turns>`. */
async function medians(
  stacks: readonly StackProcess[],
  what: Order['what'],
  runs: number,
): Promise<Map<string, number>> {
  const values = new Map<string, number[]>()
  for (let run = 0; run < runs; run += 1) {
    for (const turns of TURNS) {
      for (const stack of stacks) {
        const key = `${stack.name} ${turns}`
        values.set(key, [...(values.get(key) ?? []), await stack.measure(what, turns)])
      }
    }
  }
  return new Map([...values].map(([key, found]) => [key, median(found)]))
}

function rowsOf(found: ReadonlyMap<string, number>, what: string, unit: string, limit: number): Row[] {
  const at = (stack: string, turns: number): number => found.get(`${stack} ${turns}`) ?? Number.NaN
  const peers = (turns: number) => Object.fromEntries(PEERS.map((peer) => [peer, at(peer, turns)]))
  const ratio = (stack: string) => at(stack, 150) / at(stack, 50)
  return [
    ...TURNS.map((turns) => atMost(limit, `${what}, ${turns} turns`, unit, at('ours', turns), peers(turns))),
    ...TURNS.map((turns) => figure(`${what}, ${turns} turns, without storage`, unit, at(LOOP_ALONE, turns))),
    ...(unit === 'ms/call'
      ? [
          below('ai', 'CPU per call against ai', unit, at('ours', 50), { ai: at('ai', 50) }),
          below('langgraph', 'CPU per call against langgraph', unit, at('ours', 50), {
            langgraph: at('langgraph', 50),
          }),
        ]
      : [figure('allocation against the hand loop', 'times', at('ours', 50) / at('hand loop', 50))]),
    atMost(
      1.25,
      `${what}, 150 turns to 50`,
      'times',
      ratio('ours'),
      Object.fromEntries(PEERS.map((peer) => [peer, ratio(peer)])),
    ),
  ]
}
