import type { IFileSystem } from 'just-bash/browser'
import type { TarEntry } from './tar-format.ts'

/** What an operand names, with everything below it, as archive entries; links stay links. */
export async function filesBelow(fs: IFileSystem, base: string, operand: string): Promise<TarEntry[]> {
  const path = fs.resolvePath(base, operand)
  const stat = await fs.lstat(path)
  const name = operand.replace(/^\/+/u, '').replace(/\/$/u, '') || '.'
  const entry = { name, bytes: new Uint8Array(0), mode: stat.mode, modifiedAt: stat.mtime.getTime(), link: '' }
  if (stat.isSymbolicLink) return [{ ...entry, kind: 'link', link: await fs.readlink(path) }]
  if (!stat.isDirectory) return [{ ...entry, kind: 'file', bytes: await fs.readFileBuffer(path) }]
  const entries: TarEntry[] = [{ ...entry, kind: 'directory' }]
  for (const child of (await fs.readdir(path)).toSorted())
    entries.push(...(await filesBelow(fs, base, `${operand.replace(/\/$/u, '')}/${child}`)))
  return entries
}
