import type { IFileSystem } from 'just-bash/browser'
import { WORKSPACE_MAX_FILES } from '#contracts/limits.ts'
import { reasonOf } from './command-result.ts'

/** A file that goes into an archive. Its content is not read yet. */
export interface ArchiveFile {
  /** In the archive: without a leading slash, and for the directory itself `.`. */
  readonly name: string
  readonly path: string
  readonly kind: 'file' | 'directory' | 'link'
  readonly size: number
  readonly mode: number
  readonly modifiedAt: number
  /** Where a link leads, as written. */
  readonly link: string
}

export interface WalkOptions {
  /** Directories with all that is in them. */
  readonly recursive: boolean
  /** Links as what they lead to; one that leads nowhere is told to `skipped`. Without, links are links. */
  readonly follow?: { skipped(name: string, why: string): void }
  /** Named so, a file is left out, and a directory with all that is in it. */
  readonly excluded?: (name: string) => boolean
}

/** What an operand names, with everything below it. @throws Error where links lead in a circle, or to too many files */
export async function filesBelow(
  fs: IFileSystem,
  base: string,
  operand: string,
  options: WalkOptions,
): Promise<ArchiveFile[]> {
  const found: ArchiveFile[] = []
  const add = async (name: string, path: string, above: readonly string[]): Promise<void> => {
    if (options.excluded?.(name) === true) return
    if (found.length >= WORKSPACE_MAX_FILES) throw new Error(`more than ${WORKSPACE_MAX_FILES} files`)
    const link = await fs.lstat(path)
    const stat = link.isSymbolicLink && options.follow !== undefined ? await followed(fs, path) : link
    if (typeof stat === 'string') return options.follow?.skipped(name, stat)
    const entry = { name, path, size: 0, mode: stat.mode, modifiedAt: stat.mtime.getTime(), link: '' }
    if (stat.isSymbolicLink) {
      found.push({ ...entry, kind: 'link', link: await fs.readlink(path) })
    } else if (!stat.isDirectory) {
      found.push({ ...entry, kind: 'file', size: stat.size })
    } else {
      found.push({ ...entry, kind: 'directory' })
      if (!options.recursive) return
      const real = await fs.realpath(path)
      if (above.includes(real)) throw new Error(`${name}: links lead in a circle`)
      for (const child of (await fs.readdir(path)).toSorted())
        await add(name === '.' ? `./${child}` : `${name}/${child}`, fs.resolvePath(path, child), [...above, real])
    }
  }
  await add(operand.replace(/^\/+/u, '').replace(/\/+$/u, '') || '.', fs.resolvePath(base, operand), [])
  return found
}

async function followed(fs: IFileSystem, path: string) {
  try {
    return await fs.stat(path)
  } catch (error) {
    return reasonOf(error)
  }
}
