import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { moduleMap } from './e2e/build/module-map.ts'
import { policyMeta } from './e2e/build/policy-meta.ts'
import { quietKnown } from './e2e/build/quiet-known.ts'
import { hostHeaders } from './e2e/commands/host-headers.ts'

const modules = moduleMap()

export default defineConfig({
  base: './',
  plugins: [
    react(),
    hostHeaders(),
    policyMeta(),
    quietKnown(),
    modules.page(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'workers',
      filename: 'sw.ts',
      // The page registers it itself (src/page/lane): no script is injected, and the manifest is ours.
      injectRegister: null,
      manifest: false,
      // Its own build speaks at every log level unless told.
      integration: {
        configureCustomSWViteBuild: (options) => {
          options.logLevel = 'warn'
        },
      },
      injectManifest: {
        injectionPoint: 'self.precacheManifest',
        globPatterns: ['**/*.{js,css,html,svg,png,wasm,webmanifest}'],
        // Whole runtimes are among the lazy parts, and all of them must be there without a network.
        maximumFileSizeToCacheInBytes: 20_000_000,
        rollupFormat: 'iife',
      },
    }),
  ],
  // Without this, Vite inlines every lazy tool body into the worker (its default is `iife`).
  worker: { format: 'es', plugins: () => [modules.worker()], rolldownOptions: { checks: { pluginTimings: false } } },
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    manifest: true,
    // What may be how large is checked by e2e/build, gzipped and by name.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1', port: 4173, strictPort: true },
})
