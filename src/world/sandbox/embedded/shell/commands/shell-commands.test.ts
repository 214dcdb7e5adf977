import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { systemClock } from '../../../../clock.ts'
import { createSandbox } from '../../../create-sandbox.ts'
import { spawnInProcessShell } from '../../in-process-shell.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await createSandbox('embedded', {
    workspaceId: 'w',
    store: null,
    clock: systemClock(),
    spawnShell: spawnInProcessShell,
    onStorageFailure: () => {},
  })
  await shell('mkdir -p d/e; echo x > d/e/f.txt; echo x > g.txt; echo y > h.txt')
})
afterAll(() => sandbox.close())

async function shell(command: string, stdin = '') {
  const said = { out: '', err: '' }
  const { exitCode } = await sandbox.exec(
    {
      command,
      cwd: '/workspace',
      env: {},
      stdin,
      timeoutMs: 20_000,
      onOutput: (stream, text) => (said[stream === 'stdout' ? 'out' : 'err'] += text),
    },
    new AbortController().signal,
  )
  return { ...said, exitCode }
}

// Expected texts are those of GNU bash and coreutils.
test.each([
  ['echo "scale=2; 10/3; 1/3; -1/3; 2^10; (1+2)*3; 7%3; 1.5*1.25" | bc', '3.33\n.33\n-.33\n1024\n9\n.01\n1.87\n'],
  ['echo "7%3; 2^100; sqrt(16); 3>2; x=5; x*x" | bc', '1\n1267650600228229401496703205376\n4\n1\n25\n'],
  ['echo "10/4" | bc -l', '2.50000000000000000000\n'],
  ['seq 4 | xargs -n2 echo', '1 2\n3 4\n'],
  ['printf "a b\\nc\\n" | xargs -I{} echo "<{}>"', '<a b>\n<c>\n'],
  ['printf "a\\0b\\0" | xargs -0 -n1 echo', 'a\nb\n'],
  ['echo a b | xargs --max-args=1 echo -', '- a\n- b\n'],
  ['seq 5 | paste -sd+', '1+2+3+4+5\n'],
  ['seq 4 | paste - -', '1\t2\n3\t4\n'],
  ['yes | head -n 3', 'y\ny\ny\n'],
  ['grep -rn x .', './d/e/f.txt:1:x\n./g.txt:1:x\n'],
  ['grep -rl x ./', './d/e/f.txt\n./g.txt\n'],
  ['grep -rn x d', 'd/e/f.txt:1:x\n'],
  ['echo 🎉 | od -An -tx1', ' f0 9f 8e 89 0a\n'],
  ['printf 123456789 | cksum', '930766865 9\n'],
  ['printf abc | sha512sum | cut -c1-16', 'ddaf35a193617aba\n'],
  ['sha512sum g.txt > sums; sha512sum -c sums', 'g.txt: OK\n'],
  ['echo hi | xxd', '00000000: 6869 0a                                  hi.\n'],
  ['printf hello | xxd -p', '68656c6c6f\n'],
  ['printf hello | xxd -p | xxd -r -p', 'hello'],
  ['printf "hello\\n" | xxd | xxd -r', 'hello\n'],
  ['printf ab | hexdump -C', '00000000  61 62                                             |ab|\n00000002\n'],
  ['realpath d/../g.txt; realpath --relative-to=d/e g.txt', '/workspace/g.txt\n../../g.txt\n'],
  ['f=$(mktemp); test -f "$f" && case $f in /tmp/tmp.*) echo ok;; esac', 'ok\n'],
  ['d=$(mktemp -d); test -d "$d" && echo ok', 'ok\n'],
  ['truncate -s 3 t; wc -c < t', '3\n'],
  ['cmp g.txt d/e/f.txt && echo same', 'same\n'],
  ['shuf -i 1-5 | sort -n | paste -sd,', '1,2,3,4,5\n'],
  ['diff -u g.txt h.txt | tail -n 3', '@@ -1 +1 @@\n-x\n+y\n'],
  ['diff -r d d && echo same', 'same\n'],
  ['echo hello | gzip | gunzip', 'hello\n'],
  ['gzip -k g.txt; zcat g.txt.gz; rm g.txt.gz', 'x\n'],
  ['tar czf a.tgz d g.txt; tar tzf a.tgz', 'd/\nd/e/\nd/e/f.txt\ng.txt\n'],
  ['mkdir -p o; tar -xzf a.tgz -C o; cat o/d/e/f.txt', 'x\n'],
  ['tar cf - d | tar tf - d/e/f.txt', 'd/e/f.txt\n'],
  ['zip -qr z.zip d; unzip -q z.zip -d u; cat u/d/e/f.txt', 'x\n'],
  ['id -u; uname -s; nproc', '1000\nLinux\n1\n'],
  ['export A=1; env | grep -c "^[?]="; printenv A', '0\n1\n'],
  ['command -v node || which git || type -t python3 || echo none', 'none\n'],
  ['/bin/echo hi; which tar', 'hi\n/usr/bin/tar\n'],
  ['printf \'echo "[$1]"\' > s.sh; bash s.sh a; chmod +x s.sh; ./s.sh b', '[a]\n[b]\n'],
  ["printf '\\xe9\\xff' | od -An -tx1", ' e9 ff\n'],
  ["printf '\\351é' | od -An -tx1", ' e9 c3 a9\n'],
  ["printf '%b%s' '\\xe9' '\\xe9' | od -An -tx1", ' e9 5c 78 65 39\n'],
  ["printf '%*s|%b' 3 a '\\xe9' | od -An -tx1", ' 20 20 61 7c e9\n'],
  ["printf '\\\\xe9'", '\\xe9'],
  ["printf -- '\\xc3\\xa9'", 'é'],
  ["printf '\\u00e9' | od -An -tx1", ' c3 a9\n'],
  ["echo -e '\\xe9' | od -An -tx1", ' e9 0a\n'],
  ["echo -ne '\\0351' > byte; wc -c < byte", '1\n'],
  ["echo '\\xe9'; echo -n '\\xe9'", '\\xe9\n\\xe9'],
  ['printf hello > a; printf "hexlo!" > b; cmp -l a a && cmp -s a b || echo differ', 'differ\n'],
  ['printf "hello" > a; printf "hexlO" > b; cmp -l a b', '3 154 170\n5 157 117\n'],
  ['printf hexlo | xxd -u', '00000000: 6865 786C 6F                             hexlo\n'],
  ['printf hello | xxd -u -p', '68656C6C6F\n'],
  ['printf hello | sum -s; printf hello | sum', '532 1\n08403     1\n'],
  ['shuf -r -n 10 -i 1-3 | wc -l', '10\n'],
  ['shuf -r -n 2 -e a', 'a\na\n'],
  ["grep -rn --include 'f*' x d g.txt; grep -rl --exclude 'f*' x d || echo none", 'd/e/f.txt:1:x\nnone\n'],
  ['grep --max-count 1 --regexp x g.txt; grep --after-context=1 x g.txt', 'x\nx\n'],
  ['echo in | cat /dev/stdin; cat /dev/fd/0 < g.txt; echo 3 | head -n 1 /dev/stdin', 'in\nx\n3\n'],
  ['echo 1 | while read a < /dev/stdin; do echo "<$a>"; break; done', '<1>\n'],
  ['tty; tty -s || echo none', 'not a tty\nnone\n'],
  ['cat /dev/null; echo lost > /dev/null; head -c 4 /dev/zero | wc -c', '4\n'],
])('%s', async (command, out) => {
  expect(await shell(command)).toMatchObject({ out, err: '' })
})

