import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { openForCommands, say } from './command-kit.ts'

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await openForCommands()
  await say(sandbox, 'mkdir d; echo 1 > d/f; ln -s d dir; ln -s d/f file; ln -s nowhere lost')
})
afterEach(() => sandbox.close())

// Expected texts are those of GNU coreutils and findutils.
test.each([
  ['rm dir lost; ls', 'd\nfile\n'],
  ['rm -v dir; cat d/f', "removed 'dir'\n1\n"],
  ['rm -rf dir lost d/f; ls . d', '.:\nd\nfile\n\nd:\n'],
  ['rm -- lost; ls', 'd\ndir\nfile\n'],
  ['mv lost found; readlink found; mv found d; ls d', 'nowhere\nf\nfound\n'],
  ['mv lost file d; ls d; ls', 'f\nfile\nlost\nd\ndir\n'],
  ['find . -type l', './dir\n./file\n./lost\n'],
  ["find . -maxdepth 1 -type l -name 'l*' -print0 | xargs -0 rm; ls", 'd\ndir\nfile\n'],
  ['find . -type l -delete; ls', 'd\n'],
  ['ls lost', 'lost\n'],
])('%s', async (script, out) => {
  expect(await say(sandbox, script)).toMatchObject({ out, err: '' })
})

test.each([
  ['rmdir dir', "rmdir: failed to remove 'dir': Not a directory\n"],
  [
    'find . -type l -newer d',
    'find: -newer does not work together with -type l here; pipe the names into what you need\n',
  ],
])('%s fails by name', async (script, err) => {
  expect(await say(sandbox, script)).toEqual({ out: '', err, exitCode: 1 })
  expect((await say(sandbox, 'cat dir/f')).out).toBe('1\n')
})

test('a long list shows links as links, and the rights of each file', async () => {
  await say(sandbox, 'chmod 640 d/f; ln -s f d/l; touch -d 2020-01-02T00:00:00 d/f')
  const said = await say(sandbox, 'ls -l d; ls -ld dir')
  expect(said.out.replace(/user user +\d+ [A-Z].{11} (?=[a-z]+ ->)/gu, 'user … ')).toBe(
    'total 2\n-rw-r----- 1 user user     2 Jan  2  2020 f\nlrwxrwxrwx 1 user … l -> f\nlrwxrwxrwx 1 user … dir -> d\n',
  )
})

test('a mark that reorders a name is written out', async () => {
  const script = 'mkdir m; echo x > m/"a$(printf \'\\u202e\')gnp.txt"; ls m; ls -l m | tail -c 16'
  expect(await say(sandbox, script)).toMatchObject({ out: 'a\\u202egnp.txt\n a\\u202egnp.txt\n', err: '' })
})
