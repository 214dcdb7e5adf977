import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Plugin } from 'vite'
import { z } from '#contracts/zod.ts'

/** Where the map of the last build is. Not in `dist`: it is nobody's download. */
const MAP_FILE = 'node_modules/.cache/sallyport/module-map.json'

/** One chunk of a build: which modules are in it, and which chunks it needs at once or later. */
export const BuiltChunk = z.object({
  file: z.string(),
  /** `page`, or the path of the worker's entry. */
  build: z.string(),
  isEntry: z.boolean(),
  /** Paths from the project root; of packages from `node_modules/` on. */
  modules: z.array(z.string()),
  imports: z.array(z.string()),
  dynamicImports: z.array(z.string()),
  /** Workers and other assets whose files are named in the code. */
  entryModule: z.string().nullable(),
})
export type BuiltChunk = z.infer<typeof BuiltChunk>

function modulePath(id: string): string {
  const path = relative('.', id.split('?')[0] ?? id)
  return path.slice(Math.max(0, path.lastIndexOf('node_modules/')))
}

/**
 * Two plugins, one for the page's build and one for each worker's, that note which module went into
 * which chunk. The page's build is the last to end and writes the map.
 */
export function moduleMap(): { page: () => Plugin; worker: () => Plugin } {
  const chunks = new Map<string, BuiltChunk>()

  const collect = (name: string, isPage: boolean): Plugin => ({
    name,
    apply: 'build',
    generateBundle(_, bundle) {
      const built = Object.values(bundle).filter((output) => output.type === 'chunk')
      const entry = built.find((chunk) => chunk.isEntry)?.facadeModuleId ?? ''
      for (const chunk of built) {
        chunks.set(chunk.fileName, {
          file: chunk.fileName,
          build: isPage ? 'page' : modulePath(entry),
          isEntry: chunk.isEntry,
          modules: Object.keys(chunk.modules).map(modulePath),
          imports: chunk.imports,
          dynamicImports: chunk.dynamicImports,
          entryModule: chunk.facadeModuleId === null ? null : modulePath(chunk.facadeModuleId),
        })
      }
    },
    writeBundle() {
      if (!isPage) return
      mkdirSync(dirname(MAP_FILE), { recursive: true })
      writeFileSync(MAP_FILE, JSON.stringify([...chunks.values()], null, 1))
    },
  })
  return { page: () => collect('module-map', true), worker: () => collect('module-map-worker', false) }
}

/** The map of the last build. Throws where there was none. */
export function readModuleMap(): BuiltChunk[] {
  return z.array(BuiltChunk).parse(JSON.parse(readFileSync(MAP_FILE, 'utf8')))
}

/** The chunks that `entry` needs at once: itself and what it imports, and so on. */
export function staticClosure(chunks: readonly BuiltChunk[], entry: BuiltChunk): BuiltChunk[] {
  const found = new Set<BuiltChunk>([entry])
  for (const chunk of found) {
    for (const file of chunk.imports) {
      const imported = chunks.find((each) => each.file === file)
      if (imported !== undefined) found.add(imported)
    }
  }
  return [...found]
}

/** Every chunk that `entry` can come to, lazy ones included. */
export function reachable(chunks: readonly BuiltChunk[], entry: BuiltChunk): BuiltChunk[] {
  const found = new Set<BuiltChunk>([entry])
  for (const chunk of found) {
    for (const file of [...chunk.imports, ...chunk.dynamicImports]) {
      const next = chunks.find((each) => each.file === file)
      if (next !== undefined) found.add(next)
    }
  }
  return [...found]
}
