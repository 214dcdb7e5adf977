import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from '#contracts/zod.ts'
import type { CapabilityGroup } from '#contracts/capability.ts'
import { ALIASES } from './aliases.ts'
import { assertConsistent, type ConsistencyTables } from './assert-consistent.ts'
import { BODIES } from './bodies.ts'
import { defineCapability } from './define-capability.ts'
import { lsSpec } from './files/spec.ts'
import { NAME_TO_GROUP } from './name-to-group.ts'
import { PRESENTATION } from './presentation.ts'
import { createRegistry } from './registry.ts'
import { executeSpec } from './shell/spec.ts'
import { GROUPS, SPECS } from './specs.ts'

const registry = createRegistry(GROUPS, ALIASES)

test('the tables of the product agree', () => {
  expect(() => assertConsistent(tables({}))).not.toThrow()
})

test('each capability has the risk class of the checked-in snapshot', () => {
  const lines = SPECS.map((spec) => `${spec.name} ${spec.risk}`).toSorted()
  expect(lines).toEqual(
    readFileSync(new URL('risk.snapshot.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  )
})

test('specs come in a fixed order', () => {
  expect(registry.specs.map((spec) => spec.name)).toEqual([
    'ls',
    'read_file',
    'write_file',
    'edit_file',
    'glob',
    'grep',
    'execute',
    'fetch_url',
    'todo_write',
    'current_time',
    'ask_user_question',
    'confirm',
    'ui_open_file',
    'list_tools',
    'clear_conversation',
    'distrust_workspace',
  ])
})

test('retired names lead to what replaced them', () => {
  expect(registry.lookup('bash')).toEqual({ known: true, spec: executeSpec, calledAs: 'bash' })
  expect(registry.lookup('list_files')).toEqual({ known: true, spec: lsSpec, calledAs: 'list_files' })
  expect(registry.lookup('list_directory')).toEqual({ known: true, spec: lsSpec, calledAs: 'list_directory' })
  expect(registry.lookup('ls')).toEqual({ known: true, spec: lsSpec })
})

test('an unknown name comes with the nearest known ones', () => {
  expect(registry.lookup('readfile')).toEqual({ known: false, name: 'readfile', closest: ['read_file'] })
  expect(registry.lookup('exec')).toEqual({ known: false, name: 'exec', closest: ['execute'] })
  expect(registry.lookup('send_rocket')).toEqual({ known: false, name: 'send_rocket', closest: [] })
  expect(registry.lookup('')).toEqual({ known: false, name: '', closest: [] })
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('the inherited name %s is unknown', (name) => {
  expect(registry.lookup(name)).toEqual({ known: false, name, closest: [] })
})

test('a name that two groups bring is refused', () => {
  const other: CapabilityGroup = { name: 'other', instructions: '', specs: [lsSpec] }
  expect(() => createRegistry([...GROUPS, other])).toThrow(
    'The name "ls" is registered twice, by the groups "files" and "other".',
  )
  expect(() => createRegistry(GROUPS, new Map([['ls', 'glob']]))).toThrow(
    'The alias "ls" hides the capability of that name.',
  )
})

const extra = defineCapability({
  name: 'extra_tool',
  group: 'extra',
  description: 'One more.',
  input: z.strictObject({}),
  risk: 'workspace-write',
  concurrency: 'serial',
  target: { kind: 'none' },
  needs: [],
  words: { done: 'Did', ask: 'Do?' },
  timeoutMs: 1_000,
})
const extraGroup: CapabilityGroup = { name: 'extra', instructions: '', specs: [extra] }

test.each<[string, Partial<ConsistencyTables>, string]>([
  ['a capability without presentation', { presentation: without(PRESENTATION, 'grep') }, '"grep" has no presentation.'],
  [
    'a presentation without capability',
    {
      presentation: new Map([
        ...PRESENTATION,
        ['gone', { label: 'a', icon: 'b', risk: 'workspace-write', description: 'c' }],
      ]),
    },
    'The presentation of "gone" belongs to nothing.',
  ],
  [
    'a presentation with another risk',
    {
      presentation: new Map([
        ...PRESENTATION,
        ['execute', { label: 'a', icon: 'b', risk: 'read-only-local', description: 'c' }],
      ]),
    },
    '"execute" is shown as read-only-local but is destructive-local.',
  ],
  [
    'a presentation without an icon',
    {
      presentation: new Map([
        ...PRESENTATION,
        ['ls', { label: 'a', icon: '', risk: 'read-only-local', description: 'c' }],
      ]),
    },
    'The presentation of "ls" has no icon.',
  ],
  [
    'a capability missing in the name map',
    { nameToGroup: without(NAME_TO_GROUP, 'ls') },
    '"ls" is missing in the name map.',
  ],
  [
    'a wrong mapping',
    { nameToGroup: new Map([...NAME_TO_GROUP, ['ls', 'shell']]) },
    'The name map puts "ls" into "shell", not "files".',
  ],
  [
    'an orphan in the name map',
    { nameToGroup: new Map([...NAME_TO_GROUP, ['rm', 'files']]) },
    'The name map knows "rm", which does not exist.',
  ],
  ['a group without bodies', { bodyGroups: ['files', 'shell', 'tasks'] }, 'The group "human" has no body module.'],
  ['bodies without a group', { bodyGroups: [...BODIES.keys(), 'mcp'] }, 'The body module "mcp" belongs to no group.'],
  [
    'an orphaned alias',
    { aliases: new Map([['load_skill', 'view_skill']]) },
    'The alias "load_skill" leads to "view_skill", which does not exist.',
  ],
  [
    'a spec in a group it does not name',
    { groups: [...GROUPS, { ...extraGroup, name: 'files' }] },
    '"extra_tool" stands in "files" but says "extra".',
  ],
  [
    'a group registered twice',
    { groups: [...GROUPS, extraGroup, extraGroup] },
    'The group "extra" is registered twice.',
  ],
])('%s stops the start and is named', (_, change, problem) => {
  expect(() => assertConsistent(tables(change))).toThrow(problem)
})

function tables(change: Partial<ConsistencyTables>): ConsistencyTables {
  return {
    groups: GROUPS,
    presentation: PRESENTATION,
    nameToGroup: NAME_TO_GROUP,
    bodyGroups: BODIES.keys(),
    aliases: ALIASES,
    ...change,
  }
}

function without<V>(map: ReadonlyMap<string, V>, key: string): Map<string, V> {
  return new Map([...map].filter(([name]) => name !== key))
}
