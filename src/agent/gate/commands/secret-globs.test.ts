import { describe, expect, it } from 'vitest'
import { mayBegin, mayNameSecret } from './secret-globs.ts'

it('is what no one can look through', () => {
  expect(mayNameSecret(`.e${'*'.repeat(300)}`)).toBe(true)
})

it('finds the longest of the names by its beginning', () => {
  expect(
    ['service-account.json', '.env.development', 'client_secret.json'].map((name) => mayNameSecret(`${name}*`)),
  ).toEqual([true, true, true])
})

describe('a pattern that may become a name with keys or tokens', () => {
  it.each([
    '.en?',
    '.e*',
    '.[e]nv',
    '.[!a]nv',
    '.*',
    './.e??',
    'a/b/.env*',
    '.?nv',
    '.e{n..n}v',
    '.e$X',
    '.e"$X"',
    '.@(env|x)',
    '.env.*',
    '.npm*',
    '.n?trc',
    'id_*',
    '?d_rsa',
    '[i]d_ed25519',
    'ID_R*',
    '*.key',
    '*.pe?',
    'server.p*',
    'cred*.json',
    'secre*.yaml',
    'client_*.json',
    '.docker*',
    '.ss?/config',
    '~/.s*/id',
    '../.aw*/x',
    '.ssh/id_*',
  ])('%s', (pattern) => {
    expect(mayNameSecret(pattern)).toBe(true)
  })

  it.each([
    '*',
    '**',
    '*.ts',
    '*.json',
    '*.md',
    'src/*.ts',
    'src/**/*.tsx',
    'a*',
    '?',
    '$X',
    '"$dir"/file.ts',
    '$f.json',
    '.prettier*',
    '.eslint*',
    'c*.json',
    's*.yaml',
    '*.csv',
    '*.sqlite',
    'env*',
    '*env',
    'node_modules/*',
    '.env',
    'a.{1..3}.txt',
  ])('not %s', (pattern) => {
    expect(mayNameSecret(pattern)).toBe(false)
  })
})

describe('the beginning of such a name', () => {
  it.each(['.', '.e', '.np', 'id_', 'config/.e', 'server'])('%s', (word) => {
    expect(mayBegin(word)).toBe(true)
  })

  it.each(['', '.env', './', 'src/', 'a.md', 'README', 'src/server.ts', '.eslintrc', 'c', 'index'])(
    'not %s',
    (word) => {
      expect(mayBegin(word)).toBe(false)
    },
  )
})
