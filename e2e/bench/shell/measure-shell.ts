import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { build, preview } from 'vite'
import { z } from '#contracts/zod.ts'
import { CHROMIUM_FLAGS, chromiumPath } from '../../commands/chromium.ts'
import { median } from '../median.ts'
import { atMost, figure, type Row } from '../report.ts'

const OURS = 'ours'
/** What the sandbox port promises: every operation ends within a second of its abort. */
const ABORT_MAX_MS = 1_000
const Samples = z.record(z.string(), z.record(z.string(), z.array(z.number())))

const FIGURES = [
  { key: 'boot', what: 'boot to the first output', limit: null },
  { key: 'echo', what: 'echo hi', limit: null },
  { key: 'pipeline', what: 'seq 1 10000 | grep 7 | wc -l', limit: null },
  { key: 'soft', what: 'abort of while true; do :; done', limit: ABORT_MAX_MS },
  { key: 'substitution', what: 'abort of x=$(while :; do :; done)', limit: ABORT_MAX_MS },
  // The interpreter of this one hears nothing while it runs: its thread is ended by force.
  { key: 'hard', what: 'abort of a loop inside awk', limit: ABORT_MAX_MS },
] as const

/**
 * The embedded shell in Chromium, in workers as the app runs it, against the library it is made of. Medians
 * of at least 15 runs each, the two taking turns. A shell that does not hear an abort has no figure there.
 */
export async function measureShell(): Promise<Row[]> {
  const samples = await runInChromium(await buildPage())
  return FIGURES.map(({ key, what, limit }) => {
    const { [OURS]: ours, ...others } = samples[key] ?? {}
    if (ours === undefined) throw new Error(`Our own shell gave no figure for "${what}".`)
    const peers = Object.fromEntries(Object.entries(others).map(([peer, values]) => [peer, median(values)]))
    return limit === null ? figure(what, 'ms', median(ours), peers) : atMost(limit, what, 'ms', median(ours), peers)
  })
}

/** Builds the page with its workers, minified as the app is; returns where it is. */
async function buildPage(): Promise<string> {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const outDir = fileURLToPath(new URL('../../../node_modules/.cache/bench-shell', import.meta.url))
  await build({
    configFile: false,
    root,
    base: './',
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  })
  return outDir
}

async function runInChromium(outDir: string): Promise<z.infer<typeof Samples>> {
  const server = await preview({
    configFile: false,
    root: outDir,
    build: { outDir: '.' },
    logLevel: 'error',
    preview: { host: '127.0.0.1', port: 0 },
  })
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS })
  try {
    const page = await browser.newPage()
    page.on('pageerror', (error) => console.error(`The page failed: ${error.message}`))
    await page.goto(server.resolvedUrls?.local[0] ?? '')
    await page.waitForFunction('typeof measureShell === "function"')
    return Samples.parse(await page.evaluate('measureShell()'))
  } finally {
    await browser.close()
    await server.close()
  }
}
