import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** Flags for a headless Chromium that talks to nobody and runs as root in a container. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Where a Chromium is: `CHROME_PATH`, then Playwright's own, then the system's; undefined where there is none. */
export function findChromium(): string | undefined {
  const candidates = [process.env['CHROME_PATH'], chromium.executablePath(), ...SYSTEM_PATHS]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path))
}

/** Like `findChromium`; throws a sentence that says what to do where there is none. */
export function chromiumPath(): string {
  const path = findChromium()
  if (path === undefined)
    throw new Error('No Chromium found. Set CHROME_PATH, or install one (Debian: apt-get install chromium).')
  return path
}

/** Finds a Chromium, or installs one with the system's package manager (Debian and its kin, as root). */
export function ensureChromium(): string {
  const found = findChromium()
  if (found !== undefined) return found
  console.log('No Chromium here: installing it with apt-get.')
  const apt = (...words: string[]) =>
    execFileSync('apt-get', words, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'chromium')
  } catch (error) {
    throw new Error('Chromium could not be installed. Install one and set CHROME_PATH.', { cause: error })
  }
  return chromiumPath()
}
