import type { Order, Report } from './shell-under-test.ts'

const RUNS = 15
/** Short commands are cheap to run and their times small, so more of them are taken. */
const QUICK_RUNS = 45
const SLOW_ABORT_MS = 2_000
/** A busy loop is given this long to be busy before it is stopped. */
const BUSY_MS = 40

const START: Readonly<Record<string, () => Worker>> = {
  ours: () => new Worker(new URL('./ours-worker.ts', import.meta.url), { type: 'module' }),
  'raw just-bash': () => new Worker(new URL('./raw-worker.ts', import.meta.url), { type: 'module' }),
}

/** Milliseconds by figure and shell; a shell that could not do it has no entry. */
type Samples = Record<string, Record<string, number[]>>

let lastId = 0

/** Sends one order; resolves with the end's time, or null where there was none in time. */
function order(
  worker: Worker,
  command: string,
  abortAfterMs: number | null = null,
  timeoutMs = 60_000,
): Promise<number | null> {
  const id = (lastId += 1)
  return new Promise((resolve) => {
    const settle = (value: number | null) => {
      clearTimeout(late)
      worker.removeEventListener('message', listen)
      resolve(value)
    }
    const late = setTimeout(() => settle(null), timeoutMs)
    const listen = ({ data }: MessageEvent<Report>) => {
      if (data.id === id && data.kind === 'end') settle(data.ms)
    }
    worker.addEventListener('message', listen)
    worker.postMessage({ id, command, abortAfterMs } satisfies Order)
  })
}

/** From nothing to the first output of the first command. */
function boot(start: () => Worker): Promise<number> {
  const began = performance.now()
  const worker = start()
  return new Promise((resolve, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message)))
    worker.addEventListener('message', ({ data }: MessageEvent<Report>) => {
      if (data.kind !== 'output') return
      const ms = performance.now() - began
      worker.terminate()
      resolve(ms)
    })
    worker.postMessage({ id: 0, command: 'echo hi', abortAfterMs: null } satisfies Order)
  })
}

async function measureShell(): Promise<Samples> {
  const samples: Samples = {}
  const add = (figure: string, shell: string, ms: number | null) => {
    if (ms !== null) ((samples[figure] ??= {})[shell] ??= []).push(ms)
  }
  for (let run = 0; run < RUNS; run += 1) {
    for (const [shell, start] of Object.entries(START)) add('boot', shell, await boot(start))
  }
  const workers = new Map(Object.entries(START).map(([shell, start]) => [shell, start()]))
  for (const worker of workers.values()) await order(worker, 'echo warm; seq 1 10000 | grep 7 | wc -l')
  for (let run = 0; run < QUICK_RUNS; run += 1) {
    for (const [shell, worker] of workers) {
      add('echo', shell, await order(worker, 'echo hi'))
      if (run < RUNS) add('pipeline', shell, await order(worker, 'seq 1 10000 | grep 7 | wc -l'))
    }
  }
  for (const [shell, worker] of workers) {
    let current = worker
    for (const [figure, command] of [
      ['soft', 'while true; do :; done'],
      ['substitution', 'x=$(while :; do :; done)'],
      ['hard', "awk 'BEGIN { for (;;) x++ }'"],
    ] as const) {
      for (let run = 0; run < RUNS; run += 1) {
        // After a forced end the next shell is still on its way; an abort that meets it there measures nothing.
        await order(current, 'true')
        const ms = await order(current, command, BUSY_MS, SLOW_ABORT_MS)
        add(figure, shell, ms)
        if (ms !== null) continue
        // It did not hear the abort: nothing but ending the worker helps, and trying again shows no more.
        current.terminate()
        current = START[shell]?.() ?? current
        break
      }
    }
    current.terminate()
  }
  return samples
}

Object.assign(globalThis, { measureShell })
