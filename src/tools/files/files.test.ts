import { afterEach, beforeEach, expect, test } from 'vitest'
import { GREP_LINE_CHARS, GREP_MAX_MATCHES, LIST_MAX_ENTRIES } from '#contracts/limits.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { manualClock } from '#world/manual-clock.ts'
import { createSandbox } from '#world/sandbox/create-sandbox.ts'
import { spawnInProcessShell } from '#world/sandbox/embedded/in-process-shell.ts'
import { openTrial, type Trial } from '#e2e/doubles/trial-run.ts'
import { globSpec, grepSpec, lsSpec } from './spec.ts'

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

async function put(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files))
    await sandbox.write(path, new TextEncoder().encode(text), {}, signal)
}

test('a directory is listed with directories first and sizes in words', async () => {
  await put({ 'a.txt': 'x'.repeat(2_048), 'zoo/b.txt': 'b', 'c.txt': '' })
  const outcome = await trial.call(lsSpec, {})
  expect(outcome).toMatchObject({
    ok: true,
    text: '/workspace (3 entries)\nzoo/\na.txt  2.0 KB\nc.txt  0 B',
    client: { kind: 'listing', summary: '3 entries', path: '/workspace', omitted: 0 },
  })
})

test('a tree keeps the order of its paths', async () => {
  await put({ 'src/app.ts': '1', 'src/lib/x.ts': '1', 'b.md': '1' })
  expect(await trial.call(lsSpec, { path: 'src', depth: 3 })).toMatchObject({
    text: '/workspace/src (3 entries)\napp.ts  1 B\nlib/\nlib/x.ts  1 B',
  })
})

test('an empty directory is said to be empty', async () => {
  expect(await trial.call(lsSpec, { path: '/workspace' })).toMatchObject({ ok: true, text: '/workspace is empty.' })
})

test('a long listing says how many are left and the very call that goes on', async () => {
  await put(
    Object.fromEntries(
      Array.from({ length: LIST_MAX_ENTRIES + 5 }, (_, index) => [`f${String(index).padStart(5, '0')}`, '']),
    ),
  )
  const first = await trial.call(lsSpec, {})
  const lines = first.ok ? first.text.split('\n') : []
  expect([lines.length, lines.at(-1)]).toEqual([
    LIST_MAX_ENTRIES + 2,
    '[5 more entries. To go on: ls {"path":".","depth":1,"offset":1000}]',
  ])
  expect(await trial.call(lsSpec, { path: '.', depth: 1, offset: 1000 })).toMatchObject({
    text: '/workspace (5 entries)\nf01000  0 B\nf01001  0 B\nf01002  0 B\nf01003  0 B\nf01004  0 B',
  })
})

test('listing a file, or what is not there, fails with the next step', async () => {
  await put({ 'src/app.ts': '1' })
  expect(await trial.call(lsSpec, { path: 'src/app.ts' })).toMatchObject({
    failure: {
      kind: 'not-a-directory',
      message:
        'src/app.ts is a file, or lies below one, not a directory. To read a file: read_file {"path":"src/app.ts"}.',
    },
  })
  expect(await trial.call(lsSpec, { path: 'nothing' })).toMatchObject({
    failure: { kind: 'not-found', message: 'nothing does not exist. To see what is there: ls {"path":"."}.' },
  })
  expect(await trial.call(lsSpec, { path: '../etc' })).toMatchObject({ failure: { kind: 'outside-workspace' } })
})

test('glob finds by name, brackets and parentheses in a path included', async () => {
  await put({ 'app/[id]/page (1).ts': '1', 'app/x/page.ts': '1', 'a.md': '1' })
  expect(await trial.call(globSpec, { pattern: '**/*.ts' })).toMatchObject({
    text: 'app/[id]/page (1).ts\napp/x/page.ts',
    client: { kind: 'listing', summary: '2 files', path: '/workspace', omitted: 0 },
  })
  expect(await trial.call(globSpec, { pattern: '*.ts', path: 'app/[id]' })).toMatchObject({
    text: 'app/[id]/page (1).ts',
  })
  expect(await trial.call(globSpec, { pattern: '*.nothing' })).toMatchObject({
    ok: true,
    text: 'No path below /workspace matches *.nothing.',
  })
})

