import { implement } from '#contracts/capability.ts'
import type { CapabilityRun } from '#contracts/capability-run.ts'
import { fail, FailureError, isAbort } from '#contracts/failure.ts'
import { PRIVATE_READS_KEPT, SHELL_ENV_MAX_CHARS, SHELL_TIMEOUT_MS } from '#contracts/limits.ts'
import { WORKSPACE_ROOT, type ExecOutcome } from '#contracts/ports/sandbox.ts'
import type { Effect } from '#contracts/views.ts'
import { absolutePath } from '../workspace-path.ts'
import { durationInWords } from '../count.ts'
import { isPrivateFile } from '../secret-files.ts'
import { LiveOutput } from './live-output.ts'
import { OutputKeeper, type KeptOutput } from './output-keeper.ts'
import { forModel, withNotice } from './shell-text.ts'
import { executeSpec } from './spec.ts'

/**
 * `execute`: one finished script. An exit code other than 0 is a result (status `ok`): the command ran, and
 * what it answered is for the model to judge. A time-out or a stop is a failure that may have had effects.
 */
export const execute = implement(executeSpec, {
  async run(run, input) {
    const notes: string[] = []
    const cwd = await startDirectory(run, input.cwd, notes)
    const timeoutMs = input.timeout_ms ?? SHELL_TIMEOUT_MS
    const keeper = new OutputKeeper()
    const privateFiles = new Set<string>()
    const live = new LiveOutput((stream, text) => run.output(stream, text), run.clock)

    const outcome = await run.sandbox.exec(
      {
        command: input.command,
        cwd,
        env: run.memory.env,
        stdin: input.stdin ?? '',
        timeoutMs,
        onOutput(stream, text) {
          live.add(stream, keeper.add(stream, text))
        },
        onRead(path) {
          if (privateFiles.size < PRIVATE_READS_KEPT && isPrivateFile(path)) privateFiles.add(path)
        },
      },
      run.signal,
    )
    const kept = keeper.end()
    remember(run, outcome, notes)
    const reads = outcome.tellsReads ? { privateReads: [...privateFiles] } : {}
    if (outcome.aborted) throw ended('aborted', 'The command was stopped', outcome, kept, reads)
    if (outcome.timedOut)
      throw ended(
        'timeout',
        `The command ran past its limit of ${durationInWords(timeoutMs)} and was ended`,
        outcome,
        kept,
        reads,
      )
    return {
      exitCode: outcome.exitCode,
      durationMs: Math.round(outcome.durationMs),
      startedIn: cwd,
      cwd: run.memory.cwd,
      modelText: forModel(kept),
      output: withNotice(kept.forClient),
      omittedChars: kept.forClient.omittedChars,
      rawChars: kept.rawChars,
      notes,
      ...reads,
    }
  },

  toModel(output) {
    const moved = output.cwd === output.startedIn ? '' : `, now in ${output.cwd}`
    const head = `exit ${output.exitCode}, ${durationInWords(output.durationMs)}${moved}`
    const notes = output.notes.map((note) => `[${note}]`)
    return [{ type: 'text', text: [head, ...notes, output.modelText].join('\n') }]
  },

  toClient(output, input) {
    return {
      kind: 'shell',
      summary: `exit ${output.exitCode}`,
      command: input.command,
      output: output.output,
      omittedChars: output.omittedChars,
      exitCode: output.exitCode,
      durationMs: output.durationMs,
      cwd: output.startedIn,
      ...(output.privateReads === undefined ? {} : { privateReads: output.privateReads }),
    }
  },

  async preview(run, input): Promise<Effect> {
    try {
      return {
        kind: 'command',
        command: input.command,
        cwd: await startDirectory(run, input.cwd, []),
        effects: [],
        ...(input.stdin === undefined || input.stdin === '' ? {} : { stdin: input.stdin }),
        timeoutMs: input.timeout_ms ?? SHELL_TIMEOUT_MS,
      }
    } catch (error) {
      // A call that will be refused shows why: it would ask for something that does not happen.
      if (!(error instanceof FailureError) || isAbort(error, run.signal)) throw error
      const given = Object.entries(input).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      )
      return { kind: 'fails', message: error.failure.message, value: Object.fromEntries(given) }
    }
  },
})

/** Where the command starts. A remembered directory may be gone by now, or lie outside (`/tmp`); a named one must exist inside. */
async function startDirectory(run: CapabilityRun, named: string | undefined, notes: string[]): Promise<string> {
  const path = named === undefined ? run.memory.cwd : absolutePath(named, run.memory.cwd)
  const outside = path !== WORKSPACE_ROOT && !path.startsWith(`${WORKSPACE_ROOT}/`)
  if (path === WORKSPACE_ROOT || (named === undefined && outside)) return path
  const entry = await run.sandbox.stat(path, run.signal)
  // A link may well lead to a directory; the shell finds out.
  if (entry !== null && entry.kind !== 'file') return path
  if (named === undefined) {
    notes.push(`${path}, where the last command ended, is gone; this one ran in ${WORKSPACE_ROOT}.`)
    return WORKSPACE_ROOT
  }
  if (entry === null)
    throw fail(
      'execution',
      'not-found',
      `The directory ${path} does not exist, so nothing was run. Create it first or leave cwd out.`,
    )
  throw fail(
    'execution',
    'not-a-directory',
    `${path} is a file, so nothing was run. Name a directory or leave cwd out.`,
  )
}

/** Carries the directory and the variables over to the next command, bounded. */
function remember(run: CapabilityRun, outcome: ExecOutcome, notes: string[]): void {
  run.memory.cwd = outcome.cwd
  const chars = Object.entries(outcome.env).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (chars <= SHELL_ENV_MAX_CHARS) run.memory.env = { ...outcome.env }
  else notes.push('The exported variables are too large to carry over; the earlier ones stand.')
}

/** A command that did not end by itself: what it wrote until then is kept, and it may have changed things. */
function ended(
  kind: 'aborted' | 'timeout',
  what: string,
  outcome: ExecOutcome,
  kept: KeptOutput,
  reads: { privateReads?: string[] },
): FailureError {
  const hint = kind === 'timeout' ? ' Make it do less, or give it a larger timeout_ms.' : ''
  const message = `${what} after ${durationInWords(outcome.durationMs)}. What it did before stays.${hint}`
  return fail('execution', kind, message, {
    partialEffect: true,
    output: forModel(kept),
    ...reads,
    detail: { exitCode: outcome.exitCode, durationMs: Math.round(outcome.durationMs), outputChars: kept.rawChars },
  })
}
