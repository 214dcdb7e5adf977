import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readModuleMap, staticClosure, type BuiltChunk } from './module-map.ts'

/** First-load JavaScript of the page, gzipped, at most. */
export const FIRST_LOAD_MAX_BYTES = 200 * 1024
/** The agent's worker, gzipped, before any provider or tool body, at most. */
export const AGENT_MAX_BYTES = 150 * 1024

/** One measured thing: gzipped bytes, and how many files they are in. */
export interface SizeRow {
  readonly what: string
  readonly bytes: number
  readonly files: number
  readonly maxBytes: number | null
}

function gzipped(file: string): number {
  return gzipSync(readFileSync(join('dist', file)), { level: 9 }).byteLength
}

function row(what: string, chunks: readonly BuiltChunk[], maxBytes: number | null): SizeRow {
  const bytes = chunks.reduce((sum, { file }) => sum + gzipped(file), 0)
  return { what, bytes, files: chunks.length, maxBytes }
}

/** The chunk that a build begins with: `index.html`, or the path of a worker. */
export function entryOf(chunks: readonly BuiltChunk[], module: string): BuiltChunk {
  const entry = chunks.find((chunk) => chunk.isEntry && chunk.entryModule === module)
  if (entry === undefined) throw new Error(`The build has no entry "${module}".`)
  return entry
}

/** What a lazy chunk is called in the table: the module that asks for it, or its file. */
function lazyName(chunk: BuiltChunk): string {
  return `lazy, ${chunk.build === 'page' ? 'page' : chunk.build}: ${chunk.entryModule ?? chunk.file}`
}

/**
 * The sizes of the last build (`npm run build`), from `dist/`: what the first load needs, what the agent's
 * worker needs before any provider or body, the other workers, and each lazy chunk by itself.
 */
export function measureSizes(): SizeRow[] {
  const chunks = readModuleMap()
  const page = staticClosure(chunks, entryOf(chunks, 'index.html'))
  const agent = staticClosure(chunks, entryOf(chunks, 'workers/agent.ts'))
  const others = chunks.filter((chunk) => chunk.isEntry && !page.includes(chunk) && !agent.includes(chunk))
  const counted = new Set([...page, ...agent, ...others])
  const lazy = chunks.filter((chunk) => !counted.has(chunk)).map((chunk) => row(lazyName(chunk), [chunk], null))
  return [
    row('first-load JavaScript of the page', page, FIRST_LOAD_MAX_BYTES),
    row('agent worker before any provider or tool body', agent, AGENT_MAX_BYTES),
    ...others.map((chunk) => row(`worker ${chunk.build}`, staticClosure(chunks, chunk), null)),
    ...lazy.toSorted((a, b) => b.bytes - a.bytes),
  ]
}
