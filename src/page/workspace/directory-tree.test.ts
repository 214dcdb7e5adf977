import { expect, test } from 'vitest'
import { LIST_MAX_ENTRIES } from '#contracts/limits.ts'
import { WorkspaceClient } from '#e2e/doubles/workspace-client.ts'
import { DirectoryTree } from './directory-tree.ts'
import { treeAction, typedRow } from './tree-keys.ts'

async function loaded(files: Record<string, string>) {
  const client = new WorkspaceClient(files)
  const tree = new DirectoryTree((path) => client.call('workspace.list', { sessionId: 's', path }))
  await tree.refresh()
  const shown = () =>
    tree.snapshot().rows.map((row) => `${'  '.repeat(row.level - 1)}${row.name}${row.kind === 'directory' ? '/' : ''}`)
  return { client, tree, shown, listed: () => client.calls.map(({ input }) => input) }
}

test('directories come first, numbers by value, and only what is open is read', async () => {
  const { tree, shown, listed } = await loaded({
    'b.txt': '',
    'a10.txt': '',
    'a9.txt': '',
    'src/deep/x.ts': '',
    'src/y.ts': '',
  })
  expect(shown()).toEqual(['src/', 'a9.txt', 'a10.txt', 'b.txt'])
  expect(listed()).toEqual([{ sessionId: 's', path: '/workspace' }])
  await tree.setExpanded('/workspace/src', true)
  expect(shown()).toEqual(['src/', '  deep/', '  y.ts', 'a9.txt', 'a10.txt', 'b.txt'])
  expect(tree.snapshot().rows[1]).toEqual({
    path: '/workspace/src/deep',
    name: 'deep',
    kind: 'directory',
    level: 2,
    position: 1,
    siblings: 2,
    expanded: false,
    empty: false,
  })
})

test('a change is read where it happened, also in a directory that did not exist', async () => {
  const { client, tree, shown } = await loaded({ 'a.ts': '' })
  client.put('new/deep/b.ts', '')
  await tree.changed([{ path: '/workspace/new/deep/b.ts', kind: 'created' }])
  expect(shown()).toEqual(['new/', 'a.ts'])
  client.remove('/workspace/a.ts')
  await tree.changed([{ path: '/workspace/a.ts', kind: 'deleted' }])
  expect(shown()).toEqual(['new/'])
})

test('a modified file that is listed already costs no reading', async () => {
  const { tree, listed } = await loaded({ 'a.ts': '' })
  await tree.changed([{ path: '/workspace/a.ts', kind: 'modified' }])
  expect(listed()).toHaveLength(1)
})

test('many changes while a read runs lead to one more read', async () => {
  const { tree, listed } = await loaded({ 'a.ts': '' })
  await Promise.all(Array.from({ length: 20 }, () => tree.load('/workspace')))
  expect(listed()).toHaveLength(3)
})

test('an open directory that disappears is closed', async () => {
  const { client, tree, shown } = await loaded({ 'src/a.ts': '', 'b.ts': '' })
  await tree.setExpanded('/workspace/src', true)
  client.remove('/workspace/src')
  await tree.refresh()
  expect(shown()).toEqual(['b.ts'])
})

test('revealing a file opens every directory above it', async () => {
  const { tree, shown } = await loaded({ 'a/b/c/d.ts': '' })
  await tree.reveal('/workspace/a/b/c/d.ts')
  expect(shown()).toEqual(['a/', '  b/', '    c/', '      d.ts'])
})

test('keys move, open and close as in every tree', async () => {
  const { tree } = await loaded({ 'src/a.ts': '', 'b.ts': '', 'beta.ts': '' })
  await tree.setExpanded('/workspace/src', true)
  const { rows } = tree.snapshot()
  const [src, a, b] = ['/workspace/src', '/workspace/src/a.ts', '/workspace/b.ts']
  const does = (path: string, key: string) => treeAction(rows, path, key)
  expect({
    down: does(src, 'ArrowDown'),
    up: does(src, 'ArrowUp'),
    end: does(src, 'End'),
    home: does(b, 'Home'),
    into: does(src, 'ArrowRight'),
    collapse: does(src, 'ArrowLeft'),
    parent: does(a, 'ArrowLeft'),
    open: does(a, 'Enter'),
    remove: does(b, 'Delete'),
    other: does(b, 'x'),
  }).toEqual({
    down: { do: 'focus', path: a },
    up: null,
    end: { do: 'focus', path: '/workspace/beta.ts' },
    home: { do: 'focus', path: src },
    into: { do: 'focus', path: a },
    collapse: { do: 'collapse', path: src },
    parent: { do: 'focus', path: src },
    open: { do: 'open', path: a },
    remove: { do: 'remove', path: b },
    other: null,
  })
  expect([
    typedRow(rows, src, 'b'),
    typedRow(rows, b, 'b'),
    typedRow(rows, b, 'be'),
    typedRow(rows, src, 'zz'),
  ]).toEqual([b, '/workspace/beta.ts', '/workspace/beta.ts', null])
})

test('what was not listed of a directory stands in one row at its end, which does nothing', async () => {
  const many = Object.fromEntries(
    Array.from({ length: LIST_MAX_ENTRIES + 1_500 }, (_, index) => [`src/${index}.ts`, '']),
  )
  const { client, tree } = await loaded({ ...many, 'last.txt': '' })
  await tree.setExpanded('/workspace/src', true)
  const rows = tree.snapshot().rows
  expect(rows).toHaveLength(LIST_MAX_ENTRIES + 3)
  expect(rows.at(-1)).toMatchObject({ path: '/workspace/last.txt', position: 2, siblings: 2 })
  const rest = '/workspace/src/'
  expect(rows.at(-2)).toEqual({
    path: rest,
    name: '',
    kind: 'rest',
    omitted: 1_500,
    level: 2,
    position: LIST_MAX_ENTRIES + 1,
    siblings: LIST_MAX_ENTRIES + 1_500,
    expanded: false,
    empty: false,
  })
  const keys = ['Enter', ' ', 'Delete', 'ArrowRight', 'ArrowLeft', 'ArrowDown']
  expect(keys.map((key) => treeAction(rows, rest, key))).toEqual([
    null,
    null,
    null,
    null,
    { do: 'focus', path: '/workspace/src' },
    { do: 'focus', path: '/workspace/last.txt' },
  ])
  for (let index = 0; index < 1_500; index += 1) client.remove(`/workspace/src/${index}.ts`)
  await tree.refresh()
  expect(tree.snapshot().rows.filter(({ kind }) => kind === 'rest')).toEqual([])
})
