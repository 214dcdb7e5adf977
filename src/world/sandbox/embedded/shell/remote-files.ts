import type { FsStat, IFileSystem } from 'just-bash/browser'
import type { FileCall, FileReply, StatReply, UsageReply } from '../shell-protocol.ts'
import { decodeText, encodeText, latin1OfBytes } from './byte-text.ts'
import { USAGE, type DeviceFiles } from './device-files.ts'
import { programNames, programStat } from './program-files.ts'

/** Asks the thread that owns the files. Rejects with an Error whose message starts with the POSIX code. */
export type AskFiles = (call: FileCall) => Promise<FileReply>

type Content = Parameters<IFileSystem['writeFile']>[1]
type Encoding = Parameters<IFileSystem['writeFile']>[2]
type ByteText = Awaited<ReturnType<NonNullable<IFileSystem['readFileBytes']>>>

/** The shell's view of the files: every operation is a message to their owner, devices excepted. */
export class RemoteFiles implements IFileSystem {
  constructor(
    private readonly ask: AskFiles,
    private readonly devices: DeviceFiles,
  ) {}

  async readFile(path: string, options?: Parameters<IFileSystem['readFile']>[1]): Promise<string> {
    const encoding = typeof options === 'object' ? options.encoding : options
    return decodeText(await this.readFileBuffer(path), encoding)
  }

  async readFileBytes(path: string): Promise<ByteText> {
    // The library's type for such strings is opaque and its constructor is not exported.
    return latin1OfBytes(await this.readFileBuffer(path)) as unknown as ByteText
  }

  async readFileBuffer(path: string): Promise<Uint8Array> {
    if (path === USAGE) return usageText(await this.ask({ op: 'usage' }))
    if (this.devices.has(path)) return this.devices.read(path)
    const reply = await this.ask({ op: 'read', path })
    if (!(reply instanceof Uint8Array)) throw new Error(`EIO: unexpected answer, read '${path}'`)
    return reply
  }

  async writeFile(path: string, content: Content, options?: Encoding): Promise<void> {
    const bytes = bytesOf(content, options)
    if (this.devices.has(path)) return this.devices.write(path, bytes)
    await this.ask({ op: 'write', path, bytes })
  }

  async appendFile(path: string, content: Content, options?: Encoding): Promise<void> {
    const bytes = bytesOf(content, options)
    if (this.devices.has(path)) return this.devices.write(path, bytes)
    await this.ask({ op: 'append', path, bytes })
  }

  async exists(path: string): Promise<boolean> {
    const program = programStat(path)
    if (program !== undefined) return program !== null
    return this.devices.has(path) || (await this.ask({ op: 'stat', path, follow: true })) !== null
  }

  stat(path: string): Promise<FsStat> {
    return this.statOf(path, true)
  }

  lstat(path: string): Promise<FsStat> {
    return this.statOf(path, false)
  }

  async mkdir(path: string, options?: { recursive?: boolean }): Promise<void> {
    await this.ask({ op: 'mkdir', path, recursive: options?.recursive ?? false })
  }

  async readdir(path: string): Promise<string[]> {
    return (await this.entries(path)).map(([name]) => name)
  }

  async readdirWithFileTypes(path: string) {
    return (await this.entries(path)).map(([name, kind]) => ({
      name,
      isFile: kind === 'file',
      isDirectory: kind === 'directory',
      isSymbolicLink: kind === 'link',
    }))
  }

  async rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void> {
    await this.ask({ op: 'remove', path, recursive: options?.recursive ?? false, force: options?.force ?? false })
  }

  async cp(from: string, to: string, options?: { recursive?: boolean }): Promise<void> {
    await this.ask({ op: 'copy', from, to, recursive: options?.recursive ?? false })
  }

  async mv(from: string, to: string): Promise<void> {
    await this.ask({ op: 'move', from, to })
  }

  resolvePath(base: string, path: string): string {
    const parts: string[] = []
    for (const part of `${path.startsWith('/') ? '' : base}/${path}`.split('/')) {
      if (part === '..') parts.pop()
      else if (part !== '' && part !== '.') parts.push(part)
    }
    return `/${parts.join('/')}`
  }

  /** Nothing: the files live elsewhere, and the shell then walks directories instead. */
  getAllPaths(): string[] {
    return []
  }

  async chmod(path: string, mode: number): Promise<void> {
    await this.ask({ op: 'chmod', path, mode })
  }

  async symlink(target: string, path: string): Promise<void> {
    await this.ask({ op: 'symlink', target, path })
  }

  /** A hard link becomes a copy: the tree has one name per file. */
  async link(from: string, to: string): Promise<void> {
    if (await this.exists(to)) throw new Error(`EEXIST: file already exists, link '${to}'`)
    await this.ask({ op: 'copy', from, to, recursive: false })
  }

  async readlink(path: string): Promise<string> {
    return asText(await this.ask({ op: 'readlink', path }))
  }

  async realpath(path: string): Promise<string> {
    return this.devices.has(path) ? path : asText(await this.ask({ op: 'realpath', path }))
  }

  async utimes(path: string, _accessed: Date, modified: Date): Promise<void> {
    await this.ask({ op: 'utimes', path, modifiedAt: modified.getTime() })
  }

  private async entries(path: string): Promise<readonly (readonly [string, StatReply['kind']])[]> {
    if (path === '/usr/bin' || path === '/bin') return [...programNames()].toSorted().map((name) => [name, 'file'])
    const reply = await this.ask({ op: 'list', path })
    return Array.isArray(reply) ? reply : []
  }

  private async statOf(path: string, follow: boolean): Promise<FsStat> {
    if (this.devices.has(path)) {
      return { isFile: true, isDirectory: false, isSymbolicLink: false, mode: 0o666, size: 0, mtime: new Date(0) }
    }
    const program = programStat(path)
    if (program) return program
    const reply = program === null ? null : await this.ask({ op: 'stat', path, follow })
    if (reply === null || !isStat(reply)) throw new Error(`ENOENT: no such file or directory, stat '${path}'`)
    const { kind, mode, size, modifiedAt } = reply
    return {
      isFile: kind === 'file',
      isDirectory: kind === 'directory',
      isSymbolicLink: kind === 'link',
      mode,
      size,
      mtime: new Date(modifiedAt),
    }
  }
}

function bytesOf(content: Content, options: Encoding): Uint8Array {
  if (typeof content !== 'string') return content.slice()
  return encodeText(content, typeof options === 'object' ? options.encoding : options)
}

function asText(reply: FileReply): string {
  if (typeof reply !== 'string') throw new Error('EIO: unexpected answer')
  return reply
}

function usageText(reply: FileReply): Uint8Array {
  if (!isUsage(reply)) throw new Error('EIO: unexpected answer')
  const { bytes, entries, maxBytes, maxFileBytes, maxEntries } = reply
  return new TextEncoder().encode([bytes, entries, maxBytes, maxFileBytes, maxEntries].join(' '))
}

function isUsage(reply: FileReply): reply is UsageReply {
  return typeof reply === 'object' && reply !== null && 'maxEntries' in reply
}

function isStat(reply: FileReply): reply is StatReply {
  return typeof reply === 'object' && reply !== null && 'kind' in reply
}
