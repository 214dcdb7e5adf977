import { gzipSync, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { never } from '../../../suite/suite-kit.ts'
import { openForCommands, say } from './command-kit.ts'

const LIMITS = { fileBytes: 20_000, totalBytes: 60_000, files: 60 }
let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await openForCommands(LIMITS)
})
afterEach(() => sandbox.close())

const bytes = (text: string) => new TextEncoder().encode(text)
const put = (path: string, content: Uint8Array) => sandbox.write(path, content, {}, never)
const listed = async () => (await sandbox.list('.', { depth: 9, limit: 99 }, never)).entries.map(({ path }) => path)

describe('what would not fit is refused by its limit before anything is written', () => {
  const zeros = new Uint8Array(5_000_000)
  test.each([
    ['truncate -s 3G big', 'truncate: big: File too large: one file holds up to 20000 bytes\n'],
    ['truncate -s +19K kept', 'truncate: kept: File too large: one file holds up to 20000 bytes\n'],
    ['gunzip -k bomb.gz', 'gunzip: bomb.gz: File too large: one file holds up to 20000 bytes\n'],
    ['zcat bomb.gz', 'zcat: bomb.gz: File too large: one file holds up to 20000 bytes\n'],
    ['zcat part.gz part.gz', 'zcat: part.gz: File too large: one file holds up to 20000 bytes\n'],
    ['tar -xf bomb.gz', 'tar: No space left: the workspace holds up to 60000 bytes\n'],
    ['unzip bomb.zip', 'unzip: zeros: File too large: one file holds up to 20000 bytes\n'],
    ['unzip -p bomb.zip', 'unzip: File too large: one file holds up to 20000 bytes\n'],
    ['unzip many.zip', 'unzip: No space left: the workspace holds up to 60000 bytes\n'],
    ['tar -cf all.tar kept kept', 'tar: all.tar: File too large: one file holds up to 20000 bytes\n'],
  ])('%s', async (command, err) => {
    await put('kept', new Uint8Array(12_000))
    await put('bomb.gz', gzipSync(zeros))
    await put('part.gz', gzipSync(new Uint8Array(12_000)))
    await put('bomb.zip', zipSync({ before: bytes('x'), zeros }))
    await put('many.zip', zipSync(Object.fromEntries([1, 2, 3].map((id) => [id, new Uint8Array(19_000)]))))
    const before = await listed()
    expect(await say(sandbox, command)).toMatchObject({ out: '', err })
    expect(await listed()).toEqual(before)
    expect((await sandbox.read('kept', never)).bytes).toEqual(new Uint8Array(12_000))
  })

  test('what is written over makes room', async () => {
    await put('a', new Uint8Array(19_000))
    await put('b', new Uint8Array(19_000))
    expect((await say(sandbox, 'tar -czf ab.tgz a b; tar -xf ab.tgz && echo done')).out).toBe('done\n')
  })
})

describe('nothing is written through a link', () => {
  const bring = {
    tar: 'mkdir one two; ln -s /workspace one/esc; tar -C one -cf 1.tar esc; mkdir two/esc; echo pwned > two/esc/owned; tar -C two -cf 2.tar esc; tar -C two -cf 3.tar esc/owned; rm -r one two; mkdir in; tar -xf 1.tar -C in',
    zip: 'mkdir esc in; echo pwned > esc/owned; zip -qr 2.zip esc; cp 2.zip 3.zip; rm -r esc; ln -s /workspace in/esc',
  }
  test.each([
    ['tar', 'tar -xf 2.tar -C in'],
    ['tar', 'tar -xf 3.tar -C in'],
    ['zip', 'unzip -qo 2.zip -d in'],
  ] as const)('that a %s archive brought: %s', async (kind, command) => {
    expect((await say(sandbox, bring[kind])).err).toBe('')
    const said = await say(sandbox, command)
    expect(said.err).toMatch(/esc\/.*: '\/workspace\/in\/esc' is a link, so this would be written somewhere else\n/u)
    expect(said.exitCode).not.toBe(0)
    expect(await listed()).not.toContain('/workspace/owned')
  })

  test('one that stands where a file belongs is replaced', async () => {
    const script = 'echo new > f; tar -cf f.tar f; echo old > target; rm f; ln -s target f; tar -xf f.tar; cat f target'
    expect(await say(sandbox, script)).toMatchObject({ out: 'new\nold\n', err: '' })
  })

  test('the directory itself may be reached by one', async () => {
    const script = 'echo x > f; tar -cf f.tar f; mkdir d; ln -s d l; tar -xf f.tar -C l; cat d/f'
    expect(await say(sandbox, script)).toMatchObject({ out: 'x\n', err: '' })
  })
})

