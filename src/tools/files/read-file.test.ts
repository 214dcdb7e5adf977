import { afterEach, beforeEach, expect, test } from 'vitest'
import { READ_IMAGE_MAX_BYTES, READ_LINES, READ_LINE_CHARS, READ_MAX_CHARS } from '#contracts/limits.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { wellFormed } from '#contracts/well-formed.ts'
import { manualClock } from '#world/manual-clock.ts'
import { createSandbox } from '#world/sandbox/create-sandbox.ts'
import { spawnInProcessShell } from '#world/sandbox/embedded/in-process-shell.ts'
import { openTrial, type Trial } from '#e2e/doubles/trial-run.ts'
import { readFileSpec } from './spec.ts'

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

/** Writes a file and reads it through the tool; the text for the model, or the failure's. */
async function read(content: string | Uint8Array, range: { offset?: number; limit?: number } = {}): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  await sandbox.write('f', bytes, {}, signal)
  const outcome = await trial.call(readFileSpec, { path: 'f', ...range })
  return outcome.ok ? outcome.text : outcome.failure.message
}

test('lines come with their numbers, and the page gets them without', async () => {
  await sandbox.write('src/a.ts', new TextEncoder().encode('one\n\n  three\n'), {}, signal)
  const { revision } = await sandbox.read('src/a.ts', signal)
  expect(await trial.call(readFileSpec, { path: './src//a.ts' })).toEqual({
    ok: true,
    text: '1\tone\n2\t\n3\t  three',
    model: [{ type: 'text', text: '1\tone\n2\t\n3\t  three' }],
    client: {
      kind: 'file',
      summary: '3 lines',
      path: '/workspace/src/a.ts',
      text: 'one\n\n  three',
      firstLine: 1,
      totalLines: 3,
    },
    durable: {
      kind: 'text',
      path: '/workspace/src/a.ts',
      size: 13,
      read: { lines: ['one', '', '  three'], firstLine: 1, totalLines: 3, notes: [] },
    },
  })
  expect([...trial.run.memory.seen]).toEqual([['/workspace/src/a.ts', revision]])
})

test.each<[string, { offset?: number; limit?: number }, string]>([
  ['a range', { offset: 2, limit: 2 }, '2\tb\n3\tc\n[Lines 2–3 of 5. To go on: read_file {"path":"f","offset":4}]'],
  ['to the end', { offset: 4 }, '4\td\n5\te\n[Lines 4–5 of 5, to the end.]'],
  ['from the end', { offset: -2 }, '4\td\n5\te\n[Lines 4–5 of 5, to the end.]'],
  [
    'from further back than it begins',
    { offset: -99, limit: 1 },
    '1\ta\n[Lines 1–1 of 5. To go on: read_file {"path":"f","offset":2}]',
  ],
  [
    'line nought is the first',
    { offset: 0, limit: 1 },
    '1\ta\n[Lines 1–1 of 5. To go on: read_file {"path":"f","offset":2}]',
  ],
  ['past the end', { offset: 6 }, '[f has 5 lines; line 6 is past its end.]'],
])('%s', async (_, range, text) => {
  expect(await read('a\nb\nc\nd\ne\n', range)).toBe(text)
})

test.each<[string, string, string]>([
  ['an empty file', '', 'f is empty (0 bytes).'],
  ['one blank line', '\n', '1\t'],
  ['no line end at the end', 'a\nb', '1\ta\n2\tb\n[The last line has no line end.]'],
  ['a byte order mark', '\ufeffa\n', '1\ta\n[The file begins with a byte order mark (UTF-8).]'],
  ['CRLF', 'a\r\nb\r\n', '1\ta\n2\tb\n[Its line ends are CRLF; edit_file keeps them.]'],
  ['mixed line ends', 'a\r\nb\n', '1\ta\n2\tb\n[Its line ends are mixed: 1 CRLF, 1 LF.]'],
])('%s', async (_, content, text) => {
  expect(await read(content)).toBe(text)
})

test('a long file stops at the line bound, a wide one at the size bound, each with the call that goes on', async () => {
  const long = await read('x\n'.repeat(READ_LINES + 1))
  expect(long.split('\n').slice(-2)).toEqual([
    `${READ_LINES}\tx`,
    `[Lines 1–${READ_LINES} of 2001. To go on: read_file {"path":"f","offset":2001}]`,
  ])
  const wide = await read(`${'y'.repeat(1_000)}\n`.repeat(200))
  expect(wide.split('\n').at(-1)).toBe('[Lines 1–100 of 200. To go on: read_file {"path":"f","offset":101}]')
  expect(wide.length).toBeLessThan(READ_MAX_CHARS + 1_000)
})

