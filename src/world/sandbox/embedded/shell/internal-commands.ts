import { defineCommand } from 'just-bash/browser'
import { IS_LIVE, REFUSE, STATE, TICKED } from './internal-names.ts'
import { livePath, outletsOf } from './stream-script.ts'

/** Where a script stands: its directory and its exported variables. */
export interface ShellState {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

const NO_JOBS =
  'sh: Background jobs (&) do not exist in the embedded sandbox, so nothing of this script was run. Run the commands one after another, without &.\n'

/** The commands that a rewritten script calls. All but the last return the exit code that they are given. */
export function internalCommands(note: (state: ShellState) => void, pace: () => Promise<void>) {
  return [
    defineCommand(STATE, async ([code], ctx) => {
      note({ cwd: ctx.cwd, env: { ...ctx.exportedEnv } })
      return { stdout: '', stderr: '', exitCode: Number(code ?? 0) }
    }),
    defineCommand(TICKED, async ([code]) => {
      await pace()
      return { stdout: '', stderr: '', exitCode: Number(code ?? 0) }
    }),
    defineCommand(IS_LIVE, async ([path, code], ctx) => {
      const outlets = outletsOf(ctx.fileDescriptors)
      const live = outlets !== null && livePath(outlets) === path
      return { stdout: live ? 'live' : '', stderr: '', exitCode: Number(code ?? 0) }
    }),
    defineCommand(REFUSE, async () => ({ stdout: '', stderr: NO_JOBS, exitCode: 2 })),
  ]
}
