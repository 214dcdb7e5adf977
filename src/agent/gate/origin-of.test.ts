import { expect, it } from 'vitest'
import { sessionScope } from './allowance.ts'
import { originOf } from './origin-of.ts'

it.each([
  ['https://example.com', 'https://example.com'],
  ['https://EXAMPLE.com.:443/a?b#c', 'https://example.com'],
  ['http://example.com.:8080/', 'http://example.com:8080'],
  ['https://u:p@example.com/', 'https://example.com'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['http://2130706433', 'http://127.0.0.1'],
  ['ftp://example.com', null],
  ['file:///etc/passwd', null],
  ['example.com', null],
  ['', null],
])('the origin of %j is %j, for rules and allowances alike', (address, origin) => {
  const plan = {
    status: 'planned',
    callId: 'c',
    source: 'provider',
    tool: 'fetch_url',
    group: 'web',
    arguments: {},
    canonicalArguments: '{}',
    target: { kind: 'address', value: address },
    declaredRisk: 'read-only-network',
    effectiveRisk: 'read-only-network',
    digest: 'd',
  } as const
  expect([originOf(address), sessionScope(plan, ['read-only-network'])?.words]).toEqual([
    origin,
    `fetch_url at ${origin ?? address}`,
  ])
})
