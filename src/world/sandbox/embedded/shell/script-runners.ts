import type { CustomCommand, ExecResult, ResolvedCommandContext } from 'just-bash/browser'
import { wrapper } from './commands/define.ts'
import { BY_PATH, NOTHING_RUN } from './internal-names.ts'
import { outletsOf, type Outlets } from './stream-script.ts'

/** Every command that hands scripts to the shell. What they hand over is told apart by which of them runs. */
const RUNNERS = ['bash', 'sh', 'xargs', 'timeout', 'time', 'env', 'find', 'rg', 'help'] as const

const PROGRAM = /^\/(?:usr\/)?bin\/[^/]+$/u

/** Where the script that is handed to the shell now prints to; null where its command takes what it prints. */
export interface RunningScripts {
  outlets: Outlets | null
}

/**
 * The commands that run scripts, around those of the library: they say where their scripts print to, and what a
 * stop leaves of one is handed over, which the library would drop.
 */
export function scriptRunners(
  ours: readonly CustomCommand[],
  running: RunningScripts,
  print: (outlets: Outlets, result: ExecResult) => Promise<void>,
): CustomCommand[] {
  const noting =
    (run: (args: string[], ctx: ResolvedCommandContext) => Promise<ExecResult>) =>
    async (args: string[], ctx: ResolvedCommandContext): Promise<ExecResult> => {
      const before = running.outlets
      const outlets = outletsOf(ctx.fileDescriptors)
      // Taken now: a context cannot be asked any more after an abort.
      const { signal } = ctx
      running.outlets = outlets
      try {
        const result = await run(args, ctx)
        if (signal?.aborted === true && outlets !== null) await print(outlets, result)
        return result
      } finally {
        running.outlets = before
      }
    }
  const known = new Map(ours.map((command) => [command.name, command]))
  return RUNNERS.map((name) => {
    const own = known.get(name)
    if (own !== undefined && 'execute' in own) return { ...own, execute: noting((args, ctx) => own.execute(args, ctx)) }
    const run = (args: string[], original: (args: string[]) => Promise<ExecResult>, ctx: ResolvedCommandContext) =>
      noting(async (words) => (words[0] === BY_PATH ? byPath(words.slice(1), original, ctx) : original(words)))(
        args,
        ctx,
      )
    return wrapper(name, run)
  })
}

/** Runs what stands first: a program of the shell, or by its path a script that may be executed. */
async function byPath(
  words: string[],
  script: (args: string[]) => Promise<ExecResult>,
  ctx: ResolvedCommandContext,
): Promise<ExecResult> {
  const [name, ...args] = words
  if (name === undefined) return { stdout: '', stderr: '', exitCode: NOTHING_RUN }
  // Without another shell in between, which would not hand on what is exported for this command alone.
  if (name === 'bash' || name === 'sh') return script(args)
  const path = ctx.fs.resolvePath(ctx.cwd, name)
  if (ctx.exec !== undefined && (PROGRAM.test(path) || !name.includes('/'))) {
    const { cwd, signal, exportedEnv } = ctx
    // Bytes as text, one character each, which the library marks with a type of its own.
    const stdin = ctx.stdin as unknown as string
    const quoted = `'${name.replaceAll("'", `'\\''`)}'`
    return ctx.exec(quoted, {
      cwd,
      env: { ...exportedEnv },
      stdin,
      stdinKind: 'bytes',
      args,
      ...(signal === undefined ? {} : { signal }),
    })
  }
  const refuse = (why: string, exitCode: number) => ({ stdout: '', stderr: `bash: ${name}: ${why}\n`, exitCode })
  const stat = await ctx.fs.stat(path).catch(() => null)
  if (stat === null) return refuse('No such file or directory', 127)
  if (stat.isDirectory) return refuse('Is a directory', 126)
  return (stat.mode & 0o111) === 0 ? refuse('Permission denied', 126) : script(words)
}
