import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { FailureError, type Failure } from '#contracts/failure.ts'
import type { EditRequest, ExecOutcome, FileChange, Sandbox } from '#contracts/ports/sandbox.ts'

/** What an adapter can do that not all can; the suite leaves out what does not apply. */
export interface SandboxTraits {
  /** A script that never yields can be ended by force. */
  readonly endsByForce: boolean
}

type Said = { readonly stream: 'stdout' | 'stderr'; readonly text: string }

/**
 * What every sandbox promises (see the port). `make` opens an empty one; the suite closes it.
 */
export function describeSandbox(name: string, make: () => Promise<Sandbox>, traits: SandboxTraits): void {
  // Commands may run on a busy machine: only what a promise bounds is timed, by the test itself.
  describe(`sandbox: ${name}`, { timeout: 30_000 }, () => {
    const open: Sandbox[] = []
    const never = new AbortController().signal
    const fresh = async () => {
      const sandbox = await make()
      open.push(sandbox)
      return sandbox
    }
    const put = (sandbox: Sandbox, path: string, text: string) => sandbox.write(path, bytesOf(text), {}, never)
    const get = async (sandbox: Sandbox, path: string) => textOf((await sandbox.read(path, never)).bytes)
    afterEach(async () => {
      await Promise.all(open.splice(0).map((sandbox) => sandbox.close()))
    })

    describe('files', () => {
      test('what is written is read back, with the revision of its bytes', async () => {
        const sandbox = await fresh()
        const first = await put(sandbox, 'src/a.txt', 'one')
        const second = await put(sandbox, '/workspace/src/b.txt', 'one')
        expect(first.before).toBeNull()
        expect(second.revision).toBe(first.revision)
        expect(await sandbox.read('src/../src/./a.txt', never)).toEqual({
          path: '/workspace/src/a.txt',
          bytes: bytesOf('one'),
          revision: first.revision,
        })
        const third = await put(sandbox, 'src/a.txt', 'two')
        expect(textOf(third.before ?? bytesOf(''))).toBe('one')
        expect(third.revision).not.toBe(first.revision)
      })

      test('bytes given to write stay the caller’s own', async () => {
        const sandbox = await fresh()
        const bytes = bytesOf('mine')
        await sandbox.write('a', bytes, {}, never)
        bytes.fill(0)
        expect(await get(sandbox, 'a')).toBe('mine')
      })

      test('a directory is listed by name, a tree by depth, and what passes the limit is counted', async () => {
        const sandbox = await fresh()
        await put(sandbox, 'b/c.txt', 'xyz')
        await put(sandbox, 'a.txt', 'x')
        const flat = await sandbox.list('.', { depth: 1, limit: 10 }, never)
        expect(flat.entries.map(({ path, kind, size }) => ({ path, kind, size }))).toEqual([
          { path: '/workspace/a.txt', kind: 'file', size: 1 },
          { path: '/workspace/b', kind: 'directory', size: 0 },
        ])
        const deep = await sandbox.list('/workspace', { depth: 2, limit: 2 }, never)
        expect(deep.entries.map((entry) => entry.path)).toEqual(['/workspace/a.txt', '/workspace/b'])
        expect(deep.omitted).toBe(1)
      })

      test('a missing file is null to stat and a failure with close names to read', async () => {
        const sandbox = await fresh()
        await put(sandbox, 'src/Caf\u00e9.ts', 'x')
        expect(await sandbox.stat('src/nope.ts', never)).toBeNull()
        expect(await sandbox.stat('no/such/place', never)).toBeNull()
        const failure = await failureOf(sandbox.read('src/cafe\u0301.ts', never))
        expect(failure).toMatchObject({
          stage: 'execution',
          kind: 'not-found',
          detail: { closest: ['/workspace/src/Caf\u00e9.ts'] },
        })
      })

      test('directories and files are told apart', async () => {
        const sandbox = await fresh()
        await put(sandbox, 'd/f', 'x')
        expect((await failureOf(sandbox.read('d', never))).kind).toBe('not-a-file')
        expect((await failureOf(put(sandbox, 'd', 'x'))).kind).toBe('not-a-file')
        expect((await failureOf(sandbox.list('d/f', { depth: 1, limit: 9 }, never))).kind).toBe('not-a-directory')
        expect((await failureOf(put(sandbox, 'd/f/g', 'x'))).kind).toBe('not-a-directory')
      })

      test('write refuses a file that changed, or that should not exist', async () => {
        const sandbox = await fresh()
        const { revision } = await put(sandbox, 'a', 'one')
        await put(sandbox, 'a', 'two')
        expect((await failureOf(sandbox.write('a', bytesOf('x'), { expect: revision }, never))).kind).toBe(
          'changed-since-read',
        )
        expect((await failureOf(sandbox.write('a', bytesOf('x'), { expect: null }, never))).kind).toBe('already-exists')
        expect((await failureOf(sandbox.write('b', bytesOf('x'), { expect: revision }, never))).kind).toBe(
          'changed-since-read',
        )
        expect(await get(sandbox, 'a')).toBe('two')
        await sandbox.write('b', bytesOf('new'), { expect: null }, never)
        expect(await get(sandbox, 'b')).toBe('new')
      })

      test('remove takes a file, a tree, and complains of nothing there', async () => {
        const sandbox = await fresh()
        await put(sandbox, 'd/e/f', 'x')
        await put(sandbox, 'g', 'x')
        await sandbox.remove('d', never)
        expect(await sandbox.stat('d', never)).toBeNull()
        expect((await failureOf(sandbox.remove('d', never))).kind).toBe('not-found')
        await sandbox.remove('.', never)
        expect((await sandbox.list('.', { depth: 1, limit: 9 }, never)).entries).toEqual([])
      })

      test('an aborted signal stops every operation with its own reason', async () => {
        const sandbox = await fresh()
        await put(sandbox, 'a', 'one')
        const gone = AbortSignal.abort('stop')
        const edit = { oldText: 'one', newText: 'two', all: false }
        const operations: (() => Promise<unknown>)[] = [
          () => sandbox.list('.', { depth: 1, limit: 1 }, gone),
          () => sandbox.stat('a', gone),
          () => sandbox.read('a', gone),
          () => sandbox.write('a', bytesOf('x'), {}, gone),
          () => sandbox.edit('a', edit, gone),
          () => sandbox.remove('a', gone),
          () => sandbox.glob({ pattern: '*', path: '.', limit: 1 }, gone),
          () => sandbox.grep({ pattern: 'x', literal: true, ignoreCase: false, path: '.', glob: null, limit: 1 }, gone),
          () => sandbox.snapshot(gone),
        ]
        for (const operation of operations) await expect(operation()).rejects.toBe('stop')
        expect(await get(sandbox, 'a')).toBe('one')
      })
    })

    describe('paths that leave', () => {
      const hostile = [
        '..',
        '../x',
        'a/../../x',
        '/etc/passwd',
        '/',
        '/workspace/../etc',
        '/workspace2/x',
        'a\0b',
        '\u202etxt.exe',
        'a\ud800',
        'tab\there',
      ]
      test.each(hostile)('%j is refused by every operation', async (path) => {
        const sandbox = await fresh()
        const operations: (() => Promise<unknown>)[] = [
          () => sandbox.read(path, never),
          () => sandbox.write(path, bytesOf('x'), {}, never),
          () => sandbox.list(path, { depth: 1, limit: 1 }, never),
          () => sandbox.stat(path, never),
          () => sandbox.remove(path, never),
          () => sandbox.edit(path, { oldText: 'a', newText: 'b', all: false }, never),
          () => sandbox.glob({ pattern: '*', path, limit: 1 }, never),
        ]
        for (const operation of operations) {
          expect(await failureOf(operation())).toMatchObject({ stage: 'execution', kind: 'outside-workspace' })
        }
      })

      test('an empty path and a name that is too long are invalid', async () => {
        const sandbox = await fresh()
        expect((await failureOf(sandbox.read('', never))).kind).toBe('invalid')
        expect((await failureOf(put(sandbox, 'x'.repeat(300), ''))).kind).toBe('invalid')
      })

      test('links made by the shell do not lead the file tools outside', async () => {
        const sandbox = await fresh()
        const script =
          'echo secret > /tmp/s; ln -s /tmp out; ln -s ../tmp/s up; ln -s out two; ln -s loop loop; echo in > real; ln -s real ok'
        expect((await run(sandbox, script)).outcome.exitCode).toBe(0)
        for (const path of ['out/s', 'up', 'two/s', 'loop']) {
          expect((await failureOf(sandbox.read(path, never))).kind).toBe('outside-workspace')
        }
        for (const path of ['out/new', 'two/deep/new', 'up']) {
          expect((await failureOf(put(sandbox, path, 'x'))).kind).toBe('outside-workspace')
        }
        expect(await get(sandbox, 'ok')).toBe('in\n')
        expect(
          (
            await sandbox.grep(
              { pattern: 'secret', literal: true, ignoreCase: false, path: '.', glob: null, limit: 9 },
              never,
            )
          ).matches,
        ).toEqual([])
      })

      test('no path, however made, reaches what lies outside', async () => {
        const sandbox = await fresh()
        await run(sandbox, 'echo secret > /tmp/s; ln -s /tmp out; ln -s / root; mkdir -p a/b; ln -s ../.. a/up')
        const part = fc.constantFrom(
          '..',
          '.',
          '',
          'a',
          'b',
          'up',
          'out',
          'root',
          'tmp',
          's',
          'workspace',
          '/',
          '%2e%2e',
          '\\..',
          '．．',
        )
        await fc.assert(
          fc.asyncProperty(fc.array(part, { maxLength: 8 }), fc.boolean(), async (parts, absolute) => {
            const path = (absolute ? '/' : '') + parts.join('/')
            try {
              const entry = await sandbox.stat(path, never)
              if (entry !== null) expect(`${entry.path}/`).toMatch(/^\/workspace\//u)
            } catch (error) {
              expect(error).toBeInstanceOf(FailureError)
            }
          }),
          { numRuns: 300 },
        )
      })
    })

    describe('edits', () => {
      const edit = (sandbox: Sandbox, request: Partial<EditRequest>) =>
        sandbox.edit('f', { oldText: '', newText: '', all: false, ...request }, never)

      test('replacement text is literal', async () => {
        const sandbox = await fresh()
        await put(sandbox, 'f', 'price: X\n')
        await edit(sandbox, { oldText: 'X', newText: "$& $1 $$ $`$'" })
        expect(await get(sandbox, 'f')).toBe("price: $& $1 $$ $`$'\n")
      })

      test('lines that end with CRLF stay so', async () => {
        const sandbox = await fresh()
        await put(sandbox, 'f', 'a\r\nb\r\nc\r\n')
        await edit(sandbox, { oldText: 'a\nb\n', newText: 'x\ny\nz\n' })
        expect(await get(sandbox, 'f')).toBe('x\r\ny\r\nz\r\nc\r\n')
      })

      test('two edits of one file both take effect, each on what the other left', async () => {
        const sandbox = await fresh()
        await put(sandbox, 'f', 'one two')
        const [a, b] = await Promise.all([
          edit(sandbox, { oldText: 'one', newText: '1' }),
          edit(sandbox, { oldText: 'two', newText: '2' }),
        ])
        expect(await get(sandbox, 'f')).toBe('1 2')
        expect(textOf(b.before)).toBe(textOf(a.after))
      })

      test('a text that is there twice needs all', async () => {
        const sandbox = await fresh()
        await put(sandbox, 'f', 'x\ny\nx\n')
        expect(await failureOf(edit(sandbox, { oldText: 'x', newText: 'z' }))).toMatchObject({
          kind: 'ambiguous-match',
          detail: { count: 2, lines: [1, 3] },
        })
        expect((await edit(sandbox, { oldText: 'x', newText: 'z', all: true })).replacements).toBe(2)
        expect(await get(sandbox, 'f')).toBe('z\ny\nz\n')
      })

      test('a near miss is shown', async () => {
        const sandbox = await fresh()
        await put(sandbox, 'f', 'first\n\tif (a) {\nlast\n')
        expect(await failureOf(edit(sandbox, { oldText: '  if (a) {', newText: 'x' }))).toMatchObject({
          kind: 'no-match',
          detail: { closest: '\tif (a) {', line: 2, why: 'in white space' },
        })
      })

      test('a stale revision and a binary file are refused', async () => {
        const sandbox = await fresh()
        const { revision } = await put(sandbox, 'f', 'a')
        await put(sandbox, 'f', 'ab')
        expect((await failureOf(edit(sandbox, { oldText: 'a', newText: 'b', expect: revision }))).kind).toBe(
          'changed-since-read',
        )
        await sandbox.write('f', new Uint8Array([97, 0, 98]), {}, never)
        expect((await failureOf(edit(sandbox, { oldText: 'a', newText: 'b' }))).kind).toBe('binary')
      })
    })

    describe('search', () => {
      test('globs: stars, braces, brackets in names, dot-files only by a dot', async () => {
        const sandbox = await fresh()
        for (const path of ['a.ts', 'b.js', 'src/c.ts', 'src/[id].ts', '.env', '.github/x.yml'])
          await put(sandbox, path, '')
        const glob = async (pattern: string, path = '.') =>
          (await sandbox.glob({ pattern, path, limit: 99 }, never)).paths
        expect(await glob('**/*.ts')).toEqual(['/workspace/a.ts', '/workspace/src/[id].ts', '/workspace/src/c.ts'])
        expect(await glob('*.{ts,js}')).toEqual(['/workspace/a.ts', '/workspace/b.js'])
        expect(await glob('[cd].ts', 'src')).toEqual(['/workspace/src/c.ts'])
        expect(await glob('.*')).toEqual(['/workspace/.env'])
        expect(await sandbox.glob({ pattern: '**/*', path: '.', limit: 1 }, never)).toEqual({
          paths: ['/workspace/a.ts'],
          omitted: 3,
        })
        expect((await failureOf(glob('*', 'nowhere'))).kind).toBe('not-found')
      })

      test('grep: lines from 1, binaries counted, limits, globs, a leading dash, literal text', async () => {
        const sandbox = await fresh()
        await put(sandbox, 'a.txt', 'one\r\n-x two\nthree (')
        await put(sandbox, 'b.md', 'two\n')
        await sandbox.write('c.bin', new Uint8Array([0, 116, 119, 111]), {}, never)
        const grep = (pattern: string, more: object = {}) =>
          sandbox.grep({ pattern, literal: false, ignoreCase: false, path: '.', glob: null, limit: 9, ...more }, never)
        expect(await grep('two')).toEqual({
          matches: [
            { path: '/workspace/a.txt', line: 2, text: '-x two' },
            { path: '/workspace/b.md', line: 1, text: 'two' },
          ],
          omitted: 0,
          skippedBinary: 1,
        })
        expect((await grep('two', { limit: 1 })).omitted).toBe(1)
        expect((await grep('^-x')).matches).toHaveLength(1)
        expect((await grep('ONE$', { ignoreCase: true })).matches).toEqual([
          { path: '/workspace/a.txt', line: 1, text: 'one' },
        ])
        expect((await grep('two', { glob: '*.md' })).matches.map((match) => match.path)).toEqual(['/workspace/b.md'])
        expect((await grep('(', { literal: true })).matches).toHaveLength(1)
        expect(await failureOf(grep('('))).toMatchObject({
          kind: 'invalid',
          message: expect.stringContaining('literal') as string,
        })
      })

      test('an expression that would backtrack for ever is given up', async () => {
        const sandbox = await fresh()
        await put(sandbox, 'a', `${'a'.repeat(60)}b\n`)
        const request = { pattern: '(a+)+$', literal: false, ignoreCase: false, path: '.', glob: null, limit: 9 }
        expect((await failureOf(sandbox.grep(request, never))).kind).toBe('invalid')
      })
    })

    describe('commands', () => {
      test('output comes in order, with its stream, as it is made', async () => {
        const sandbox = await fresh()
        const { said, outcome } = await run(sandbox, 'echo a; echo b >&2; echo c; exit 3')
        expect(merged(said)).toEqual([
          { stream: 'stdout', text: 'a\n' },
          { stream: 'stderr', text: 'b\n' },
          { stream: 'stdout', text: 'c\n' },
        ])
        expect(outcome).toMatchObject({ exitCode: 3, timedOut: false, aborted: false, cwd: '/workspace' })
      })

      test('the first output is there while the script still runs', async () => {
        const sandbox = await fresh()
        const stop = new AbortController()
        // Ends only because the output arrived: otherwise the time-out says so.
        const { outcome, said } = await run(
          sandbox,
          'echo first; sleep 60',
          { onText: () => stop.abort(), timeoutMs: 20_000 },
          stop.signal,
        )
        expect(outcome).toMatchObject({ aborted: true, timedOut: false })
        expect(merged(said)[0]).toEqual({ stream: 'stdout', text: 'first\n' })
      })

      test('directory and exported variables carry over, others do not', async () => {
        const sandbox = await fresh()
        const first = await run(sandbox, 'mkdir -p d && cd d; export A="x y"; B=2')
        expect(first.outcome).toMatchObject({ exitCode: 0, cwd: '/workspace/d', env: { A: 'x y' } })
        const second = await run(sandbox, 'pwd; echo "[$A][$B]"; exit 5', first.outcome)
        expect(text(second.said)).toBe('/workspace/d\n[x y][]\n')
        expect(second.outcome).toMatchObject({ exitCode: 5, cwd: '/workspace/d', env: { A: 'x y' } })
      })

      test('standard input is the script’s', async () => {
        const sandbox = await fresh()
        expect(text((await run(sandbox, 'read a; echo "<$a>"; cat', { stdin: 'one\ntwo é\n' })).said)).toBe(
          '<one>\ntwo é\n',
        )
      })

      test('shell and file tools see the same files', async () => {
        const sandbox = await fresh()
        await put(sandbox, 'in.txt', 'b\na\n')
        await run(sandbox, 'sort in.txt > out.txt; printf "\\xff\\x00" > bytes.bin')
        expect(await get(sandbox, 'out.txt')).toBe('a\nb\n')
        expect((await sandbox.stat('bytes.bin', never))?.size).toBeGreaterThan(0)
      })

      test('a time-out ends the command with 124, and what was written stays', async () => {
        const sandbox = await fresh()
        const { outcome, said } = await run(sandbox, 'echo kept > f; echo out; while true; do :; done', {
          timeoutMs: 300,
        })
        expect(outcome).toMatchObject({ exitCode: 124, timedOut: true, aborted: false })
        expect(outcome.durationMs).toBeLessThan(3_000)
        expect(text(said)).toContain('out\n')
        expect(await get(sandbox, 'f')).toBe('kept\n')
      })

      const busy = [
        'while true; do :; done',
        'x=$(while :; do :; done)',
        'for ((;;)); do x=1; done',
        'bash -c "while :; do :; done"',
        'sleep 60',
      ]
      test.each(busy)('stop ends %j within a second, and the next command runs', async (script) => {
        const sandbox = await fresh()
        await run(sandbox, 'true')
        const stop = new AbortController()
        const running = run(
          sandbox,
          `echo started; echo kept > f; ${script}`,
          { onText: () => setTimeout(() => stop.abort(), 20) },
          stop.signal,
        )
        const aborted = new Promise<number>((resolve) =>
          stop.signal.addEventListener('abort', () => resolve(performance.now())),
        )
        const { outcome } = await running
        expect(performance.now() - (await aborted)).toBeLessThan(1_000)
        expect(outcome).toMatchObject({ exitCode: 137, aborted: true, timedOut: false, cwd: '/workspace' })
        expect(await get(sandbox, 'f')).toBe('kept\n')
        expect(text((await run(sandbox, 'cat f')).said)).toBe('kept\n')
      })

      test.runIf(traits.endsByForce)('a command that cannot be asked is ended by force', async () => {
        const sandbox = await fresh()
        const stop = new AbortController()
        const script = `echo kept > f; echo started; awk 'BEGIN { while (1) { for (i = 0; i < 1000; i++) { s = s "x"; s = substr(s, 1, 100) } } }'`
        const running = run(sandbox, script, { onText: () => stop.abort() }, stop.signal)
        const { outcome } = await running
        expect(outcome).toMatchObject({ exitCode: 137, aborted: true })
        expect(await get(sandbox, 'f')).toBe('kept\n')
        expect((await run(sandbox, 'cat f')).outcome.exitCode).toBe(0)
      })

      test('an aborted signal runs nothing', async () => {
        const sandbox = await fresh()
        const { outcome, said } = await run(sandbox, 'echo no > f', {}, AbortSignal.abort())
        expect(outcome).toMatchObject({ exitCode: 137, aborted: true })
        expect(said).toEqual([])
        expect(await sandbox.stat('f', never)).toBeNull()
      })

      test('an endless writer goes on until it is stopped, and is not held in memory', async () => {
        const sandbox = await fresh()
        const stop = new AbortController()
        let chars = 0
        const count = (said: string) => {
          chars += said.length
          if (chars > 600_000) stop.abort()
        }
        const line = 'y'.repeat(1_000)
        const { outcome } = await run(
          sandbox,
          `while true; do echo ${line}; done`,
          { onText: count, keep: false, timeoutMs: 60_000 },
          stop.signal,
        )
        expect(outcome).toMatchObject({ aborted: true, timedOut: false })
        expect(chars).toBeLessThan(2_000_000)
      })

      test('commands run side by side without mixing', async () => {
        const sandbox = await fresh()
        const results = await Promise.all(
          ['a', 'b', 'c', 'd', 'e', 'f'].map((id) =>
            run(sandbox, `mkdir -p ${id}; cd ${id}; for i in 1 2 3; do echo ${id}$i; sleep 0.01; done`),
          ),
        )
        expect(results.map(({ said, outcome }) => [text(said), outcome.cwd])).toEqual(
          ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => [`${id}1\n${id}2\n${id}3\n`, `/workspace/${id}`]),
        )
      })

      test('a script that does not parse and a missing directory are failed commands, not failures', async () => {
        const sandbox = await fresh()
        const broken = await run(sandbox, 'if then')
        expect(broken.outcome.exitCode).not.toBe(0)
        expect(text(broken.said)).toContain('syntax error')
        const lost = await run(sandbox, 'pwd', { cwd: '/workspace/gone' })
        expect(lost.outcome).toMatchObject({ exitCode: 1, cwd: '/workspace' })
      })
    })

    describe('watch and snapshot', () => {
      test('changes by tools and by the shell are told in batches', async () => {
        const sandbox = await fresh()
        await put(sandbox, 'old', 'x')
        const kinds = new Map<string, FileChange['kind']>()
        const told = new Promise<void>((resolve) => {
          sandbox.watch((changes) => {
            for (const { path, kind } of changes) kinds.set(path, kind)
            if (kinds.size === 3) resolve()
          }, never)
        })
        await put(sandbox, 'new', 'x')
        await run(sandbox, 'echo y > old; echo z > shell.txt')
        await told
        expect(Object.fromEntries(kinds)).toEqual({
          '/workspace/new': 'created',
          '/workspace/old': 'modified',
          '/workspace/shell.txt': 'created',
        })
      })

      test('a watch that was ended, by itself or by its signal, hears nothing more', async () => {
        const sandbox = await fresh()
        const heard: string[] = []
        const stop = new AbortController()
        sandbox.watch(() => heard.push('returned'), never)()
        sandbox.watch(() => heard.push('signal'), stop.signal)
        stop.abort()
        const told = new Promise<void>((resolve) => sandbox.watch(() => resolve(), never))
        await put(sandbox, 'a', 'x')
        await told
        expect(heard).toEqual([])
      })

      test('a snapshot stays as it was', async () => {
        const sandbox = await fresh()
        await put(sandbox, 'a', 'one')
        await put(sandbox, 'd/b', 'two')
        const snapshot = await sandbox.snapshot(never)
        await put(sandbox, 'a', 'changed')
        await run(sandbox, 'echo more >> d/b; rm -r d; echo x > c')
        expect(snapshot.paths()).toEqual(['/workspace/a', '/workspace/d/b'])
        expect(textOf(snapshot.read('/workspace/a') ?? bytesOf(''))).toBe('one')
        expect(textOf(snapshot.read('/workspace/d/b') ?? bytesOf(''))).toBe('two')
        expect(snapshot.read('/workspace/c')).toBeUndefined()
      })
    })

    test('it says what it can do', async () => {
      const { abilities } = await fresh()
      expect(abilities.limits.every((limit) => limit.endsWith('.'))).toBe(true)
    })
  })
}

interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly timeoutMs?: number
  readonly keep?: boolean
  readonly onText?: (text: string) => void
}

/** Runs one command and keeps what it said. */
async function run(
  sandbox: Sandbox,
  command: string,
  options: RunOptions = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<{ outcome: ExecOutcome; said: Said[] }> {
  const said: Said[] = []
  const outcome = await sandbox.exec(
    {
      command,
      cwd: options.cwd ?? '/workspace',
      env: options.env ?? {},
      stdin: options.stdin ?? '',
      timeoutMs: options.timeoutMs ?? 30_000,
      onOutput(stream, text) {
        if (options.keep !== false) said.push({ stream, text })
        options.onText?.(text)
      },
    },
    signal,
  )
  return { outcome, said }
}

function text(said: readonly Said[]): string {
  return said.map((piece) => piece.text).join('')
}

/** Pieces of one stream that follow each other, as one. */
function merged(said: readonly Said[]): Said[] {
  const all: Said[] = []
  for (const piece of said) {
    const last = all.at(-1)
    if (last?.stream === piece.stream) all[all.length - 1] = { stream: piece.stream, text: last.text + piece.text }
    else all.push(piece)
  }
  return all
}

async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error: unknown = await promise.then(
    () => new Error('It succeeded.'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof FailureError)) throw error
  return error.failure
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
