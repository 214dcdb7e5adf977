import { expect, test } from 'vitest'
import { WorkspaceClient } from '#e2e/doubles/workspace-client.ts'
import { OpenFile } from './open-file.ts'

const PATH = '/workspace/a.ts'
const FILE = { path: PATH, size: 4, revision: 'r1', content: { kind: 'text', text: 'one\n' } } as const
const CLEAN = { path: PATH, file: FILE, failure: null, draft: null, saving: false, outside: 'none' } as const

async function opened(text = 'one\n') {
  const client = new WorkspaceClient({ 'a.ts': text })
  const file = new OpenFile(PATH, {
    read: (path) => client.call('workspace.read', { sessionId: 's', path }),
    write: (input) => client.call('workspace.write', { sessionId: 's', ...input }),
  })
  await file.load()
  return { client, file }
}

test('what is typed is written with the revision that was read', async () => {
  const { client, file } = await opened()
  expect(file.snapshot()).toEqual(CLEAN)
  file.edit('two\n')
  await file.save()
  expect(client.calls.at(-1)).toEqual({
    name: 'workspace.write',
    input: { sessionId: 's', path: PATH, text: 'two\n', revision: 'r1' },
  })
  expect(file.snapshot()).toEqual({
    ...CLEAN,
    file: { ...FILE, revision: 'r2', content: { kind: 'text', text: 'two\n' } },
  })
})

test('typing back what is stored is no edit', async () => {
  const { file } = await opened()
  file.edit('two\n')
  file.edit('one\n')
  expect(file.snapshot()).toEqual(CLEAN)
})

test('a file that changed elsewhere is shown anew where nothing is unsaved', async () => {
  const { client, file } = await opened()
  client.put(PATH, 'theirs\n')
  await file.load()
  expect(file.snapshot()).toEqual({
    ...CLEAN,
    file: { path: PATH, size: 7, revision: 'r2', content: { kind: 'text', text: 'theirs\n' } },
  })
})

test('a file that changed elsewhere leaves unsaved edits alone, and saving then is a conflict', async () => {
  const { client, file } = await opened()
  file.edit('mine\n')
  client.put(PATH, 'theirs\n')
  await file.load()
  expect(file.snapshot()).toEqual({ ...CLEAN, draft: 'mine\n', outside: 'changed' })
  await file.save()
  expect(file.snapshot()).toEqual({ ...CLEAN, draft: 'mine\n', outside: 'conflict' })
  expect(client.text(PATH)).toBe('theirs\n')
})

test('a conflict ends by taking theirs or by keeping mine', async () => {
  const first = await opened()
  first.file.edit('mine\n')
  first.client.put(PATH, 'theirs\n')
  await first.file.save()
  await first.file.takeTheirs()
  expect(first.file.snapshot()).toMatchObject({ draft: null, outside: 'none', file: { revision: 'r2' } })

  const second = await opened()
  second.file.edit('mine\n')
  second.client.put(PATH, 'theirs\n')
  await second.file.save()
  await second.file.keepMine()
  expect(second.client.text(PATH)).toBe('mine\n')
  expect(second.file.snapshot()).toMatchObject({ draft: null, outside: 'none', file: { revision: 'r3' } })
})

test('a deleted file keeps its text on the screen and can be saved again', async () => {
  const { client, file } = await opened()
  client.remove(PATH)
  await file.load()
  expect(file.snapshot()).toEqual({ ...CLEAN, outside: 'deleted' })
  await file.keepMine()
  expect(client.text(PATH)).toBe('one\n')
  expect(file.snapshot()).toMatchObject({ outside: 'none', file: { revision: 'r2' } })
})

test('what is typed while a save runs stays unsaved', async () => {
  const { client, file } = await opened()
  file.edit('two\n')
  const saving = file.save()
  file.edit('three\n')
  await saving
  expect(client.text(PATH)).toBe('two\n')
  expect(file.snapshot()).toMatchObject({ draft: 'three\n', saving: false })
})

test('an undo while a save runs stays unsaved, whether it is saved or kept over what others wrote', async () => {
  for (const save of ['save', 'keepMine'] as const) {
    const { client, file } = await opened()
    file.edit('two\n')
    const saving = file[save]()
    file.edit('one\n')
    await saving
    expect(client.text(PATH)).toBe('two\n')
    expect(file.snapshot()).toMatchObject({ draft: 'one\n', saving: false, outside: 'none' })
    await file.save()
    expect(client.text(PATH)).toBe('one\n')
    expect(file.snapshot()).toMatchObject({ draft: null, saving: false })
  }
})

test('an undo while a save runs that is refused leaves nothing unsaved, and shows what others wrote', async () => {
  const { client, file } = await opened()
  file.edit('two\n')
  client.put(PATH, 'theirs\n')
  const saving = file.save()
  file.edit('one\n')
  await saving
  await file.load()
  expect(client.text(PATH)).toBe('theirs\n')
  expect(file.snapshot()).toEqual({
    ...CLEAN,
    file: { path: PATH, size: 7, revision: 'r2', content: { kind: 'text', text: 'theirs\n' } },
  })
})

test('a file that cannot be read says why', async () => {
  const client = new WorkspaceClient({})
  const file = new OpenFile(PATH, {
    read: (path) => client.call('workspace.read', { sessionId: 's', path }),
    write: (input) => client.call('workspace.write', { sessionId: 's', ...input }),
  })
  await file.load()
  const failure = { stage: 'execution', kind: 'not-found', message: `There is no file ${PATH}.`, retryable: false }
  expect(file.snapshot()).toEqual({ ...CLEAN, file: null, failure })
})