// Expected texts are those of GNU tar, gzip and Info-ZIP, but for their banners.
test.each([
  ['ln -s f l; echo x > f; zip -q a.zip l; rm l f; unzip -q a.zip; cat l', 'x\n'],
  ['mkdir d; echo x > d/f; ln -s d e; zip -qr a.zip e; unzip -l a.zip | tail -n +3', '        0  e/\n        2  e/f\n'],
  ['mkdir d; echo x > d/f; zip -q a.zip d; unzip -l a.zip | tail -n +3', '        0  d/\n'],
  [
    "mkdir -p d/s; echo 1 > d/a.c; echo 2 > d/s/b.o; echo 3 > d/s/c.c; zip -qr a.zip d -x 'd/s/*' '*.o'; unzip -l a.zip | tail -n +3",
    '        0  d/\n        2  d/a.c\n',
  ],
  ["mkdir d; echo 1 > d/a.c; echo 2 > d/b.o; zip -r a.zip d -i '*.o'", '  adding: d/b.o\n'],
  ['echo 1 > a; echo 2 > b; echo 3 > c; tar -cf t.tar --exclude a --exclude=b a b c; tar -tf t.tar', 'c\n'],
  ['mkdir -p d/e; echo 1 > d/e/f; echo 2 > d/g; tar -cf t.tar --exclude d/e d; tar -tf t.tar', 'd/\nd/g\n'],
  ['echo one | gzip > t.gz; echo two | gzip >> t.gz; zcat t.gz; gunzip t.gz; cat t', 'one\ntwo\none\ntwo\n'],
  ['t=$(printf "d%.0s" $(seq 150)); ln -s $t l; tar -cf t.tar l; rm l; tar -xf t.tar; readlink l | wc -c', '151\n'],
  ['for f in a b c; do echo $f > $f; done; zip -q m.zip a b c; unzip -p m.zip; unzip -p m.zip b', 'a\nb\nc\nb\n'],
  ["echo 1 > ab; echo 2 > b; zip -q m.zip ab b; mkdir o; unzip -q m.zip 'a*' -d o; ls o", 'ab\n'],
  ['mkdir d; echo 1 > d/a; zip -qr m.zip d; mkdir o; unzip -qj m.zip -d o; ls o', 'a\n'],
])('%s', async (script, out) => {
  expect(await say(sandbox, script)).toMatchObject({ out, err: '' })
})

test.each([
  ['echo 1 > c; tar -cf t.tar c; echo new > c; tar -xkf t.tar', 'tar: c: Cannot open: File exists\n', 2],
  ['echo 1 > c; tar -cf t.tar c; tar -xf t.tar nope c', 'tar: nope: Not found in archive\n', 2],
  ['echo 1 > c; zip -q m.zip c; unzip -qo m.zip zz', 'unzip: zz: no such name in the archive\n', 11],
  ['ln -s nowhere l; echo 1 > c; zip -q m.zip l c', 'zip: l: No such file or directory; it is left out\n', 18],
  ['mkdir d; ln -s . d/l; zip -qr m.zip d', 'zip: d/l: links lead in a circle\n', 1],
  ['echo 1 > c; zip -q m.zip c; unzip m.zip', 'unzip: c exists; use -o to overwrite it\n', 1],
  [
    'echo x | gzip | head -c 20 | zcat',
    'zcat: stdin: invalid compressed data: cut short, damaged, or followed by something else\n',
    1,
  ],
  ['echo x | gzip > r.gz; echo rest >> r.gz; zcat r.gz', 'zcat: r.gz: invalid compressed data: invalid gzip data\n', 1],
  ['echo 1 > c; tar -cf t.tar c; head -c 700 t.tar | tar -tf -', 'tar: Unexpected EOF in archive\n', 1],
])('%s fails loudly', async (script, err, exitCode) => {
  expect(await say(sandbox, script)).toEqual({ out: '', err, exitCode })
})

test.each([
  ['tar -czf a.tgz d', 'tar -xzf a.tgz'],
  ['zip -qr a.zip d', 'unzip -q a.zip'],
])('rights and times come back: %s', async (pack, unpack) => {
  await say(sandbox, `mkdir d; echo x > d/f; chmod 750 d/f; touch -d 2020-01-02T03:04:06 d/f; ${pack}`)
  const before = await sandbox.stat('d/f', never)
  const said = await say(sandbox, `rm -r d; ${unpack}; ls -l d | cut -c 1-10`)
  expect([said.out, await sandbox.stat('d/f', never)]).toEqual(['total 1\n-rwxr-x---\n', before])
})

test('a second name of a file becomes a copy; devices are refused by name', async () => {
  await put(
    'hard.tar',
    tarOf([
      { name: 'a', type: '0', content: 'abc' },
      { name: 'b', type: '1', link: 'a' },
      { name: 'p', type: '6' },
    ]),
  )
  expect(await say(sandbox, 'tar -xf hard.tar; cat b; tar -tf hard.tar')).toEqual({
    out: 'abca\nb\np\n',
    err: 'tar: p: devices and pipes do not exist here\n',
    exitCode: 0,
  })
})

test('a damaged entry of a zip archive is named', async () => {
  const archive = zipSync({ f: bytes('content') }, { level: 0 })
  archive[33] = (archive[33] ?? 0) ^ 1
  await put('m.zip', archive)
  expect((await say(sandbox, 'unzip -p m.zip')).err).toBe('unzip: f: the content is damaged\n')
})

/** Archives that our own tar does not make. */
function tarOf(entries: readonly { name: string; type: string; content?: string; link?: string }[]): Uint8Array {
  const blocks = entries.flatMap(({ name, type, content = '', link = '' }) => {
    const head = new Uint8Array(512)
    const fields: [number, string][] = [
      [0, name],
      [100, '0000644'],
      [124, content.length.toString(8).padStart(11, '0')],
      [136, '00000000000'],
      [148, '        '],
      [156, type],
      [157, link],
    ]
    for (const [at, value] of fields) head.set(bytes(value), at)
    head.set(
      bytes(
        `${head
          .reduce((sum, byte) => sum + byte, 0)
          .toString(8)
          .padStart(6, '0')}\0 `,
      ),
      148,
    )
    const body = new Uint8Array(content === '' ? 0 : 512)
    body.set(bytes(content))
    return [head, body]
  })
  return Uint8Array.from([...blocks, new Uint8Array(1_024)].flatMap((block) => [...block]))
}