test.each([
  ['md5sum nofile', 'md5sum: nofile: No such file or directory\n'],
  ['cmp g.txt nofile', 'cmp: No such file or directory\n'],
  ['tar xf nofile', 'tar: No such file or directory\n'],
  ['echo junk | gunzip', 'gunzip: stdin: not in gzip format\n'],
  ['zip -y z2.zip g.txt', "zip: invalid option -- 'y'\n"],
  ['cmp -b g.txt h.txt', "cmp: invalid option -- 'b'\n"],
  ['shuf -r -e a', 'shuf: -r without -n never ends, which is not possible here; give -n\n'],
  ['shuf -i 1-99999999', 'shuf: a range of more than 1000000 numbers is not shuffled here\n'],
  ['df -T', "df: invalid option -- 'T'\n"],
  ['df nowhere', 'df: nowhere: No such file or directory\n'],
])('%s fails on stderr', async (command, err) => {
  const said = await shell(command)
  expect({ out: said.out, err: said.err }).toEqual({ out: '', err })
  expect(said.exitCode).not.toBe(0)
})

test.each([
  'ps aux',
  'node -v',
  'npm i',
  'git status',
  'python3 -c 1',
  'curl https://x',
  'trap "x" EXIT',
  'kill 1',
  'jobs',
])('%s says why not and what instead', async (command) => {
  const said = await shell(command)
  expect(said).toMatchObject({ out: '', exitCode: 127 })
  expect(said.err).toMatch(/embedded sandbox.*\.\n$/u)
})

