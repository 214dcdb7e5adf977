import { afterEach, beforeEach, expect, test } from 'vitest'
import { GREP_LINE_CHARS, GREP_MAX_MATCHES, LIST_MAX_ENTRIES } from '#contracts/limits.ts'
import { isJsonObject } from '#contracts/json.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { manualClock } from '#world/manual-clock.ts'
import { createSandbox } from '#world/sandbox/create-sandbox.ts'
import { spawnInProcessShell } from '#world/sandbox/embedded/in-process-shell.ts'
import { openTrial, type Trial } from '#e2e/doubles/trial-run.ts'
import { editFileSpec, FILES, globSpec, grepSpec, lsSpec, readFileSpec } from './spec.ts'

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

async function shell(command: string): Promise<void> {
  const request = { command, cwd: '/workspace', env: {}, stdin: '', timeoutMs: 10_000, onOutput: () => {} }
  await sandbox.exec(request, signal)
}

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
  await shell('ln -s /etc out')
  expect(await trial.call(lsSpec, { path: 'out' })).toMatchObject({ failure: { kind: 'outside-workspace' } })
})

test.each([
  '../x',
  '../../etc/passwd',
  '/etc/passwd',
  '/',
  'a/../../x',
  '../workspace/a',
  '/workspace/../etc',
  '/workspaces/a',
])('%s leaves the workspace, which the arguments of no tool may', (path) => {
  const more = { content: '', old_text: 'a', new_text: 'b', pattern: 'a' }
  const said = FILES.specs.map((spec) => {
    const properties = spec.inputSchema['properties']
    const known = Object.entries({ path, ...more }).filter(([name]) => isJsonObject(properties) && name in properties)
    return spec.input.safeParse(Object.fromEntries(known)).error?.issues.map(({ message }) => message)
  })
  const sentence = 'It is outside the workspace. Use a path below /workspace, or one relative to it'
  expect(said).toEqual(FILES.specs.map(() => [sentence]))
})

test.each(['.', '', 'a/../b', '/workspace', '/workspace/a/..', './/a', '...', 'a..b/..c'])(
  '%j stays in it, as far as words go',
  (path) => {
    const issues = lsSpec.input.safeParse({ path }).error?.issues.map(({ code }) => code) ?? []
    expect(issues).toEqual(path === '' ? ['too_small'] : [])
  },
)

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

