import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { manualClock } from '#world/manual-clock.ts'
import { createSandbox } from '#world/sandbox/create-sandbox.ts'
import { spawnInProcessShell } from '#world/sandbox/embedded/in-process-shell.ts'
import { openTrial, type Trial } from '#e2e/doubles/trial-run.ts'
import { editFileSpec, readFileSpec, writeFileSpec } from './spec.ts'

const clock = manualClock()
const signal = new AbortController().signal
let sandbox: Sandbox
let trial: Trial

beforeEach(async () => {
  const parts = { workspaceId: 'w', store: null, clock, spawnShell: spawnInProcessShell, onStorageFailure: () => {} }
  sandbox = await createSandbox('embedded', parts)
  trial = openTrial({ clock, signal, sandbox })
})
afterEach(() => sandbox.close())

/** What is named through it lies outside the workspace, which only the sandbox sees. */
async function linkOut(): Promise<void> {
  const request = {
    command: 'ln -s /etc out',
    cwd: '/workspace',
    env: {},
    stdin: '',
    timeoutMs: 10_000,
    onOutput: () => {},
  }
  await sandbox.exec(request, signal)
}

const put = (path: string, text: string) => sandbox.write(path, new TextEncoder().encode(text), {}, signal)
const get = async (path: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode((await sandbox.read(path, signal)).bytes)
const revisionOf = async (path: string) => (await sandbox.read(path, signal)).revision
const edit = (old_text: string, new_text: string, more: { replace_all?: boolean } = {}) =>
  trial.call(editFileSpec, { path: 'f', old_text, new_text, ...more })

test('a new file comes back whole, with line count and revision, and its diff for the page', async () => {
  const outcome = await trial.call(writeFileSpec, { path: 'src/new.ts', content: 'one\ntwo\n' })
  const revision = await revisionOf('src/new.ts')
  const diff = {
    path: '/workspace/src/new.ts',
    change: 'created',
    binary: false,
    added: 2,
    removed: 0,
    lines: [
      { kind: 'add', before: null, after: 1, text: 'one' },
      { kind: 'add', before: null, after: 2, text: 'two' },
    ],
    omittedLines: 0,
  }
  const text = `Created src/new.ts: +2 −0 lines, 2 lines, revision ${revision.slice(0, 12)}.\nIt now reads:\n1\tone\n2\ttwo`
  expect(outcome).toEqual({
    ok: true,
    text,
    model: [{ type: 'text', text }],
    client: { kind: 'diff', summary: '+2 −0', diff },
    durable: {
      path: '/workspace/src/new.ts',
      revision,
      totalLines: 2,
      region: ['1\tone', '2\ttwo'],
      diff,
      notes: [],
    },
  })
})

test('a large file shows both ends when new, and the changed regions when replaced', async () => {
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index + 1}\n`)
  const created = await trial.call(writeFileSpec, { path: 'f', content: lines.join('') })
  const shown = created.ok ? created.text.split('\n') : []
  expect([shown[2], shown[31], shown[32], shown[33], shown.at(-1)]).toEqual([
    '1\tline 1',
    '30\tline 30',
    '…',
    '171\tline 171',
    '200\tline 200',
  ])
  lines[99] = 'changed\n'
  const replaced = await trial.call(writeFileSpec, { path: 'f', content: lines.join('') })
  expect(replaced.ok ? replaced.text.split('\n').slice(1) : []).toEqual([
    'It now reads:',
    ...[96, 97, 98, 99].map((line) => `${line}\tline ${line}`),
    '100\tchanged',
    ...[101, 102, 103, 104].map((line) => `${line}\tline ${line}`),
  ])
})

test('writing the same again says that nothing changed; emptying says that it is empty', async () => {
  await put('f', 'a\n')
  await trial.call(readFileSpec, { path: 'f' })
  expect(await trial.call(writeFileSpec, { path: 'f', content: 'a\n' })).toMatchObject({
    client: { summary: 'no change' },
  })
  const emptied = await trial.call(writeFileSpec, { path: 'f', content: '' })
  expect(emptied.ok ? emptied.text : '').toMatch(/^Wrote f: \+0 −1 lines, 0 lines, revision .*\nThe file is empty\.$/)
})

test('a write that turns CRLF into LF says so', async () => {
  await put('f', 'a\r\nb\r\n')
  await trial.call(readFileSpec, { path: 'f' })
  const outcome = await trial.call(writeFileSpec, { path: 'f', content: 'a\nb\n' })
  expect(outcome.ok ? outcome.text.split('\n')[1] : '').toBe('Note: the line ends changed from CRLF to LF.')
})

const CHANGED =
  'f changed since you last saw it, so nothing was written. Read it again (read_file {"path":"f"}), then repeat the change on what it says now.'

test('a file that changed since it was read is neither written nor edited until it is read again', async () => {
  await put('f', 'one\n')
  await trial.call(readFileSpec, { path: 'f' })
  await put('f', 'one, by someone else\n')
  const changed = {
    ok: false,
    failure: { stage: 'execution', kind: 'changed-since-read', message: CHANGED, retryable: false },
  }
  expect(await trial.call(writeFileSpec, { path: './f', content: 'two\n' })).toEqual(changed)
  expect(await edit('one', 'two')).toEqual(changed)
  expect(await get('f')).toBe('one, by someone else\n')
  await trial.call(readFileSpec, { path: '/workspace/f' })
  expect(await edit('one,', 'two,')).toMatchObject({ ok: true })
  expect(await get('f')).toBe('two, by someone else\n')
})

test('a file that was never read is not written over unless a person saw it go', async () => {
  await put('f', 'precious\n')
  const refused = {
    ok: false,
    failure: {
      stage: 'execution',
      kind: 'already-exists',
      message:
        'f exists already and you have not read it, so nothing was written. Read it first (read_file {"path":"f"}), then write it or change a part of it with edit_file.',
      retryable: false,
    },
  }
  expect(await trial.call(writeFileSpec, { path: 'f', content: 'gone\n' })).toEqual(refused)
  expect(await trial.call(writeFileSpec, { path: '/workspace/./f', content: '' })).toEqual(refused)
  expect(await get('f')).toBe('precious\n')
  await trial.call(readFileSpec, { path: 'f' })
  expect(await trial.call(writeFileSpec, { path: 'f', content: 'read\n' })).toMatchObject({ ok: true })

  await put('g', 'precious\n')
  expect(await trial.preview(writeFileSpec, { path: 'g', content: 'approved\n' })).toMatchObject({
    kind: 'diff',
    diff: { added: 1, removed: 1 },
  })
  expect(await trial.call(writeFileSpec, { path: 'g', content: 'approved\n' })).toMatchObject({ ok: true })
  expect(await get('g')).toBe('approved\n')
})

test("a tool's own writes count as seen, so that several changes in a row need no reading", async () => {
  await trial.call(writeFileSpec, { path: 'f', content: 'a b\n' })
  expect(await edit('a', 'A')).toMatchObject({ ok: true })
  expect(await edit('b', 'B')).toMatchObject({ ok: true })
  expect(await get('f')).toBe('A B\n')
})

test('a seen file that was deleted may be written anew', async () => {
  await trial.call(writeFileSpec, { path: 'f', content: 'a\n' })
  await sandbox.remove('f', signal)
  expect(await trial.call(writeFileSpec, { path: 'f', content: 'b\n' })).toMatchObject({
    client: { diff: { change: 'created' } },
  })
})

test('what was approved is what is written over, or nothing is', async () => {
  await put('f', 'one\n')
  expect(await trial.preview(writeFileSpec, { path: 'f', content: 'two\n' })).toMatchObject({
    kind: 'diff',
    diff: { path: '/workspace/f', added: 1, removed: 1 },
  })
  await put('f', 'changed while the person looked at the diff\n')
  expect(await trial.call(writeFileSpec, { path: 'f', content: 'two\n' })).toMatchObject({
    failure: { kind: 'changed-since-read' },
  })

  expect(await trial.preview(writeFileSpec, { path: 'new', content: 'x\n' })).toMatchObject({
    diff: { change: 'created' },
  })
  await put('new', 'someone was faster\n')
  expect(await trial.call(writeFileSpec, { path: 'new', content: 'x\n' })).toMatchObject({
    failure: { kind: 'already-exists' },
  })
  expect(await get('new')).toBe('someone was faster\n')
})

test.each(['$&', '$$', '$1', '$`', "$'", '\\n', '${x}'])('the replacement %j is put in literally', async (text) => {
  await put('f', 'a = old;\n')
  expect(await trial.preview(editFileSpec, { path: 'f', old_text: 'old', new_text: text })).toMatchObject({
    diff: { lines: [{ text: 'a = old;' }, { text: `a = ${text};` }] },
  })
  expect(await edit('old', text)).toMatchObject({ ok: true })
  expect(await get('f')).toBe(`a = ${text};\n`)
})

