import { expect, test } from 'vitest'
import { pagePolicy } from '../build/policy-meta.ts'
import { parseHeaders } from './host-headers.ts'

const FILE = `# a comment
/*
  X-One: for all
/
  Content-Security-Policy: default-src 'none'; frame-ancestors *; img-src 'self' data:
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
