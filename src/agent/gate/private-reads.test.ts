import { expect, it } from 'vitest'
import { commandReads, looksPrivate, privateResults, privateTargets } from './private-reads.ts'

it.each(
  [
    ['.env', 'app/.env.local', '.ENV', 'prod.env', '.envrc', '.env*', 'server.pem', 'tls/KEY.PEM', '*.pem'],
    [
      'id_rsa',
      '/workspace/.ssh/config',
      '~/.ssh/id_ed25519',
      '.npmrc',
      '.netrc',
      '.git-credentials',
      '.aws/credentials',
    ],
    ['credentials.json', 'secrets.yaml', 'client_secret_42.json', 'service-account.json', 'cookies.txt', 'Login Data'],
    ['inbox.mbox', 'note.eml', 'contacts.vcf', '.bash_history', 'vault.kdbx', '.docker/config.json'],
  ].flat(),
)('%s looks private', (path) => {
  expect(looksPrivate(path)).toBe(true)
})

it.each(
  [
    ['.env.example', '.env.sample', 'id_rsa.pub', 'environment.ts', 'src/env.ts', 'key.ts', 'monkey', 'tokens.css'],
    ['secretary.md', 'README.md', 'package.json', 'src/credentials/index.ts', '.envoy', 'pem', '.', ''],
  ].flat(),
)('%s does not', (path) => {
  expect(looksPrivate(path)).toBe(false)
})

it('names the private files of a path and of every word of a command', () => {
  const path = (value: string) => privateTargets({ target: { kind: 'path', value } })
  const command = (value: string) => privateTargets({ target: { kind: 'command', value } })
  expect(path('/workspace/app/.env')).toEqual(['app/.env'])
  expect(path('/workspace/app/main.ts')).toEqual([])
  expect(command('cat<.env|base64')).toEqual(['.env'])
  expect(command(`sh -c "cat '.env.local'" && tar --file=/workspace/keys.pem x .env.local`)).toEqual([
    '.env.local',
    'keys.pem',
  ])
  const inFolder = { kind: 'command', value: 'cat config', cwd: '/workspace/.ssh' } as const
  expect(privateTargets({ target: inFolder })).toEqual(['.ssh'])
  expect(privateTargets({ target: { kind: 'address', value: 'https://x.com/.env' } })).toEqual([])
})

it('finds private data in what came back: the files of a search, and the shape of a key', () => {
  const matches = (...paths: string[]) => ({
    client: {
      kind: 'matches' as const,
      summary: '',
      omitted: 0,
      matches: paths.map((path) => ({ path, line: 1, text: '' })),
    },
    model: [],
  })
  const text = (said: string) => ({
    client: { kind: 'text' as const, summary: '', text: '' },
    model: [{ type: 'text' as const, text: said }],
  })
  expect(privateResults(matches('/workspace/a.ts', '/workspace/.env', '/workspace/.env'))).toEqual(['.env'])
  expect(privateResults(matches('/workspace/a.ts'))).toEqual([])
  expect(privateResults(text('a\n-----BEGIN OPENSSH PRIVATE KEY-----\nb'))).toEqual(['what looks like a key'])
  expect(privateResults(text(`AWS=AKIA${'A1'.repeat(8)}`))).toEqual(['what looks like a key'])
  expect(privateResults(text('-----BEGIN PUBLIC KEY----- and a sketch of sk-learn'))).toEqual([])
})

it('finds the private files that a result shows, whatever name led to them', () => {
  const shown = { kind: 'file' as const, summary: '', path: '/workspace/.env', text: '', firstLine: 1, totalLines: 1 }
  const picture = { kind: 'image' as const, summary: '', path: '/workspace/.ssh/a.png', mediaType: '', base64: '' }
  expect(privateResults({ client: shown, model: [] })).toEqual(['.env'])
  expect(privateResults({ client: picture, model: [] })).toEqual(['.ssh/a.png'])
  expect(privateResults({ client: { ...shown, path: '/workspace/a.ts' }, model: [] })).toEqual([])
})

it('knows what a command was given where the sandbox tells, also of one that was ended', () => {
  const said = { kind: 'text' as const, summary: '', text: '' }
  const shell = { ...said, kind: 'shell' as const, command: '', output: '', omittedChars: 0, exitCode: 0 }
  const client = { ...shell, durationMs: 0, cwd: '/workspace' }
  const failure = { stage: 'execution' as const, kind: 'timeout' as const, message: '', retryable: false }
  expect(commandReads({ client })).toBeNull()
  expect(commandReads({ client: said, failure })).toBeNull()
  expect(commandReads({ client: { ...client, privateReads: [] } })).toEqual([])
  expect(commandReads({ client: { ...client, privateReads: ['/workspace/a/.env', '/tmp/.env'] } })).toEqual([
    'a/.env',
    '/tmp/.env',
  ])
  expect(commandReads({ client: said, failure: { ...failure, privateReads: ['/workspace/.env'] } })).toEqual(['.env'])
})