test.each([
  ['a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz', 'x\r\ny\r\nz\r\nc\r\n'],
  ['a\nb\nc\n', 'a\r\nb', 'x\r\ny', 'x\ny\nc\n'],
  ['a\r\nb\nc\n', 'b\nc', 'x\ny', 'a\r\nx\ny\n'],
  ['\ufeffa\r\nb', 'a', 'x\ny', '\ufeffx\r\ny\r\nb'],
])('an edit of %j keeps its line ends, in the preview and in fact', async (before, oldText, newText, after) => {
  await put('f', before)
  const preview = await trial.preview(editFileSpec, { path: 'f', old_text: oldText, new_text: newText })
  const outcome = await edit(oldText, newText)
  expect(await get('f')).toBe(after)
  expect(outcome.ok && outcome.client.kind === 'diff' ? outcome.client.diff : null).toEqual(
    preview?.kind === 'diff' ? preview.diff : undefined,
  )
})

test('what a preview shows is what the edit does, or the kind of failure that it meets', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', '$&', '\0', 'é'), maxLength: 8 })
  const oldText = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', 'é'), minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(text, oldText, text, fc.boolean(), async (before, old_text, new_text, replace_all) => {
      trial.run.memory.seen.clear()
      await put('f', before)
      const preview = await trial.preview(editFileSpec, { path: 'f', old_text, new_text, replace_all })
      const outcome = await edit(old_text, new_text, { replace_all })
      if (outcome.ok) expect({ kind: 'diff', diff: (outcome.durable as { diff: unknown }).diff }).toEqual(preview)
      else expect(preview).toMatchObject({ kind: 'fails' })
    }),
    { numRuns: 300 },
  )
})

