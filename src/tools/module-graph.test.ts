import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, test } from 'vitest'

const room = fileURLToPath(new URL('.', import.meta.url))

/** Bundles modules of this room and lists, per chunk, the files of this room that it holds. */
async function chunksOf(...entries: string[]): Promise<{ isEntry: boolean; files: string[] }[]> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry: entries.map((entry) => `${room}${entry}`), formats: ['es'] } },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
  return outputs.flatMap((chunk) =>
    chunk.type === 'chunk'
      ? [
          {
            isEntry: chunk.isEntry,
            files: chunk.moduleIds.filter((id) => id.startsWith(room)).map((id) => id.slice(room.length)),
          },
        ]
      : [],
  )
}

/** A bundler is quick, but not on a machine that is busy. */
const BUILD_MS = 60_000

/** A file inside a group that is not its spec. */
const isBody = (file: string) => file.includes('/') && !file.endsWith('/spec.ts')

test('importing every spec, the registry and the presentation loads no body', { timeout: BUILD_MS }, async () => {
  const entries = ['specs.ts', 'registry.ts', 'assert-consistent.ts', 'presentation.ts', 'load-bodies.ts']
  const files = (await chunksOf(...entries)).flatMap((chunk) => chunk.files)
  expect({ bodies: files.filter(isBody), entries: entries.filter((entry) => files.includes(entry)) }).toEqual({
    bodies: [],
    entries,
  })
})

test('the specs reach contracts, zod and nothing heavier', { timeout: BUILD_MS }, async () => {
  const files = (await chunksOf('specs.ts')).flatMap((chunk) => chunk.files)
  expect(files.toSorted()).toEqual([
    'define-capability.ts',
    'files/spec.ts',
    'human/spec.ts',
    'reserved-names.ts',
    'session/spec.ts',
    'shell/spec.ts',
    'specs.ts',
    'tasks/spec.ts',
    'ui/spec.ts',
    'web/spec.ts',
  ])
})

test('each group has a chunk of its own, and the table itself holds no body', { timeout: BUILD_MS }, async () => {
  const chunks = await chunksOf('bodies.ts')
  expect(chunks.filter((chunk) => chunk.isEntry).flatMap((chunk) => chunk.files)).toEqual(['bodies.ts'])
  const groups = chunks
    .map((chunk) => [...new Set(chunk.files.filter(isBody).map((file) => file.split('/')[0]))])
    .filter((found) => found.length > 0)
  expect(groups.toSorted()).toEqual([['files'], ['human'], ['session'], ['shell'], ['tasks'], ['ui'], ['web']])
})
