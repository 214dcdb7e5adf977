import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { parseHeaders } from '../commands/host-headers.ts'

/** Directives that a browser ignores, with a warning, in a `<meta>`. */
const HEADER_ONLY = new Set(['frame-ancestors', 'report-uri', 'sandbox'])

/** The page's policy as `public/_headers` gives it for `/`, without what only a header can say. */
export function pagePolicy(headersFile: string): string {
  const headers = parseHeaders(headersFile).flatMap((rule) => (rule.pattern.test('/') ? rule.headers : []))
  const policy = headers.findLast(([name]) => name.toLowerCase() === 'content-security-policy')?.[1]
  if (policy === undefined) throw new Error('public/_headers has no Content-Security-Policy under "/".')
  const directives = policy.split(';').map((directive) => directive.trim())
  return directives.filter((directive) => !HEADER_ONLY.has(directive.split(' ')[0] ?? '')).join('; ')
}

/** Puts the page's policy into the built page too: most static hosts send no headers of ours. */
export function policyMeta(): Plugin {
  return {
    name: 'policy-meta',
    // Not while developing: the hot reload of Vite injects inline scripts.
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: {
          'http-equiv': 'Content-Security-Policy',
          content: pagePolicy(readFileSync('public/_headers', 'utf8')),
        },
        injectTo: 'head-prepend',
      },
    ],
  }
}
