import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BODIES } from '#tools/bodies.ts'
import { entryOf, measureSizes } from './sizes.ts'
import { reachable, readModuleMap, staticClosure, type BuiltChunk } from './module-map.ts'
import { pagePolicy } from './policy-meta.ts'

// Checks of the real `dist/`: run `npm run build` first.

const chunks = readModuleMap()
const page = entryOf(chunks, 'index.html')
const agent = entryOf(chunks, 'workers/agent.ts')
const html = readFileSync('dist/index.html', 'utf8')
const textOf = (chunk: BuiltChunk) => readFileSync(join('dist', chunk.file), 'utf8')
const modulesOf = (some: readonly BuiltChunk[]) => some.flatMap((chunk) => chunk.modules)

describe('the walls in the bundle', () => {
  const inPage = chunks.filter((chunk) => chunk.build === 'page')

  test('the map covers every script of the build', () => {
    expect(chunks.filter(({ file }) => !existsSync(join('dist', file)))).toEqual([])
    expect(reachable(chunks, page).length).toBe(inPage.length)
  })

  test('nothing of agent, world or a body is in the page, lazy parts included', () => {
    const beyond =
      /^(src\/(agent|world)\/|src\/tools\/(bodies|load-bodies)\.ts|src\/tools\/[^/]+\/(?!spec\.ts)|workers\/)/
    expect(modulesOf(inPage).filter((module) => beyond.test(module))).toEqual([])
  })

  test('nothing of the page is in a worker', () => {
    const inWorkers = chunks.filter((chunk) => chunk.build !== 'page')
    const pageOnly = /^src\/page\/|^node_modules\/(react|react-dom|radix-ui|zustand)\//
    expect(modulesOf(inWorkers).filter((module) => pageOnly.test(module))).toEqual([])
  })

  test('the key store and the gate leave no trace in the text of the page', () => {
    // Marks that survive minification, each taken from the code that must not be there.
    const marks = ['sallyport vault', 'HKDF', 'importKey', 'vaultKeys', 'turnDiffs', 'deriveKey']
    const found = inPage.flatMap((chunk) =>
      marks.filter((mark) => textOf(chunk).includes(mark)).map((mark) => `${mark} in ${chunk.file}`),
    )
    expect(found).toEqual([])
    const inAgent = staticClosure(chunks, agent).map(textOf).join('')
    expect(marks.filter((mark) => !inAgent.includes(mark))).toEqual([])
  })

  test("each group's body is a chunk of the worker by itself", () => {
    const atOnce = staticClosure(chunks, agent)
    const bodies = [...BODIES.keys()].map((group) => {
      const module = `src/tools/${group}/body.ts`
      const holders = chunks.filter((chunk) => chunk.modules.includes(module))
      const other = holders.flatMap((chunk) =>
        chunk.modules.filter((each) => /^src\/tools\/[^/]+\/body\.ts$/.test(each) && each !== module),
      )
      return {
        group,
        build: holders.map((chunk) => chunk.build),
        atOnce: holders.some((chunk) => atOnce.includes(chunk)),
        other,
      }
    })
    expect(bodies).toEqual(
      [...BODIES.keys()].map((group) => ({ group, build: ['workers/agent.ts'], atOnce: false, other: [] })),
    )
  })

  test("each dialect's adapter is a chunk by itself, with its library beside it and not at once", () => {
    const dialects = ['anthropic', 'openai-responses', 'openai-chat', 'google', 'openrouter', 'openai-compatible']
    const atOnce = staticClosure(chunks, agent)
    const adapters = dialects.map((dialect) => {
      const module = `src/world/providers/dialects/${dialect}.ts`
      const holders = chunks.filter((chunk) => chunk.modules.includes(module))
      return { dialect, chunks: holders.length, atOnce: holders.some((chunk) => atOnce.includes(chunk)) }
    })
    expect(adapters).toEqual(dialects.map((dialect) => ({ dialect, chunks: 1, atOnce: false })))
    const files = dialects.map(
      (dialect) => chunks.find((chunk) => chunk.entryModule === `src/world/providers/dialects/${dialect}.ts`)?.file,
    )
    expect(new Set(files).size).toBe(dialects.length)
    expect(modulesOf(atOnce).filter((module) => module.startsWith('node_modules/@ai-sdk/'))).toEqual([])
  })
})

describe('what the browser is told', () => {
  test('the page carries its policy before anything is loaded', () => {
    const metas = [...html.matchAll(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/g)]
    const policies = metas.map(([, content = '']) => content.replaceAll('&#39;', "'"))
    expect(policies).toEqual([pagePolicy(readFileSync('public/_headers', 'utf8'))])
    expect(policies[0]).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(policies[0]).toContain("img-src 'self' data: blob:;")
    expect(policies[0]).not.toContain('frame-ancestors')
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.search(/<script|<link/))
  })

  test('the policy of the header is the same under both names of the page', () => {
    const rules = readFileSync('public/_headers', 'utf8').split(/\n(?=\/)/)
    const policyOf = (path: string) =>
      rules.find((rule) => rule.startsWith(`${path}\n`))?.match(/Content-Security-Policy: .*/)?.[0]
    expect(policyOf('/index.html')).toBe(policyOf('/'))
    expect(policyOf('/')).toContain("frame-ancestors 'none'")
  })

  test('the page has no inline script and no inline handler', () => {
    const scripts = [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)]
    expect(scripts.map(([, attributes = '', body]) => [/\bsrc="\.\//.test(attributes), body])).toEqual(
      scripts.map(() => [true, '']),
    )
    expect(scripts.length).toBeGreaterThan(0)
    expect(html).not.toMatch(/\son[a-z]+\s*=/)
  })

  test('nothing is loaded from anywhere else', () => {
    expect(
      [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url = '']) => url).filter((url) => !url.startsWith('./')),
    ).toEqual([])
  })

  test('nothing that is served makes code out of text', () => {
    const makes = /(?<![\w$.])(?:eval\((?!\))|new Function\()/
    expect(chunks.filter((chunk) => makes.test(textOf(chunk))).map((chunk) => chunk.file)).toEqual([])
  })
})

describe('the service worker', () => {
  const script = readFileSync('dist/sw.js', 'utf8')
  const kept = new Set([...script.matchAll(/"url":"([^"]+)"/g)].map(([, url = '']) => url))

  test('keeps the page, every script and every style', () => {
    const wanted = ['index.html', 'icon.svg', 'manifest.webmanifest', ...chunks.map((chunk) => chunk.file)]
    expect(wanted.filter((file) => !kept.has(file))).toEqual([])
  })

  test('keeps only what exists, under addresses that work below any path', () => {
    expect(
      [...kept].filter((url) => url.startsWith('/') || url.includes(':') || !existsSync(join('dist', url))),
    ).toEqual([])
  })

  test('does not put itself in charge of pages that another version started', () => {
    expect(script).not.toContain('skipWaiting()')
  })
})

test('first load and agent worker stay within their sizes', () => {
  const over = measureSizes().filter(({ bytes, maxBytes }) => maxBytes !== null && bytes > maxBytes)
  expect(over).toEqual([])
})
