import type { CustomCommand, ExecResult, ResolvedCommandContext } from 'just-bash/browser'
import { pathIn } from './command-input.ts'
import { reasonOf } from './command-result.ts'
import { wrapper } from './define.ts'
import { findLinks } from './find-links.ts'
import { listWithLinks } from './list-with-links.ts'

/** rm, rmdir, mv, find and ls, which in the library look through a link instead of at it. */
export function linkCommands(): CustomCommand[] {
  return [
    wrapper('rm', async (args, original, ctx) => {
      const { links, others, operands } = await sorted(args, ctx)
      if (links.length === 0) return original(args)
      const rest = operands === 0 ? EMPTY : await original(others)
      const verbose = args.some((arg) => /^-[a-zA-Z]*v/u.test(arg) || arg === '--verbose')
      return links.reduce<Promise<ExecResult>>(async (before, link) => {
        const result = await before
        try {
          await ctx.fs.rm(pathIn(ctx, link))
          return { ...result, stdout: verbose ? `${result.stdout}removed '${link}'\n` : result.stdout }
        } catch (error) {
          return refused(result, `rm: cannot remove '${link}': ${reasonOf(error)}`)
        }
      }, Promise.resolve(rest))
    }),
    wrapper('rmdir', async (args, original, ctx) => {
      const { links, others, operands } = await sorted(args, ctx)
      if (links.length === 0) return original(args)
      const rest = operands === 0 ? EMPTY : await original(others)
      return links.reduce((result, link) => refused(result, `rmdir: failed to remove '${link}': Not a directory`), rest)
    }),
    wrapper('mv', async (args, original, ctx) => {
      const to = args.at(-1) ?? ''
      const { links, others } = await sorted(args.slice(0, -1), ctx)
      // Those that lead to something it moves itself.
      const dangling: string[] = []
      for (const link of links) if (!(await ctx.fs.exists(pathIn(ctx, link)))) dangling.push(link)
      if (dangling.length === 0 || args.length < 2) return original(args)
      const rest = [...others, ...links.filter((link) => !dangling.includes(link))]
      const hasSources = rest.some((arg) => !arg.startsWith('-'))
      let result = hasSources ? await original([...rest, to]) : EMPTY
      const keeps = args.some((arg) => /^-[a-zA-Z]*n/u.test(arg) || arg === '--no-clobber')
      for (const link of dangling) {
        const target = await placeFor(ctx, link, to)
        try {
          if (!keeps || !(await isThere(ctx, target))) await ctx.fs.mv(pathIn(ctx, link), target)
        } catch (error) {
          result = refused(result, `mv: cannot move '${link}' to '${to}': ${reasonOf(error)}`)
        }
      }
      return result
    }),
    wrapper('find', async (args, original, ctx) => (await findLinks(args, ctx)) ?? original(args)),
    wrapper('ls', listWithLinks),
  ]
}

const EMPTY: ExecResult = { stdout: '', stderr: '', exitCode: 0 }

function refused(result: ExecResult, message: string): ExecResult {
  return { ...result, stderr: `${result.stderr}${message}\n`, exitCode: 1 }
}

/** Operands that are links themselves, and all the other words in order. With a slash behind it a link is looked through. */
async function sorted(args: readonly string[], ctx: ResolvedCommandContext) {
  const links: string[] = []
  const others: string[] = []
  let operands = 0
  let isOption = true
  for (const arg of args) {
    if (isOption && arg === '--') isOption = false
    else if (!(isOption && arg.startsWith('-')) && !arg.endsWith('/') && (await isLink(ctx, arg))) {
      links.push(arg)
      continue
    } else if (!(isOption && arg.startsWith('-'))) operands += 1
    others.push(arg)
  }
  return { links, others, operands }
}

async function isLink(ctx: ResolvedCommandContext, operand: string): Promise<boolean> {
  try {
    return (await ctx.fs.lstat(pathIn(ctx, operand))).isSymbolicLink
  } catch {
    return false
  }
}

async function isThere(ctx: ResolvedCommandContext, path: string): Promise<boolean> {
  return ctx.fs.lstat(path).then(
    () => true,
    () => false,
  )
}

async function placeFor(ctx: ResolvedCommandContext, from: string, to: string): Promise<string> {
  const path = pathIn(ctx, to)
  const isDirectory = (await ctx.fs.exists(path)) && (await ctx.fs.stat(path)).isDirectory
  return isDirectory ? ctx.fs.resolvePath(path, from.slice(from.lastIndexOf('/') + 1)) : path
}
