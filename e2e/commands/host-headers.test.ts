import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pagePolicy } from '../build/policy-meta.ts'
import { parseHeaders } from './host-headers.ts'

const FILE = `# a comment
/*
  X-One: for all
/
  Content-Security-Policy: default-src 'none'; frame-ancestors 'none'; img-src 'self' data:
/assets/agent-*.js
  Content-Security-Policy: connect-src *
  X-Two: a: b
`

function headersFor(path: string): Record<string, string> {
  const rules = parseHeaders(FILE).filter(({ pattern }) => pattern.test(path))
  return Object.fromEntries(rules.flatMap(({ headers }) => headers))
}

test('a path gets the headers of every rule that matches it whole', () => {
  expect(headersFor('/other')).toEqual({ 'X-One': 'for all' })
  expect(headersFor('/assets/agent-12.js')).toEqual({
    'X-One': 'for all',
    'Content-Security-Policy': 'connect-src *',
    'X-Two': 'a: b',
  })
  expect(headersFor('/assets/agent-12.jsx')).toEqual({ 'X-One': 'for all' })
  expect(headersFor('/x/assets/agent-12.js')).toEqual({ 'X-One': 'for all' })
})

test("the page's policy is the one for `/`, without what only a header can say", () => {
  expect(pagePolicy(FILE)).toBe("default-src 'none'; img-src 'self' data:")
})

test('a file without a policy for the page stops the build', () => {
  expect(() => pagePolicy('/*\n  X-One: 1\n')).toThrow('no Content-Security-Policy')
})

test('no page may frame the page or stand in it, under either of its names', () => {
  const rules = parseHeaders(readFileSync('public/_headers', 'utf8'))
  for (const path of ['/', '/index.html']) {
    const headers = rules.filter(({ pattern }) => pattern.test(path)).flatMap((rule) => rule.headers)
    const policies = headers.filter(([name]) => name === 'Content-Security-Policy').map(([, policy]) => policy)
    const frames = policies.map((policy) => policy.split('; ').filter((directive) => directive.startsWith('frame-')))
    expect(frames).toEqual([["frame-src 'none'", "frame-ancestors 'none'"]])
  }
})
