import { describe, expect, test } from 'vitest'
import { FileTree, visit } from './file-tree.ts'
import { FsError } from './tree-nodes.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
function fresh(limits?: { fileBytes: number; totalBytes: number; files: number }) {
  const changes: string[] = []
  let now = 0
  const tree = new FileTree(
    () => (now += 1),
    (path, kind) => changes.push(`${kind} ${path}`),
    limits,
  )
  const text = (path: string) => new TextDecoder().decode(tree.read(path).bytes)
  return { tree, changes, text }
}
const code = (run: () => void) => {
  try {
    run()
  } catch (error) {
    if (error instanceof FsError) return error.code
    throw error
  }
  return null
}

describe('FileTree', () => {
  test('appends keep what readers hold unchanged', () => {
    const { tree, text } = fresh()
    tree.write('/a', bytes('one'))
    const held = tree.read('/a').bytes
    tree.append('/a', bytes('two'))
    const heldLater = tree.read('/a').bytes
    tree.append('/a', bytes('three'))
    tree.append('/new', bytes('x'))
    expect([held, heldLater].map((array) => new TextDecoder().decode(array))).toEqual(['one', 'onetwo'])
    expect([text('/a'), text('/new')]).toEqual(['onetwothree', 'x'])
  })

  test('a write after an append does not share its room', () => {
    const { tree, text } = fresh()
    tree.append('/a', bytes('one'))
    tree.append('/a', bytes('two'))
    const held = tree.read('/a').bytes
    tree.write('/a', held.subarray(0, 3))
    tree.append('/a', bytes('XYZ'))
    expect(new TextDecoder().decode(held)).toBe('onetwo')
    expect(text('/a')).toBe('oneXYZ')
  })

  test('the workspace itself can be emptied, and stays', () => {
    const { tree } = fresh()
    tree.makeDirectory('/workspace/d', true)
    tree.write('/workspace/d/f', bytes('x'))
    expect(code(() => tree.remove('/workspace', false))).toBe('ENOTEMPTY')
    expect(code(() => tree.move('/workspace', '/elsewhere'))).toBe('EBUSY')
    tree.remove('/workspace', true)
    expect([...tree.directory('/workspace').entries.keys()]).toEqual([])
    expect(code(() => tree.remove('/workspace', false))).toBe('EBUSY')
    expect(tree.node('/workspace')?.kind).toBe('directory')
  })

  test('a move that would make a path too long changes nothing', () => {
    const { tree, text, changes } = fresh()
    const deep = (letter: string) => `/${Array.from({ length: 10 }, () => letter.repeat(220)).join('/')}`
    tree.makeDirectory(deep('a'), true)
    tree.makeDirectory(deep('b'), true)
    tree.write(`${deep('a')}/file`, bytes('precious'))
    tree.makeDirectory(`${deep('b')}/place`, false)
    changes.length = 0
    expect(code(() => tree.move(`/${'a'.repeat(220)}`, `${deep('b')}/place`))).toBe('ENAMETOOLONG')
    expect([text(`${deep('a')}/file`), changes]).toEqual(['precious', []])
    expect(tree.node(`${deep('b')}/place`).kind).toBe('directory')
  })

  test('no path becomes too long through a link', () => {
    const { tree } = fresh()
    const deep = `/${Array.from({ length: 18 }, () => 'd'.repeat(220)).join('/')}`
    tree.makeDirectory(deep, true)
    tree.link(deep, '/l')
    const name = 'n'.repeat(200)
    expect(code(() => tree.write(`/l/${name}`, bytes('x')))).toBe('ENAMETOOLONG')
    expect(code(() => tree.makeDirectory(`/l/${name}`, false))).toBe('ENAMETOOLONG')
    expect(code(() => tree.link('/', `/l/${name}`))).toBe('ENAMETOOLONG')
    expect(tree.usage.bytes).toBe(deep.length)
  })

  test('where a link leads has the bound of a path, and counts', () => {
    const { tree } = fresh({ fileBytes: 5_000, totalBytes: 5_000, files: 9 })
    expect(code(() => tree.link('x'.repeat(4_097), '/long'))).toBe('ENAMETOOLONG')
    tree.link('x'.repeat(4_096), '/a')
    expect(code(() => tree.link('x'.repeat(1_000), '/b'))).toBe('ENOSPC')
    expect([tree.usage.bytes, tree.usage.entries]).toEqual([4_096, 1])
    tree.remove('/a', false)
    expect([tree.usage.bytes, tree.usage.entries]).toEqual([0, 0])
  })

  test('a directory is not moved into itself, nor over a full one', () => {
    const { tree } = fresh()
    tree.makeDirectory('/d/e', true)
    tree.makeDirectory('/full/x', true)
    expect(code(() => tree.move('/d', '/d/e/f'))).toBe('EINVAL')
    expect(code(() => tree.move('/d', '/full'))).toBe('ENOTEMPTY')
    tree.write('/file', bytes('x'))
    expect(code(() => tree.move('/d', '/file'))).toBe('ENOTDIR')
    expect(code(() => tree.move('/file', '/d'))).toBe('EISDIR')
  })

  test.each([
    ['/from/x', '/to/x', ['/from', '/to']],
    ['/from/sub', '/to/sub', ['/from', '/to']],
    ['/from/x', '/from/y', ['/from']],
    ['/from/x', '/to/old', ['/from', '/to']],
  ])(
    'a move of %s to %s is a change of the directories that it leaves and enters, of nothing else',
    (from, to, both) => {
      const { tree } = fresh()
      for (const path of ['/from/sub', '/to', '/aside']) tree.makeDirectory(path, true)
      for (const path of ['/from/x', '/to/old']) tree.write(path, bytes('x'))
      const times = () => ['/from', '/to', '/aside'].map((path) => [path, tree.node(path).modifiedAt] as const)
      const [moved, before] = [tree.node(from), times()]
      const own = moved.modifiedAt
      tree.move(from, to)
      const changed = times().filter(([, at], i) => at !== before[i]?.[1])
      expect(changed.map(([path]) => path)).toEqual(both)
      expect(new Set(changed.map(([, at]) => at)).size).toBe(1)
      expect(tree.node(to)).toBe(moved)
      expect(moved.modifiedAt).toBe(own)
    },
  )

  test('a move tells of every path that went and came', () => {
    const { tree, changes } = fresh()
    tree.makeDirectory('/d', false)
    tree.write('/d/f', bytes('x'))
    changes.length = 0
    tree.move('/d', '/e')
    expect(changes).toEqual(['deleted /d', 'deleted /d/f', 'created /e', 'created /e/f'])
  })

  test('removing a link leaves what it leads to', () => {
    const { tree, text } = fresh()
    tree.write('/a', bytes('x'))
    tree.link('a', '/l')
    expect(text('/l')).toBe('x')
    tree.remove('/l', false)
    expect(text('/a')).toBe('x')
  })

  test('a write through a broken link makes the file it names', () => {
    const { tree, text } = fresh()
    tree.link('/target', '/l')
    tree.write('/l', bytes('x'))
    expect(text('/target')).toBe('x')
    tree.link('/loop2', '/loop1')
    tree.link('/loop1', '/loop2')
    expect(code(() => tree.read('/loop1'))).toBe('ELOOP')
  })

  test('bounds hold before anything changes, and removal makes room', () => {
    const { tree, text } = fresh({ fileBytes: 10, totalBytes: 15, files: 3 })
    tree.write('/a', bytes('0123456789'))
    expect(code(() => tree.write('/a', bytes('0123456789x')))).toBe('EFBIG')
    expect(code(() => tree.write('/b', bytes('012345')))).toBe('ENOSPC')
    expect(code(() => tree.append('/a', bytes('x')))).toBe('EFBIG')
    expect(text('/a')).toBe('0123456789')
    expect(code(() => tree.node('/b'))).toBe('ENOENT')
    tree.remove('/a', false)
    tree.write('/b', bytes('0123456789'))
    tree.write('/c', bytes(''))
    tree.write('/d', bytes(''))
    expect(code(() => tree.write('/e', bytes('')))).toBe('ENOSPC')
    expect(code(() => tree.makeDirectory('/e', false))).toBe('ENOSPC')
  })

  test('visit goes through all, parents first, in order', () => {
    const { tree } = fresh()
    tree.makeDirectory('/b/c', true)
    tree.write('/b/a', bytes(''))
    tree.write('/a', bytes(''))
    const seen: string[] = []
    visit(tree.root, '/', (path) => seen.push(path))
    expect(seen).toEqual(['/', '/a', '/b', '/b/a', '/b/c'])
  })
})
