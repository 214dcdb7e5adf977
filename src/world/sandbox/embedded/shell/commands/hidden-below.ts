import type { ResolvedCommandContext } from 'just-bash/browser'
import { pathIn } from './command-input.ts'
import { matchesWildcard } from './wildcard.ts'

/** Letters of grep that take a value, in the same word or as the next one. */
const VALUED = 'efmABCdD'
/** Long options whose value is the next word where it is not behind `=`. */
const LONG_VALUED = new Set(['--file', '--directories', '--devices', '--binary-files', '--label'])

interface GrepLine {
  readonly recursive: boolean
  /** Files and folders that are searched, as they are written. */
  readonly places: readonly string[]
  /** Names of folders that are left out. */
  readonly excluded: readonly string[]
}

/**
 * The arguments of a grep with every hidden file and folder that its folders hold as operands of their own: the library's
 * grep goes through folders without them, every other one with them. Links are left out, as `-r` does.
 */
export async function withHidden(args: readonly string[], ctx: ResolvedCommandContext): Promise<string[]> {
  const { recursive, places, excluded } = readLine(args)
  if (!recursive) return [...args]
  const hidden: string[] = []
  const walk = async (place: string): Promise<void> => {
    const entries = await ctx.fs.readdirWithFileTypes?.(pathIn(ctx, place)).catch(() => [])
    for (const { name, isFile, isDirectory } of entries ?? []) {
      if (isDirectory && excluded.some((pattern) => matchesWildcard(pattern, name))) continue
      const below = place === '.' ? name : `${place}/${name}`
      if (name.startsWith('.') && (isFile || isDirectory)) hidden.push(below)
      if (isDirectory) await walk(below)
    }
  }
  const searched = places.length === 0 ? ['.'] : places
  for (const place of searched) await walk(place)
  if (hidden.length === 0) return [...args]
  return [...args, ...(places.length === 0 ? ['.'] : []), ...hidden]
}

function readLine(args: readonly string[]): GrepLine {
  const operands: string[] = []
  const excluded: string[] = []
  let recursive = false
  let hasPattern = false
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') {
      operands.push(...rest.splice(0))
    } else if (arg.startsWith('--')) {
      const [name = '', value] = arg.split(/=(.*)/su)
      if (name === '--recursive' || name === '--dereference-recursive') recursive = true
      if (name === '--exclude-dir' && value !== undefined) excluded.push(value.replace(/\/+$/u, ''))
      if (name === '--file') hasPattern = true
      if (value === undefined && LONG_VALUED.has(name)) rest.shift()
    } else if (arg.startsWith('-') && arg !== '-') {
      const at = [...arg].findIndex((letter, index) => index > 0 && VALUED.includes(letter))
      const flags = at === -1 ? arg : arg.slice(0, at)
      if (/[rR]/u.test(flags)) recursive = true
      if (at === -1) continue
      if (/[ef]/u.test(arg.charAt(at))) hasPattern = true
      if (at === arg.length - 1) rest.shift()
    } else operands.push(arg)
  }
  // Without a pattern it only says how it is used.
  const searches = hasPattern || operands.length > 0
  return { recursive: recursive && searches, places: hasPattern ? operands : operands.slice(1), excluded }
}
