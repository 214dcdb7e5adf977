import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, chromiumPath } from './e2e/commands/chromium.ts'

// Its own port, so that a running `npm start` is never what is tested.
const PORT = Number(process.env['E2E_PORT'] ?? 4399)

/** End-to-end tests: the built app (`npm run build` first) in a real Chromium. */
export default defineConfig({
  testDir: 'e2e/flows',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Once: a test that only passes sometimes is a fault, not a retry.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${PORT}/`,
    launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_FLAGS },
    // A sixth of the time where it is on: asked for when a failure's own words do not tell enough.
    trace:
      process.env['E2E_TRACE'] === '1' ? { mode: 'retain-on-failure', screenshots: false, snapshots: true } : 'off',
    viewport: { width: 1440, height: 900 },
    // It would store the whole app anew for each test, an eighth of the time. Flows in which it matters allow it.
    serviceWorkers: 'block',
  },
  webServer: {
    command: 'npx tsx e2e/commands/serve.ts',
    env: { PORT: String(PORT) },
    url: `http://127.0.0.1:${PORT}/`,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