test('an edit shows each changed region as it now stands', async () => {
  await put(
    'f',
    Array.from({ length: 100 }, (_, index) => (index % 50 === 9 ? 'x = 1\n' : `line ${index + 1}\n`)).join(''),
  )
  const outcome = await edit('x = 1', 'x = 2', { replace_all: true })
  const revision = await revisionOf('f')
  expect(outcome.ok ? outcome.text.split('\n') : []).toEqual([
    `Replaced 2 occurrences in f: +2 −2 lines, 100 lines, revision ${revision.slice(0, 12)}.`,
    'It now reads:',
    ...[6, 7, 8, 9].map((line) => `${line}\tline ${line}`),
    '10\tx = 2',
    ...[11, 12, 13, 14].map((line) => `${line}\tline ${line}`),
    '…',
    ...[56, 57, 58, 59].map((line) => `${line}\tline ${line}`),
    '60\tx = 2',
    ...[61, 62, 63, 64].map((line) => `${line}\tline ${line}`),
  ])
})

test('a text that occurs more than once is refused, in the preview too', async () => {
  await put('f', 'a\nb\na\n')
  expect(await trial.preview(editFileSpec, { path: 'f', old_text: 'a', new_text: 'c' })).toEqual({
    kind: 'fails',
    why: 'ambiguous-match',
    value: { path: 'f' },
    message: 'The edit of f will fail: the text to replace is in it 2 times.',
  })
  expect(await edit('a', 'c')).toMatchObject({
    failure: { kind: 'ambiguous-match', detail: { count: 2, lines: [1, 3] } },
  })
  expect(await get('f')).toBe('a\nb\na\n')
})

test('a near miss comes back as text that can be copied', async () => {
  await put('f', 'let a = “x”\n  let b = 2\n')
  const outcome = await edit('let a = "x"', 'let a = 1')
  expect(outcome).toMatchObject({ ok: false, failure: { kind: 'no-match' } })
  expect(outcome.ok ? '' : outcome.failure.message).toContain('\nThe closest text:\nlet a = “x”\n')
  expect(await trial.preview(editFileSpec, { path: 'f', old_text: 'let a = "x"', new_text: '' })).toMatchObject({
    kind: 'fails',
  })
})

test('a preview of what will fail shows why, and never a diff', async () => {
  const preview = (old_text: string) => trial.preview(editFileSpec, { path: 'f', old_text, new_text: 'x' })
  expect(await preview('a')).toMatchObject({ kind: 'fails', value: { path: 'f' } })
  await sandbox.write('f', new Uint8Array([0, 1]), {}, signal)
  expect(await preview('a')).toEqual({
    kind: 'fails',
    why: 'binary',
    value: { path: 'f' },
    message: 'The edit of f will fail: the file is not UTF-8 text.',
  })
  await put('f', 'a\n')
  await trial.call(readFileSpec, { path: 'f' })
  await put('f', 'a, changed\n')
  expect(await preview('a')).toEqual({
    kind: 'fails',
    why: 'changed-since-read',
    value: { path: 'f' },
    message: CHANGED,
  })
  expect(await trial.preview(writeFileSpec, { path: 'f', content: 'x' })).toEqual({
    kind: 'fails',
    why: 'changed-since-read',
    value: { path: 'f' },
    message: CHANGED,
  })
})

test('the preview of a write that cannot happen shows why', async () => {
  await put('src/a', '1')
  const preview = (path: string) => trial.preview(writeFileSpec, { path, content: 'x' })
  expect(await preview('src')).toEqual({
    kind: 'fails',
    why: 'not-a-file',
    value: { path: 'src' },
    message: 'src is a directory, not a file. To see what is in it: ls {"path":"src"}.',
  })
  await linkOut()
  expect(await preview('out/x')).toMatchObject({ kind: 'fails', value: { path: 'out/x' } })
})

test('a directory is not written over, and a path outside is refused', async () => {
  await put('src/a', '1')
  expect(await trial.call(writeFileSpec, { path: 'src', content: 'x' })).toMatchObject({
    failure: {
      kind: 'not-a-file',
      message: 'src is a directory, not a file. To see what is in it: ls {"path":"src"}.',
    },
  })
  expect(await trial.call(writeFileSpec, { path: 'src/a/b', content: 'x' })).toMatchObject({
    failure: { kind: 'not-a-directory' },
  })
  await linkOut()
  expect(await trial.call(writeFileSpec, { path: 'out/x', content: 'x' })).toMatchObject({
    failure: { kind: 'outside-workspace' },
  })
})
