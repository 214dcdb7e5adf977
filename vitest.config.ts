import { defineConfig } from 'vitest/config'
import { playwright } from '@vitest/browser-playwright'
import react from '@vitejs/plugin-react'
import { CHROMIUM_FLAGS, chromiumPath } from './e2e/commands/chromium.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{src,workers,e2e}/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts'],
          restoreMocks: true,
        },
      },
      {
        plugins: [react()],
        worker: { format: 'es' },
        test: {
          name: 'browser',
          include: ['{src,workers}/**/*.browser.test.{ts,tsx}'],
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
