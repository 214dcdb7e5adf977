import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { Plugin } from 'vite'

type Rule = { pattern: RegExp; headers: [string, string][] }

/**
 * Reads a `_headers` file (the format of Netlify and Cloudflare Pages): a path pattern at the line's
 * start, its headers indented below. Later rules override earlier ones of the same name.
 */
export function parseHeaders(text: string): Rule[] {
  const rules: Rule[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    if (!/^\s/.test(line)) {
      const escaped = line.trim().replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      rules.push({ pattern: new RegExp(`^${escaped.replaceAll('*', '.*')}$`), headers: [] })
      continue
    }
    const colon = line.indexOf(':')
    rules.at(-1)?.headers.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()])
  }
  return rules
}

/** Serves the built app with the same response headers that a static host would send. */
export function hostHeaders(): Plugin {
  return {
    name: 'host-headers',
    configurePreviewServer(server) {
      const rules = parseHeaders(readFileSync('public/_headers', 'utf8'))
      server.middlewares.use((request, response: ServerResponse, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname
        for (const rule of rules) {
          if (rule.pattern.test(path)) for (const [name, value] of rule.headers) response.setHeader(name, value)
        }
        next()
      })
    },
  }
}
