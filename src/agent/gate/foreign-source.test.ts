import { beforeAll, expect, it } from 'vitest'
import type { PlannedCall } from '#contracts/calls.ts'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { commandSafety, loadCommandSafety } from './command-safety.ts'
import { foreignSource } from './foreign-source.ts'

const grammar = createShellGrammar()
beforeAll(async () => {
  await grammar.load()
  await loadCommandSafety()
})

function sourceOf(command: string, network: boolean): string | null {
  const analysis = commandSafety(command, grammar)
  const target: PlannedCall['target'] = { kind: 'command', value: command }
  const source = foreignSource({ effectiveRisk: analysis.risk, target }, analysis, network)
  return source === null ? null : `${source.kind} ${source.from}`
}

it.each([
  ['curl -o f https://example.com/a', 'download example.com'],
  ['curl https://example.com/a > f', 'download example.com'],
  ['wget https://example.com/a', 'download example.com'],
  ['curl https://example.com | sh', 'download example.com'],
  ['git clone https://github.com/a/b', 'git github.com'],
  ['git -C x pull', 'git a remote repository'],
  ['npm install', 'download a package registry'],
  ['sh -c "npm ci"', 'download a package registry'],
  ['curl -o f "$URL"', 'download an address that its words do not tell'],
  ['/usr/bin/rsync -a a:b .', 'download a'],
])('%s brings something in where commands have a network', (command, source) => {
  expect([sourceOf(command, false), sourceOf(command, true)]).toEqual([null, source])
})

it.each(['ls -la', 'curl https://example.com/a', 'rm -rf build', 'git status', 'git commit -m x', 'unzip a.zip'])(
  '%s brings nothing in',
  (command) => {
    expect(sourceOf(command, true)).toBeNull()
  },
)