test('a long line is cut between characters, with the command that shows more of it', async () => {
  const text = await read(`short\n${'a'.repeat(READ_LINE_CHARS - 1)}🙂🙂\n`)
  expect(text).toBe(
    `1\tshort\n2\t${'a'.repeat(READ_LINE_CHARS - 1)}… [4 more characters]\n` +
      `[Long lines are cut. For more of line 2: execute {"command":"sed -n 2p 'f' | cut -c 2001-4000"}]`,
  )
  expect(wellFormed(text)).toBe(text)
})

/** A PNG of 3 × 2 pixels. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEUlEQVR4nGNgQAYn5LgYGBgABYIA8QrrGykAAAAASUVORK5CYII='
const png = () => new Uint8Array(Buffer.from(PNG, 'base64'))

test('an image comes as an image, by its bytes and not by its name', async () => {
  await sandbox.write('photo.txt', png(), {}, signal)
  expect(await trial.call(readFileSpec, { path: 'photo.txt' })).toMatchObject({
    model: [
      { type: 'text', text: 'photo.txt (image/png, 74 B)' },
      { type: 'image', mediaType: 'image/png', base64: PNG },
    ],
    client: { kind: 'image', summary: '74 B', path: '/workspace/photo.txt', mediaType: 'image/png', base64: PNG },
  })
})

test('what only begins like an image is never shown as one', async () => {
  expect(await read('GIF89a is a format, not a picture\n')).toBe('1\tGIF89a is a format, not a picture')
  expect(await read(png().subarray(0, 60))).toBe(
    'f is a binary file: PNG image, 60 B. It is damaged or not whole, so it is not shown as a picture.',
  )
  // No NUL says that it is no text.
  expect(await read(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]))).toBe(
    'f is a binary file: PNG image, 11 B. It is damaged or not whole, so it is not shown as a picture.',
  )
})

test('an image too large for a model is described', async () => {
  const heavy = new Uint8Array(READ_IMAGE_MAX_BYTES + 1)
  heavy.set(png())
  expect(await read(heavy)).toBe(
    'f is a binary file: PNG image, 4.8 MB. It is too large to be shown as a picture (above 5 MB); make it smaller first.',
  )
  const wide = png()
  new DataView(wide.buffer).setUint32(16, 9_000)
  expect(await read(wide)).toBe(
    'f is a binary file: PNG image, 74 B. It has 9000 × 2 pixels, and a picture may have 8000 a side; make it smaller or cut it into parts first.',
  )
})

test('binary content never reaches the model as text', async () => {
  expect(await read(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).toBe(
    'f is a binary file: ZIP archive (or a format built on it, such as DOCX), 6 B. Its content is not shown as text.',
  )
  expect(await read(new Uint8Array([1, 2, 0, 3]))).toBe(
    'f is a binary file: no known type, 4 B. Its content is not shown as text.',
  )
  expect(await read(new Uint8Array([0xff, 0xfe, 0x61, 0x00]))).toBe(
    'f is a binary file: UTF-16 text, 4 B. Its content is not shown as text.',
  )
})

test('text in another encoding is shown, with the bytes that are not UTF-8 said', async () => {
  const note = '[Some of its bytes are not UTF-8; they are shown as \ufffd.]'
  const latin1 = Uint8Array.from([...'Stra\xdfe;12,50\n'].map((letter) => letter.charCodeAt(0)))
  expect(await read(latin1)).toBe(`1\tStra\ufffde;12,50\n${note}`)
  expect(await read(Uint8Array.from([...'BMW;f\xfcnf\n'].map((letter) => letter.charCodeAt(0))))).toBe(
    `1\tBMW;f\ufffdnf\n${note}`,
  )
  const far = new Uint8Array(9_000).fill(0x61)
  far[8_999] = 0xff
  expect((await read(far)).split('\n').at(-2)).toBe(note)
})

test('what cannot be read fails with the next step', async () => {
  await sandbox.write('src/app.ts', new Uint8Array(1), {}, signal)
  const failure = async (path: string) => {
    const outcome = await trial.call(readFileSpec, { path })
    return outcome.ok ? null : [outcome.failure.kind, outcome.failure.message]
  }
  expect(await failure('src')).toEqual([
    'not-a-file',
    'src is a directory, not a file. To see what is in it: ls {"path":"src"}.',
  ])
  expect((await failure('src/App.ts'))?.[1]).toContain('src/app.ts')
  expect((await failure('src/zzz'))?.[1]).toBe('src/zzz does not exist. To see what is there: ls {"path":"src"}.')
  expect((await failure('no/where'))?.[1]).toBe(
    'no/where does not exist, nor does the directory that would hold it. Use ls or glob to see what there is.',
  )
  await shell('ln -s /etc out')
  expect((await failure('out/passwd'))?.[0]).toBe('outside-workspace')
})
