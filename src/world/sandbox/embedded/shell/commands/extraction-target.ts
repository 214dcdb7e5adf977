import type { IFileSystem } from 'just-bash/browser'

/**
 * Where the entries of an archive come to lie: below one directory, and nowhere else. An archive may bring links, and
 * what comes after may be named as if it lay behind one; so each directory on the way is looked at.
 */
export class ExtractionTarget {
  private readonly real = new Set<string>()

  constructor(
    private readonly fs: IFileSystem,
    /** Absolute; may itself be reached by a link: that is the caller's own choice. */
    private readonly base: string,
  ) {}

  /** An entry's path, nothing made yet. Empty where its name is that of the directory itself. @throws Error on `..` */
  pathOf(name: string, strip = 0): string {
    const parts = name
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .slice(strip)
    if (parts.includes('..')) throw new Error(`${name}: Member name contains '..'`)
    return parts.length === 0 ? '' : `${this.base === '/' ? '' : this.base}/${parts.join('/')}`
  }

  /** Makes a directory and those above it. @throws Error where one of them is a link */
  async makeDirectory(path: string, name: string): Promise<void> {
    await this.checkWay(path, name)
    await this.fs.mkdir(path, { recursive: true })
  }

  /** True where something is at the path, a link to nothing too. @throws Error where the way leads through a link */
  async isTaken(path: string, name: string): Promise<boolean> {
    await this.checkWay(path.slice(0, path.lastIndexOf('/')), name)
    return (await this.kindAt(path)) !== 'nothing'
  }

  /** Writes a file; a link at its place is replaced, not followed. `modifiedAt` null: now. */
  async write(path: string, name: string, bytes: Uint8Array, mode: number, modifiedAt: number | null): Promise<void> {
    await this.clear(path, name)
    await this.fs.writeFile(path, bytes)
    await this.fs.chmod(path, mode & 0o777)
    if (modifiedAt !== null) await this.fs.utimes(path, new Date(modifiedAt), new Date(modifiedAt))
  }

  /** Makes a link; where it leads is its own affair, nothing is written through it. */
  async link(path: string, name: string, target: string): Promise<void> {
    await this.clear(path, name)
    await this.fs.rm(path, { force: true })
    await this.fs.symlink(target, path)
    // An empty directory that was looked at may have been what the link replaced.
    this.real.clear()
  }

  /** The bytes of a file that lies here already, for a second name of it. @throws Error where it is none */
  async read(path: string, name: string): Promise<Uint8Array> {
    await this.checkWay(path.slice(0, path.lastIndexOf('/')), name)
    if ((await this.kindAt(path)) !== 'other') throw new Error(`${name}: it is a link to what is not a file here`)
    return this.fs.readFileBuffer(path)
  }

  /** Makes the way to a path, and removes a link that stands there. */
  private async clear(path: string, name: string): Promise<void> {
    await this.makeDirectory(path.slice(0, path.lastIndexOf('/')) || '/', name)
    if ((await this.kindAt(path)) === 'link') await this.fs.rm(path)
  }

  private async checkWay(directory: string, name: string): Promise<void> {
    let path = this.base === '/' ? '' : this.base
    for (const part of directory.slice(path.length).split('/')) {
      if (part === '') continue
      path += `/${part}`
      if (this.real.has(path)) continue
      const kind = await this.kindAt(path)
      if (kind === 'link') throw new Error(`${name}: '${path}' is a link, so this would be written somewhere else`)
      if (kind === 'nothing') return
      this.real.add(path)
    }
  }

  private async kindAt(path: string): Promise<'nothing' | 'link' | 'other'> {
    try {
      return (await this.fs.lstat(path)).isSymbolicLink ? 'link' : 'other'
    } catch {
      return 'nothing'
    }
  }
}
