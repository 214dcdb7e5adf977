import { beforeAll, expect, it } from 'vitest'
import type { CallAnalysis } from '#contracts/call-analysis.ts'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { commandSafety, loadCommandSafety } from '../command-safety.ts'
import { mayAllow } from '../rules/may-allow.ts'

const grammar = createShellGrammar()
beforeAll(async () => {
  await Promise.all([grammar.load(), loadCommandSafety()])
})
const at = (cwd: string, command: string): CallAnalysis => commandSafety(command, grammar, { cwd })

it.each([
  ['echo x > rules.json', 'writes .sallyport/rules.json'],
  ['tee rules.json < a', 'writes .sallyport/rules.json'],
  ['cp a rules.json', 'copies a to .sallyport/rules.json'],
  ['cp -t . a', 'copies a to .sallyport'],
  ['cp a ./', 'copies a to .sallyport'],
  ["sed -i 's/ask/allow/' rules.json", 'changes .sallyport/rules.json'],
  ['touch deep/er', 'writes .sallyport/deep/er'],
  ["sh -c 'echo x > rules.json'", 'writes .sallyport/rules.json'],
  ['cd deep; echo x > er', 'writes .sallyport/er'],
])('%s in a folder that steers later work is known for what it is', (command, effect) => {
  const { risk, effects } = at('/workspace/.sallyport', command)
  expect([risk, effects]).toEqual(['destructive-local', expect.arrayContaining([effect])])
})

it.each(['/workspace/.git', '/workspace/.git/hooks', '/workspace/lib/.git', '/workspace/.husky', '/workspace/.GIT'])(
  'and so is a write in %s, but not one in its neighbour by its absolute path',
  (cwd) => {
    expect([at(cwd, 'echo x > config').risk, at(cwd, 'echo x > /workspace/config').risk]).toEqual([
      'destructive-local',
      'workspace-write',
    ])
  },
)

it.each([
  ['/workspace', 'git status', 'read-only-local'],
  ['/workspace', 'cd src && git status', 'destructive-local'],
  ['/workspace/src', 'git status', 'destructive-local'],
  ['/workspace/src', 'git -C . log', 'destructive-local'],
  ['/workspace/src', 'git -C .. log', 'destructive-local'],
  ['/workspace/src', 'git -C /workspace log', 'read-only-local'],
  ['/workspace/src', 'git -C /workspace -C lib log', 'destructive-local'],
  ['/workspace/src', 'cd /workspace && git log', 'read-only-local'],
  ['/workspace/src', 'git --git-dir=/workspace/.git log', 'destructive-local'],
  ['/workspace/src', 'git --version', 'read-only-local'],
  ['/tmp', 'git log', 'destructive-local'],
] as const)('in %s, whose settings another repository may bring, %s is %s', (cwd, command, risk) => {
  expect(at(cwd, command).risk).toBe(risk)
})

it.each([
  ['/workspace/.ssh', 'cat config', 'credential-access'],
  ['/workspace/.ssh', 'cat *', 'credential-access'],
  ['/workspace/.ssh', 'head < config', 'credential-access'],
  ['/workspace/.ssh', 'grep -r key', 'credential-access'],
  ['/workspace/.ssh', 'find . -type f -exec cat {} +', 'credential-access'],
  ['/workspace/.docker', 'cat config.json', 'credential-access'],
  ['/workspace/.ssh', 'ls', 'read-only-local'],
  ['/workspace/.ssh', 'cat /workspace/README.md', 'read-only-local'],
  ['/workspace/src', 'cat config', 'read-only-local'],
] as const)('in %s, %s is %s', (cwd, command, risk) => {
  expect(at(cwd, command).risk).toBe(risk)
})

it('no rule of a command speaks of the folder that it starts in', () => {
  const commands = [{ words: ['tee', 'rules.json'], more: false }]
  const rule: Parameters<typeof mayAllow>[0] = {
    source: 'user',
    workspaceId: 'w',
    target: { kind: 'command', commands },
  }
  const allowed = (cwd?: string): boolean =>
    mayAllow(
      rule,
      { target: { kind: 'command', value: 'tee rules.json', ...(cwd === undefined ? {} : { cwd }) } },
      ['workspace-write'],
      true,
      [['tee', 'rules.json']],
    )
  expect([allowed(), allowed('/workspace/src'), allowed('/workspace/.sallyport')]).toEqual([true, true, false])
})
