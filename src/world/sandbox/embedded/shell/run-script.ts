import { Bash, type ExecResult } from 'just-bash/browser'
import { pacer } from '../../../yield-turn.ts'
import { carriedEnv } from '../../carried-env.ts'
import { shellCommands } from './commands/all-commands.ts'
import { isRefused } from './commands/refused-commands.ts'
import { DeviceFiles } from './device-files.ts'
import { internalCommands, type ShellState } from './internal-commands.ts'
import type { OutputLane } from './output-lane.ts'
import { TRAPS_PARSER, trapsParser } from './parser-traps.ts'
import { RemoteFiles, type AskFiles } from './remote-files.ts'
import {
  changesState,
  hasBackgroundJob,
  hideNames,
  nameStandardInput,
  refuse,
  rewriteInner,
  rewriteScript,
} from './rewrite-script.ts'
import { scriptRunners, type RunningScripts } from './script-runners.ts'
import type { Outlets } from './stream-script.ts'
import type { Script } from './syntax-tree.ts'
import { withoutTraces } from './without-traces.ts'

// The library stops runaway scripts by counting. Time and memory are bounded elsewhere (time-out, abort,
// byte caps of the tree), so what only counts is raised; awk and sed cannot be interrupted and stay at
// what takes a few seconds.
const LIMITS = {
  maxCommandCount: 100_000_000,
  maxLoopIterations: 1_000_000_000,
  maxWorkUnits: 1_000_000_000,
  maxArrayElements: 5_000_000,
  maxAwkIterations: 1_000_000,
  maxSedIterations: 1_000_000,
  maxOutputSize: 2_000_000_000,
  maxStringLength: 64 * 1024 * 1024,
  maxFileDescriptors: 4_096,
  maxExecutionTimeMs: 3_600_000,
}

const BASE_ENV = new Map([
  ['HOME', '/workspace'],
  ['PATH', '/usr/bin:/bin'],
  ['USER', 'user'],
  ['LOGNAME', 'user'],
  ['SHELL', '/bin/bash'],
  ['LANG', 'C.UTF-8'],
  ['TERM', 'dumb'],
  ['TMPDIR', '/tmp'],
])
/** Set by the shell itself each time; carried over they would only be stale. */
const NOT_CARRIED = new Set(['PWD', 'OLDPWD', 'SHLVL', '_'])

/** Its exported variables are not known then, and a directory without them would be half a state. */
const ENDED_EARLY =
  'sh: The script ended before its last line (set -e, or an error that ends a shell): the next command starts in the directory and with the exported variables that this one started with.\n'

export interface ScriptRequest {
  readonly script: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string
}

/** Runs one script to its end. Output goes to the lane as it is made; resolves with how it ended, never rejects. */
export async function runScript(request: ScriptRequest, lane: OutputLane, ask: AskFiles, signal: AbortSignal) {
  if (trapsParser(request.script)) {
    await lane.text('stderr', `sh: ${TRAPS_PARSER}\n`)
    return { exitCode: 2, ...carried({ cwd: request.cwd, env: request.env }) }
  }
  const files = new RemoteFiles(ask, new DeviceFiles(lane))
  let state: ShellState | null = null
  const running: RunningScripts = { outlets: null }
  const print = async (outlets: Outlets, { stdout, stderr, stdoutKind }: ExecResult) => {
    await files.writeFile(outlets.out, stdout, stdoutKind === 'bytes' ? 'latin1' : 'utf8')
    await files.writeFile(outlets.err, stderr.replace(STOPPED, ''))
  }
  const bash = new Bash({
    fs: files,
    cwd: request.cwd,
    env: { ...Object.fromEntries(BASE_ENV), ...carriedEnv(request.env) },
    customCommands: [
      ...internalCommands((noted) => (state = noted), pacer()),
      ...shellCommands(),
      ...scriptRunners(shellCommands(), running, print),
    ],
    executionLimits: LIMITS,
  })
  // Scripts inside the script (`bash -c`, `xargs`) come by here too; their output may belong to the caller.
  let outermost = true
  let moves = false
  bash.registerTransformPlugin({
    name: 'sallyport',
    transform({ ast }: { ast: Script }) {
      hideNames(ast, isRefused)
      nameStandardInput(ast)
      if (outermost) moves = changesState(ast, Object.keys(request.env))
      if (hasBackgroundJob(ast)) refuse(ast)
      else if (outermost) rewriteScript(ast)
      else rewriteInner(ast, running.outlets)
      outermost = false
      return { ast }
    },
  })
  try {
    const result = await bash.exec(request.script, { rawScript: true, stdin: request.stdin, signal })
    await lane.text('stdout', result.stdout)
    await lane.text('stderr', ownWords(result.stderr, signal.aborted))
    if (state === null && moves && !signal.aborted) await lane.text('stderr', ENDED_EARLY)
    return { exitCode: result.exitCode, ...carried(state ?? request) }
  } catch (error) {
    await lane.text('stderr', `sh: ${error instanceof Error ? error.message : String(error)}\n`)
    return { exitCode: 1, ...carried({ cwd: request.cwd, env: request.env }) }
  }
}

/** What the library says of a stop, which the caller says. */
const STOPPED = /^bash: execution aborted\n/gmu

/** Messages without the traces of what was added to the script, and without what the caller says of a stop. */
function ownWords(stderr: string, aborted: boolean): string {
  const text = withoutTraces(stderr)
  return aborted ? text.replace(STOPPED, '') : text
}

function carried({ cwd, env }: ShellState): ShellState {
  return {
    cwd,
    env: carriedEnv(
      Object.fromEntries(
        Object.entries(env).filter(([name, value]) => !NOT_CARRIED.has(name) && BASE_ENV.get(name) !== value),
      ),
    ),
  }
}