test('grep takes a pattern that begins with a dash, and plain text where asked', async () => {
  await put({ 'a.txt': 'one\n--flag=1\n', 'b/c.txt': 'f(x)[0]\r\n', 'd.md': '--flag=2' })
  expect(await trial.call(grepSpec, { pattern: '--flag=\\d' })).toMatchObject({
    text: 'a.txt:2: --flag=1\nd.md:1: --flag=2',
    client: {
      kind: 'matches',
      summary: '2 matches',
      matches: [
        { path: '/workspace/a.txt', line: 2, text: '--flag=1' },
        { path: '/workspace/d.md', line: 1, text: '--flag=2' },
      ],
      omitted: 0,
    },
  })
  expect(await trial.call(grepSpec, { pattern: 'f(x)[0]', literal: true })).toMatchObject({
    text: 'b/c.txt:1: f(x)[0]',
  })
  expect(await trial.call(grepSpec, { pattern: 'FLAG', ignore_case: true, glob: '*.md' })).toMatchObject({
    text: 'd.md:1: --flag=2',
  })
})

test('grep with a name alone searches at any depth, in folders with a dot too', async () => {
  await put({ 'a.yml': 'on: x', '.github/workflows/ci.yml': 'on: push', 'b/.c/d/e.yml': 'on: y', 'f.txt': 'on: z' })
  expect(await trial.call(grepSpec, { pattern: '^on', glob: '*.yml' })).toMatchObject({
    text: '.github/workflows/ci.yml:1: on: push\na.yml:1: on: x\nb/.c/d/e.yml:1: on: y',
  })
  expect(await trial.call(grepSpec, { pattern: '^on', glob: 'b/**/.c/**/*.yml' })).toMatchObject({
    text: 'b/.c/d/e.yml:1: on: y',
  })
  expect(await trial.call(grepSpec, { pattern: '^on', glob: '.*.yml' })).toMatchObject({
    text: 'Nothing in /workspace matches the regular expression "^on".',
  })
})

test('grep names the binary files that it skipped, and says when there is nothing', async () => {
  await sandbox.write('bin', new Uint8Array([0, 97]), {}, signal)
  await put({ 'a.txt': 'a' })
  expect(await trial.call(grepSpec, { pattern: 'z' })).toMatchObject({
    ok: true,
    text: 'Nothing in /workspace matches the regular expression "z". 1 binary file skipped.',
  })
  expect(await trial.call(grepSpec, { pattern: 'a' })).toMatchObject({ text: 'a.txt:1: a\n[1 binary file skipped.]' })
})

test('grep finds what stands far along a line, and says where it did not look', async () => {
  await put({ 'a.txt': `${'x'.repeat(3_000)}foo(1).bar(2)` })
  expect(await trial.call(grepSpec, { pattern: 'foo.*bar.*' })).toMatchObject({ client: { summary: '1 match' } })
  await put({ 'a.txt': `${'x'.repeat(1_000_000)}foo(1).bar(2)` })
  const outcome = await trial.call(grepSpec, { pattern: 'foo.*bar.*' })
  expect(outcome.ok ? outcome.text.replace(/first \d+/, 'first N') : '').toBe(
    'Nothing in /workspace matches the regular expression "foo.*bar.*". 1 long line was only searched in the first N characters: a simpler pattern, or plain text with `literal`, reaches further.',
  )
  expect(await trial.call(grepSpec, { pattern: 'foo(1).bar(2)', literal: true })).toMatchObject({
    client: { summary: '1 match' },
  })
})

test('many and long matches are bounded and can be gone on with', async () => {
  await put({ 'a.txt': `${`m${'x'.repeat(GREP_LINE_CHARS)}\n`.repeat(GREP_MAX_MATCHES)}m last\n` })
  const first = await trial.call(grepSpec, { pattern: '^m' })
  const lines = first.ok ? first.text.split('\n') : []
  expect(lines[0]).toBe(`a.txt:1: m${'x'.repeat(GREP_LINE_CHARS - 1)}… [1 more character in this line]`)
  expect(lines.at(-1)).toBe(
    '[1 more match. To go on: grep {"pattern":"^m","path":".","literal":false,"ignore_case":false,"offset":200}]',
  )
  expect(await trial.call(grepSpec, { pattern: '^m', offset: 200 })).toMatchObject({ text: 'a.txt:201: m last' })
})

test('a regular expression that does not parse fails with a sentence', async () => {
  const outcome = await trial.call(grepSpec, { pattern: '(' })
  expect(outcome.ok).toBe(false)
  expect(outcome.ok ? '' : outcome.failure.kind).not.toBe('crashed')
})
