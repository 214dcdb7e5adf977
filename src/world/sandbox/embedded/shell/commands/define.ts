import { defineCommand, type CustomCommand, type ExecResult, type ResolvedCommandContext } from 'just-bash/browser'
import { commandLine, UsageError, type CommandLine } from './command-line.ts'
import { failed, reasonOf } from './command-result.ts'

/** Defines a command with parsed options. What it throws becomes a message on stderr and exit code 1 (usage: 2). */
export function command(
  name: string,
  options: readonly string[],
  body: (line: CommandLine, ctx: ResolvedCommandContext) => Promise<ExecResult> | ExecResult,
): CustomCommand {
  return defineCommand(name, async (args, ctx) => {
    try {
      return await body(commandLine(args, options), ctx)
    } catch (error) {
      if (error instanceof UsageError) return failed(name, error.message, 2)
      return failed(name, reasonOf(error))
    }
  })
}

/** Defines a wrapper around the library's command of the same name. */
export function wrapper(
  name: string,
  body: (
    args: string[],
    original: (args: string[]) => Promise<ExecResult>,
    ctx: ResolvedCommandContext,
  ) => Promise<ExecResult>,
): CustomCommand {
  return defineCommand(name, async (args, ctx) => {
    if (ctx.origCommand === undefined) return failed(name, 'command not found', 127)
    return body(args, ctx.origCommand, ctx)
  })
}
