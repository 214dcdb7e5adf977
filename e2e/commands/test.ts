import { spawnSync } from 'node:child_process'
import { ensureChromium } from './chromium.ts'

/** One stage of `npm test`: what it is called, and the command. */
type Stage = readonly [name: string, command: string, ...words: string[]]

const STAGES: readonly Stage[] = [
  ['types, lint, format, dead code', 'npm', 'run', '--silent', 'check'],
  ['unit tests', 'npx', 'vitest', 'run', '--project', 'unit'],
  ['browser tests', 'npx', 'vitest', 'run', '--project', 'browser'],
  ['build', 'npx', 'vite', 'build', '--logLevel', 'warn'],
  ['build checks', 'npx', 'vitest', 'run', '--project', 'build'],
  ['end-to-end tests', 'npx', 'playwright', 'test'],
]

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`
}

/** Runs everything, in the order in which a fault is found soonest, and stops at the first that fails. */
function main(): number {
  const began = performance.now()
  let chromium: string
  try {
    chromium = ensureChromium()
  } catch (error) {
    console.error(`✗ a Chromium for the tests: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
  // One browser for every stage, found or installed just now.
  const env = { ...process.env, CHROME_PATH: chromium }
  for (const [name, command, ...words] of STAGES) {
    const start = performance.now()
    console.log(`\n▶ ${name}`)
    const { status, signal } = spawnSync(command, words, { stdio: 'inherit', env })
    if (status !== 0) {
      console.error(
        `\n✗ ${name} failed after ${seconds(start)} (${[command, ...words].join(' ')}${signal === null ? '' : `, ${signal}`})`,
      )
      return 1
    }
    console.log(`✓ ${name}: ${seconds(start)}`)
  }
  console.log(`\n✓ everything passed in ${seconds(began)}`)
  return 0
}

process.exitCode = main()
