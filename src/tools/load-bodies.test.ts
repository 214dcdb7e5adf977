import { expect, test } from 'vitest'
import type { CapabilityBody, CapabilityGroup } from '#contracts/capability.ts'
import { BODIES } from './bodies.ts'
import { FILES, lsSpec, readFileSpec } from './files/spec.ts'
import { createBodyLoader, matchBodies, type BodyTable } from './load-bodies.ts'
import { executeSpec } from './shell/spec.ts'
import { GROUPS, SPECS } from './specs.ts'

const bodyOf = (spec: CapabilityBody['spec']): CapabilityBody => ({
  spec,
  run: async () => null,
  toModel: () => [],
  toClient: () => ({ kind: 'text', summary: '', text: '' }),
})
const pair: CapabilityGroup = { name: 'files', instructions: '', specs: [lsSpec, readFileSpec] }

test('every spec of the product has its body, behind the very same object', async () => {
  const load = createBodyLoader(BODIES, GROUPS)
  const bodies = await Promise.all(SPECS.map((spec) => load(spec)))
  expect(bodies.map((body) => body.spec)).toEqual(SPECS)
  expect(bodies.every((body, index) => body.spec === SPECS[index])).toBe(true)
})

test('a group is loaded on its first call, once, and no other with it', async () => {
  const loaded: string[] = []
  const table: BodyTable = new Map(
    [...BODIES].map(([name, load]) => [
      name,
      () => {
        loaded.push(name)
        return load()
      },
    ]),
  )
  const load = createBodyLoader(table, GROUPS)
  expect(loaded).toEqual([])
  await Promise.all([load(lsSpec), load(readFileSpec), load(lsSpec)])
  expect(loaded).toEqual(['files'])
})

test('a group that could not be fetched is fetched again by the next call', async () => {
  const outcomes = [
    () => Promise.reject(new Error('offline')),
    () => Promise.resolve({ bodies: FILES.specs.map(bodyOf) }),
  ]
  const load = createBodyLoader(
    new Map([['files', () => outcomes.shift()?.() ?? Promise.reject(new Error('asked too often'))]]),
    GROUPS,
  )
  await expect(load(lsSpec)).rejects.toMatchObject({
    failure: {
      stage: 'discovery',
      kind: 'unavailable',
      message: 'The tools of the group "files" could not be loaded (offline). Try the call again.',
      retryable: true,
    },
  })
  expect((await load(lsSpec)).spec).toBe(lsSpec)
})

test.each<[string, CapabilityBody[], string]>([
  ['a body is missing', [bodyOf(lsSpec)], '"read_file" has no body.'],
  ['a body is there twice', [bodyOf(lsSpec), bodyOf(readFileSpec), bodyOf(lsSpec)], '"ls" has two bodies.'],
  [
    'a body belongs elsewhere',
    [bodyOf(lsSpec), bodyOf(readFileSpec), bodyOf(executeSpec)],
    'The body of "execute" holds another spec.',
  ],
  [
    'a body holds an equal copy of its spec',
    [bodyOf({ ...lsSpec }), bodyOf(readFileSpec)],
    'The body of "ls" holds another spec.',
  ],
])('drift is named: %s', (_, bodies, problem) => {
  expect(() => matchBodies(pair, { bodies })).toThrow(problem)
})

test('a copy of a spec finds no body', async () => {
  const load = createBodyLoader(BODIES, GROUPS)
  await expect(load({ ...lsSpec })).rejects.toThrow('"ls" is not the spec that stands in the group "files".')
})

test('a group named like an inherited member has no bodies', async () => {
  const load = createBodyLoader(BODIES, GROUPS)
  await expect(load({ ...lsSpec, group: 'constructor' })).rejects.toThrow('The group "constructor" has no body module.')
})
