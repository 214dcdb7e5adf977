import { describe, expect, test } from 'vitest'
import { put, run, type Fresh } from './suite-kit.ts'

/** exec: which files a script was given. */
export function readPromises(fresh: Fresh): void {
  describe('what commands read', () => {
    // The words of none of these tell that the file is read.
    const readers = [
      'cat $(ls -a)',
      'ls -a | xargs cat',
      'find . -type f -exec cat {} +',
      'find . -type f | while read f; do cat "$f"; done',
      'grep -r KEY .',
      'rg -uu KEY',
      'tar cf - .',
      'for f in .e*; do base64 < "$f"; done',
      'ln -s "$(ls -a | grep env)" link; sort link',
      'cp -r . /tmp/all',
      'cp .e?v plain',
      'mv .e?v plain; cat plain',
      'source ./.e*; echo $KEY',
    ]
    const folderReaders = [
      'mv gh g; cat g/hosts.yml g/deep/.npmrc',
      'mv g?/* .; cat hosts.yml deep/.npmrc',
      'mkdir to; mv gh to',
      'cp -r gh g',
      'cp -r gh/. g; cat g/hosts.yml',
      'ln -s gh g; mv g/* .',
      'ln -s gh g; cp -r g/. all',
      'tar cf - gh | tar tf -',
      'grep -r KEY gh',
    ]
    const rows: [script: string, ...paths: string[]][] = [
      ...readers.map((script): [string, string] => [script, '/workspace/.env']),
      ...folderReaders.map((script): [string, string, string] => [
        script,
        '/workspace/gh/hosts.yml',
        '/workspace/gh/deep/.npmrc',
      ]),
      ['ln -s gh g; mv g/deep d', '/workspace/gh/deep/.npmrc', '/workspace/g/deep/.npmrc'],
      ['ln -s gh g; cp -r g/deep d', '/workspace/gh/deep/.npmrc', '/workspace/g/deep/.npmrc'],
      ['ln -s gh/hosts.yml .token; mv .token plain; cat plain', '/workspace/gh/hosts.yml', '/workspace/.token'],
    ]
    test.each(rows)('what a command reads is told of, whatever its words say: %s', async (script, ...paths) => {
      const sandbox = await fresh()
      await put(sandbox, '.env', 'KEY=1\n')
      await put(sandbox, 'a.txt', 'KEY\n')
      await put(sandbox, 'gh/hosts.yml', 'KEY\n')
      await put(sandbox, 'gh/deep/.npmrc', 'KEY\n')
      const read = new Set<string>()
      const { outcome } = await run(sandbox, script, { onRead: (path) => read.add(path) })
      // A sandbox that cannot see what its programs read has to say so.
      if (outcome.tellsReads) expect([...read]).toEqual(expect.arrayContaining(paths))
    })

    test('what a command only names, lists or writes to is not told of as read', async () => {
      const sandbox = await fresh()
      await put(sandbox, '.env', 'KEY=1\n')
      const read: string[] = []
      const script =
        'ls -la .env; test -s .env; stat .env; echo .env >> .gitignore; find . -name .env; mv .env none/x || rm .env'
      const { outcome } = await run(sandbox, script, { onRead: (path) => read.push(path) })
      expect([outcome.exitCode, read.filter((path) => path.endsWith('.env'))]).toEqual([0, []])
    })
  })
}
