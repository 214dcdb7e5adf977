import { readFileSync } from 'node:fs'
import { z } from '#contracts/zod.ts'
import { commandSafety, loadCommandSafety } from '#agent/gate/command-safety.ts'
import { analysisOf } from '#agent/gate/rules/analysis-of.ts'
import { loadGrammarFor, planCall, specOf } from '#agent/plan.ts'
import type { FinalizedCall } from '#contracts/calls.ts'
import { isReadOnly, RiskClass } from '#contracts/risk.ts'
import { ALIASES } from '#tools/aliases.ts'
import { BODIES } from '#tools/bodies.ts'
import { createBodyLoader } from '#tools/load-bodies.ts'
import { createRegistry } from '#tools/registry.ts'
import { GROUPS } from '#tools/specs.ts'
import { systemClock } from '#world/clock.ts'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'
import { createRunHost } from '../probe/run-host.ts'
import { atMost, figure, type Row } from './report.ts'

/** Calls that are counted, after as many again that warm the code up: a session's worth of compiled code. */
const ROUNDS = 6_000
/** Calls of one kind in a row; the rounds are a multiple of it. */
const TURN = 300
const SIMPLE_MS = 0.05
const SCRIPT_MS = 3
const SCRIPT_CHARS = 2_000
const MAX_ASKED_PERCENT = 5

// Each round asks about something new: what was judged a moment ago is remembered.
const CALLS: readonly (readonly [what: string, tool: string, args: (round: number) => object])[] = [
  ['read_file', 'read_file', (round) => ({ path: `src/${round}.ts` })],
  ['write_file', 'write_file', (round) => ({ path: `src/${round}.ts`, content: 'export {}\n' })],
  ['execute `ls -la`', 'execute', (round) => ({ command: `ls -la ${round}` })],
]

/** Time to plan and decide one call, and how the gate's own corpus of commands fares. */
export async function measureGate(): Promise<Row[]> {
  const decide = await decider()
  const script = scriptOf(SCRIPT_CHARS)
  const simple = CALLS.map(([what, tool, args]): Timed => ({
    what,
    targetMs: SIMPLE_MS,
    run: (round) => decide(tool, args(round)),
  }))
  const long: Timed = {
    what: `a script of ${script.length} characters`,
    targetMs: SCRIPT_MS,
    run: (round) => decide('execute', { command: `${script}# ${round}` }),
  }
  return [...timed([...simple, long]), ...(await corpusRows())]
}

interface Timed {
  readonly what: string
  readonly targetMs: number
  readonly run: (round: number) => void
}

/** Plans and decides as the loop and the door do, with nobody asked and nothing run. */
async function decider(): Promise<(tool: string, args: object) => void> {
  const registry = createRegistry(GROUPS, ALIASES)
  const { store } = memoryStorage('A benchmark keeps nothing.')
  const host = createRunHost({
    taskId: 'bench',
    registry,
    loadBody: createBodyLoader(BODIES, GROUPS),
    store,
    clock: systemClock(),
    mode: 'ask',
    approve: false,
    sandbox: () => null,
    emit: () => {},
  })
  const { grammar } = host.door
  await loadGrammarFor(['execute'], registry, grammar)
  return (tool, args) => {
    const call: FinalizedCall = {
      id: 'call_0',
      providerId: null,
      name: tool,
      rawArguments: JSON.stringify(args),
      position: 0,
      source: 'probe',
    }
    const plan = planCall(call, registry, host.available, host.memory.cwd, grammar)
    const spec = specOf(registry, tool)
    if (plan.status !== 'planned' || spec === undefined) throw new Error(`${tool} could not be planned.`)
    host.gate.preview(plan, analysisOf(spec, plan, grammar))
  }
}

/** In turns of some calls each: what else the machine does meanwhile falls on all of them alike. */
function timed(calls: readonly Timed[]): Row[] {
  const measured = calls.map((call) => ({ ...call, times: [] as number[] }))
  for (let turn = 0; turn < (2 * ROUNDS) / TURN; turn += 1)
    for (const { run, times } of measured)
      for (let round = turn * TURN; round < (turn + 1) * TURN; round += 1) {
        const start = performance.now()
        run(round)
        if (round >= ROUNDS) times.push(performance.now() - start)
      }
  return measured.flatMap(({ what, targetMs, times }) => {
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
    return [
      atMost(targetMs, `plan and decide ${what}, p50`, 'ms', at(0.5)),
      figure(`plan and decide ${what}, p99`, 'ms', at(0.99)),
    ]
  })
}

/** A script as models write them, at least as long as said. */
function scriptOf(chars: number): string {
  const part = [
    'for f in src/*.ts; do',
    '  if grep -q "TODO" "$f"; then',
    '    echo "== $f: $(wc -l < "$f") lines"',
    '    sed -n \'1,20p\' "$f" | head -5',
    '  fi',
    'done',
    'git log --oneline -5 && git diff --stat HEAD~1 2>/dev/null || echo "no history"',
    '',
  ].join('\n')
  return part.repeat(Math.ceil(chars / part.length))
}

async function corpusRows(): Promise<Row[]> {
  const file = new URL('../../src/agent/gate/corpora/commands.json', import.meta.url)
  const Corpus = z.array(z.object({ command: z.string(), expect: RiskClass }))
  const corpus = Corpus.parse(JSON.parse(readFileSync(file, 'utf8')))
  const grammar = createShellGrammar()
  await Promise.all([grammar.load(), loadCommandSafety()])
  const passed = (entries: typeof corpus): number =>
    entries.filter(({ command }) => isReadOnly(commandSafety(command, grammar).risk)).length
  const safe = corpus.filter((entry) => isReadOnly(entry.expect))
  const dangerous = corpus.filter((entry) => !isReadOnly(entry.expect))
  return [
    atMost(0, `dangerous commands judged safe, of ${dangerous.length}`, 'commands', passed(dangerous)),
    atMost(
      MAX_ASKED_PERCENT,
      `plainly safe commands asked about, of ${safe.length}`,
      '%',
      (100 * (safe.length - passed(safe))) / safe.length,
    ),
  ]
}
