import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'
import { hostHeaders } from './e2e/commands/host-headers.ts'

export default defineConfig({
  base: './',
  plugins: [react(), hostHeaders()],
  // Without this, Vite inlines every lazy tool body into the worker (its default is `iife`).
  worker: { format: 'es' },
  build: { target: 'es2022', sourcemap: false, modulePreload: { polyfill: false }, manifest: true },
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1', port: 4173, strictPort: true },
})
