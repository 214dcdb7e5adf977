import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { playwright } from '@vitest/browser-playwright'
import react from '@vitejs/plugin-react'
import { CHROMIUM_FLAGS, chromiumPath } from './e2e/commands/chromium.ts'

const EVERY_PROJECT = {
  // Generous, because a busy machine must not decide whether a test passes: what hangs is still ended.
  testTimeout: 120_000,
  hookTimeout: 60_000,
  // One fewer is the default, which leaves half of a small machine idle. Each project has to say it for itself.
  maxWorkers: availableParallelism(),
}

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [react()],
        test: {
          name: 'unit',
          ...EVERY_PROJECT,
          environment: 'node',
          include: ['{src,workers,e2e}/**/*.test.{ts,tsx}'],
          // What is in `e2e/build` looks at `dist`, which must be built first.
          exclude: ['**/*.browser.test.{ts,tsx}', 'e2e/build/**'],
          restoreMocks: true,
        },
      },
      { test: { name: 'build', ...EVERY_PROJECT, environment: 'node', include: ['e2e/build/**/*.test.ts'] } },
      {
        plugins: [react()],
        worker: { format: 'es' },
        // A library that is found only while tests run makes Vite reload the page under them: look everywhere first.
        optimizeDeps: { entries: ['{src,workers}/**/*.{ts,tsx}'] },
        test: {
          name: 'browser',
          ...EVERY_PROJECT,
          include: ['{src,workers}/**/*.browser.test.{ts,tsx}'],
          setupFiles: ['e2e/doubles/fail-on-console-error.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_FLAGS } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
