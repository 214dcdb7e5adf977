import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { build } from 'vite'

const OUT = 'node_modules/.cache/bench-loop'

/** Compiles the stacks as they would be shipped: run from source, each closure would pay for its name. Returns the entry. */
export async function compileStacks(): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: 'e2e/bench/loop/measured-process.ts',
      outDir: OUT,
      target: 'node20',
      minify: false,
      emptyOutDir: true,
    },
  })
  return `${OUT}/measured-process.js`
}

/** What a measured process is told to run. */
export interface Order {
  readonly what: 'cpu' | 'allocation'
  readonly turns: number
}

/** What it answers: ms or KB per call, or why not. */
export type Reading = { readonly value: number } | { readonly error: string }

/** One stack in its own process, so that no stack pays for another's heap or warms another's code. */
export class StackProcess {
  private constructor(
    readonly name: string,
    private readonly child: ChildProcess,
  ) {}

  /** Starts it from the compiled `entry` and waits until the stack is loaded. */
  static async start(entry: string, name: string): Promise<StackProcess> {
    const child = fork(entry, [name], {
      execArgv: ['--expose-gc'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    const started = new StackProcess(name, child)
    await started.answer()
    return started
  }

  /** One run; ms or KB per call. */
  async measure(what: Order['what'], turns: number): Promise<number> {
    this.child.send({ what, turns } satisfies Order)
    return this.answer()
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null) return
    const ended = once(this.child, 'exit')
    this.child.disconnect()
    await ended
  }

  private async answer(): Promise<number> {
    const gone = new AbortController()
    const exited = once(this.child, 'exit', { signal: gone.signal }).then(([code]) => {
      throw new Error(`The process of ${this.name} ended with code ${code}.`)
    })
    try {
      const [reading] = (await Promise.race([once(this.child, 'message', { signal: gone.signal }), exited])) as [
        Reading,
      ]
      if ('error' in reading) throw new Error(`${this.name}: ${reading.error}`)
      return reading.value
    } finally {
      gone.abort()
      exited.catch(() => {})
    }
  }
}
