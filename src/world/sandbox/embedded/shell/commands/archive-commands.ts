import { defineCommand, type CustomCommand, type ExecResult, type ResolvedCommandContext } from 'just-bash/browser'
import { failed, reasonOf } from './command-result.ts'

type Body = (args: string[], ctx: ResolvedCommandContext) => Promise<ExecResult>

/** gzip, tar and zip, whose code is loaded when one of them is first used. */
export function archiveCommands(): CustomCommand[] {
  const lazily = (name: string, load: () => Promise<Body>): CustomCommand =>
    defineCommand(name, async (args, ctx) => {
      try {
        return await (
          await load()
        )(args, ctx)
      } catch (error) {
        return failed(name, reasonOf(error))
      }
    })
  return [
    lazily('gzip', async () => (await import('./gzip-commands.ts')).gzip),
    lazily('gunzip', async () => (await import('./gzip-commands.ts')).gunzip),
    lazily('zcat', async () => (await import('./gzip-commands.ts')).zcat),
    lazily('tar', async () => (await import('./tar-command.ts')).tar),
    lazily('zip', async () => (await import('./zip-commands.ts')).zip),
    lazily('unzip', async () => (await import('./zip-commands.ts')).unzip),
  ]
}