test('glob says how many hidden files it left out, and how to find them', async () => {
  await put({ 'a.yml': '1', '.github/ci.yml': '1', 'b/.c.yml': '1', '.git/x.yml': '1' })
  const rest = '.git not counted: to find them, write the dot, as in "**/.*" or ".github/**".'
  expect(await trial.call(globSpec, { pattern: '**/*.yml' })).toMatchObject({
    text: `a.yml\n[2 hidden files were left out, ${rest}]`,
  })
  expect(await trial.call(globSpec, { pattern: '*.yml', path: 'b' })).toMatchObject({
    text: `No path below /workspace/b matches *.yml. 1 hidden file was left out, ${rest}`,
  })
  expect(await trial.call(globSpec, { pattern: '.github/**' })).toMatchObject({ text: '.github/ci.yml' })
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

test('grep leaves out files named like what holds keys, says so, and never how many of their lines match', async () => {
  const line = 'API_KEY=hunter2'
  await put({
    'a.ts': line,
    '.env': `${line}\nAPI_KEY=other`,
    '.env.example': line,
    'sub/.ssh/config': line,
    'sub/server.pem': line,
    'sub/zz.ts': line,
  })
  const left = 'named like what holds keys or tokens; to search such a file, give it as the path.'
  const all = 'Not searched: .env, sub/.ssh/config, sub/server.pem'
  const found = (text: string) => ({ ok: true, text })
  expect(await trial.call(grepSpec, { pattern: 'hunter2' })).toMatchObject({
    ...found(`.env.example:1: ${line}\na.ts:1: ${line}\nsub/zz.ts:1: ${line}\n[${all}, ${left}]`),
    client: { kind: 'matches', summary: '3 matches', omitted: 0 },
  })
  for (const pattern of ['API_KEY=other', 'API_KEY=wrong'])
    expect(await trial.call(grepSpec, { pattern })).toMatchObject(
      found(`Nothing in /workspace matches the regular expression "${pattern}". ${all}, ${left}`),
    )
  expect(await trial.call(grepSpec, { pattern: 'hunter2', path: 'sub' })).toMatchObject(
    found(`sub/zz.ts:1: ${line}\n[Not searched: sub/.ssh/config, sub/server.pem, ${left}]`),
  )
})

test.each([
  ['*.ts', 'a.ts:1: x\nsub/zz.ts:1: x'],
  ['sub/**/*.ts', 'sub/zz.ts:1: x'],
  ['.env*', 'Nothing in /workspace matches the regular expression "x". Not searched: .env,'],
  ['sub/*.pem', 'Nothing in /workspace matches the regular expression "x". Not searched: sub/server.pem,'],
])('of these, grep speaks of those that %s means', async (glob, text) => {
  await put({ 'a.ts': 'x', '.env': 'x', 'sub/server.pem': 'x', 'sub/zz.ts': 'x' })
  const outcome = await trial.call(grepSpec, { pattern: 'x', glob })
  expect(outcome.ok ? outcome.text.replace(/(?<=pem,|env,) named.*$/, '') : outcome).toBe(text)
})

test.each(['.env', 'sub/.ssh', 'sub/.ssh/config'])('grep searches %s where the path names it', async (path) => {
  await put({ '.env': 'x', 'sub/.ssh/config': 'x' })
  const file = path === '.env' ? '.env' : 'sub/.ssh/config'
  expect(await trial.call(grepSpec, { pattern: 'x', path })).toMatchObject({ text: `${file}:1: x` })
})

test('grep goes on from page to page past files that it leaves out', async () => {
  const many = 'm\n'.repeat(GREP_MAX_MATCHES)
  await put({ '.env': many, 'a.txt': many, 'b.pem': many, 'c.txt': many })
  const pages = await Promise.all(
    [0, GREP_MAX_MATCHES, 2 * GREP_MAX_MATCHES].map((offset) => trial.call(grepSpec, { pattern: 'm', offset })),
  )
  const seen = pages.map((page) =>
    page.ok && page.client.kind === 'matches'
      ? [new Set(page.client.matches.map(({ path }) => path)), page.client.matches.length, page.client.omitted]
      : page,
  )
  expect(seen).toEqual([
    [new Set(['/workspace/a.txt']), GREP_MAX_MATCHES, GREP_MAX_MATCHES],
    [new Set(['/workspace/c.txt']), GREP_MAX_MATCHES, 0],
    [new Set(), 0, 0],
  ])
})

test('names with marks that reorder or break a line are shown written out, wherever files are listed', async () => {
  await shell("echo x > $'a\\u202eb.txt'; mkdir $'d\\u2066'; echo x > $'d\\u2066/c\\nd  9 B'")
  expect(await trial.call(lsSpec, { depth: 2 })).toMatchObject({
    text: '/workspace (3 entries)\na⟨U+202E⟩b.txt  2 B\nd⟨U+2066⟩/\nd⟨U+2066⟩/c⟨U+000A⟩d  9 B  2 B',
  })
  expect(await trial.call(globSpec, { pattern: '**/*' })).toMatchObject({
    text: 'a⟨U+202E⟩b.txt\nd⟨U+2066⟩/c⟨U+000A⟩d  9 B',
  })
  expect(await trial.call(grepSpec, { pattern: 'x' })).toMatchObject({
    text: 'a⟨U+202E⟩b.txt:1: x\nd⟨U+2066⟩/c⟨U+000A⟩d  9 B:1: x',
  })
  expect(await trial.call(readFileSpec, { path: 'ab.txt' })).toMatchObject({
    failure: { message: 'ab.txt does not exist. Names like it in that directory: a⟨U+202E⟩b.txt.' },
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

test('a link to a file of keys is not read, edited or searched under its own name, and the other name is told', async () => {
  await put({
    '.env': 'API_KEY=x\n',
    'sub/.ssh/config': 'API_KEY=y',
    'a.txt': 'API_KEY in a.txt',
    'real/b.txt': 'API_KEY b',
  })
  await shell(
    'ln -s .env plain; ln -s sub/.ssh folder; ln -s folder again; ln -s a.txt other; ln -s real inside; ln -s ../.env real/c',
  )
  const real = (path: string, file: string) =>
    `${path} leads to ${file}, which is named like what holds keys or tokens. Use that path: the user is asked about it.`
  for (const [path, file] of [
    ['plain', '.env'],
    ['folder/config', 'sub/.ssh/config'],
    ['again/config', 'sub/.ssh/config'],
    ['real/c', '.env'],
  ] as const) {
    const refused = { ok: false, failure: { message: real(path, file) } }
    expect(await trial.call(readFileSpec, { path })).toMatchObject(refused)
    expect(await trial.call(editFileSpec, { path, old_text: 'API_KEY', new_text: 'K' })).toMatchObject(refused)
    expect(await trial.call(grepSpec, { pattern: 'API', path })).toMatchObject(refused)
  }
  expect(await trial.call(grepSpec, { pattern: 'API', path: 'folder' })).toMatchObject({
    ok: false,
    failure: { message: real('folder', 'sub/.ssh') },
  })
  const text = async (args: object) => {
    const outcome = await trial.call(grepSpec, { pattern: 'API', ...args })
    return outcome.ok ? outcome.text : outcome.failure.message
  }
  expect(await text({})).toBe(
    'a.txt:1: API_KEY in a.txt\nother:1: API_KEY in a.txt\nreal/b.txt:1: API_KEY b\n' +
      '[Not searched: .env, plain, real/c and 1 more, named like what holds keys or tokens; to search such a file, give it as the path.]',
  )
  expect(await text({ path: 'inside' })).toBe(
    'real/b.txt:1: API_KEY b\n[Not searched: real/c, named like what holds keys or tokens; to search such a file, give it as the path.]',
  )
  expect(await text({ glob: 'pl*' })).toMatch(/^Nothing in \/workspace matches/)
  // Under the name that says what it is, it is read: the gate has asked by then. What a link leads to is what is told.
  expect(await trial.call(readFileSpec, { path: '.env' })).toMatchObject({ ok: true, text: '1\tAPI_KEY=x' })
  expect(await trial.call(readFileSpec, { path: 'other' })).toMatchObject({
    ok: true,
    client: { path: '/workspace/a.txt' },
  })
})