test.each(['sleep 9 & echo x', 'echo a; { echo b & }', 'x=$(echo c & wait)', 'f() { echo d & }; f'])(
  'background jobs are refused before anything runs: %s',
  async (command) => {
    const said = await shell(`echo ran > ran.txt; ${command}`)
    expect(said).toMatchObject({ out: '', exitCode: 2 })
    expect(said.err).toContain('&')
    expect((await shell('test -e ran.txt')).exitCode).toBe(1)
  },
)

test('an archive that would write outside its directory is refused', async () => {
  const said = await shell(
    'mkdir -p in/deep; cd in/deep; echo evil > ../evil; tar cf ../../evil.tar ../evil; cd ../..; rm in/evil; mkdir safe; tar xf evil.tar -C safe',
  )
  expect(said.err).toContain("Member name contains '..'")
  expect((await shell('ls evil in/evil safe')).out).not.toContain('evil\n')
})

test('df tells what is used', async () => {
  const row = async (option: string) => (await shell(`df ${option} . | tail -n 1`)).out.split(/ +/u)
  const [before, files] = [await row('-k'), await row('-i')]
  await shell('truncate -s 2M held')
  expect(before.slice(0, 2)).toEqual(['memory', '244141'])
  expect([Number((await row('-k'))[2]) - Number(before[2]), Number((await row('-i'))[2]) - Number(files[2])]).toEqual([
    2048, 1,
  ])
  await shell('rm held')
})

test('a recursive grep searches hidden files and folders, as GNU does, but for folders that are left out', async () => {
  for (const path of ['.env', '.x/.y/k', '.x/p', 'v/.k', 'v/p.ts', 'node_modules/.bin/t'])
    await shell(`mkdir -p deep/$(dirname ${path}); echo KEY > deep/${path}`)
  await shell('ln -s env deep/.link')
  const found = async (command: string) => {
    const { out, err, exitCode } = await shell(command)
    return [out.split('\n').filter(Boolean).toSorted(), err, exitCode]
  }
  const all = ['.env', '.x/.y/k', '.x/p', 'node_modules/.bin/t', 'v/.k', 'v/p.ts']
  const below = (start: string, paths = all) => [paths.map((path) => `${start}${path}`).toSorted(), '', 0]
  expect(await found('cd deep; grep -rl KEY .')).toEqual(below('./'))
  expect(await found('cd deep; grep -rl KEY ./')).toEqual(below('./'))
  expect(await found('cd deep; grep -rl KEY')).toEqual(below(''))
  expect(await found('grep -Rl -e KEY deep')).toEqual(below('deep/'))
  expect(await found('egrep -rl "KEY|x" -- deep')).toEqual(below('deep/'))
  expect(await found('grep -rl -m 1 -A2 KEY deep g.txt')).toEqual(below('deep/'))
  const some = ['.env', 'v/.k', 'v/p.ts']
  expect(await found('grep -rl --exclude-dir=node_modules --exclude-dir ".x" KEY deep')).toEqual(below('deep/', some))
  expect(await found('grep -rl --include="*.ts" KEY deep')).toEqual(below('deep/', ['v/p.ts']))
  expect(await found('grep -l KEY deep/.env deep/v/p.ts')).toEqual(below('deep/', ['.env', 'v/p.ts']))
  expect((await shell('grep -r')).exitCode).toBe(2)
})
