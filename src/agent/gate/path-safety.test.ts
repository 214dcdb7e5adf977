import { beforeAll, expect, it } from 'vitest'
import type { CapabilitySpec } from '#contracts/capability.ts'
import type { RiskClass } from '#contracts/risk.ts'
import { editFileSpec, globSpec, grepSpec, lsSpec, readFileSpec, writeFileSpec } from '#tools/files/spec.ts'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { targetOf } from '../target.ts'
import { commandSafety, loadCommandSafety } from './command-safety.ts'
import { effectiveRisk } from './effective-risk.ts'

const grammar = createShellGrammar()
beforeAll(async () => {
  await Promise.all([grammar.load(), loadCommandSafety()])
})

const riskOf = (spec: CapabilitySpec, path: string): RiskClass =>
  effectiveRisk(spec, targetOf(spec, { path }, '/workspace')).risk
const commandRisk = (command: string): RiskClass => commandSafety(command, grammar).risk

const STEERING = [
  '.git/config',
  '.git/hooks/pre-commit',
  'sub/.git/config',
  '.GIT/config',
  '.bashrc',
  '.npmrc',
  '.envrc',
  '.husky/pre-push',
  'HEAD',
  '.yarnrc.yml',
  '.yarn/releases/yarn.cjs',
  '.cargo/config.toml',
  'rust-toolchain.toml',
  'rust-toolchain',
  'go.work',
  '.pnpmfile.cjs',
  '.pnp.cjs',
  '.mvn/jvm.config',
  'gradle/wrapper/gradle-wrapper.properties',
  'app/gradle.properties',
  '.config/git/config',
  '.config/go/env',
  '.lesskey',
  '.kube/config',
  'bin/.tool-versions',
]
const SECRET = ['.env', 'app/.env.local', '.npmrc', '.ssh/id_rsa', 'server.pem', '.aws/credentials', '.git-credentials']
const PLAIN = [
  'src/app.ts',
  '.env.example',
  'README.md',
  '.gitignore',
  'env/config.ts',
  'git/config',
  'HEADER.md',
  'yarn.lock',
  'gradle/libs.versions.toml',
  'go.mod',
  'Makefile',
  'cargo/config.toml',
  '~notes',
]

it.each([...STEERING, ...SECRET, ...PLAIN.slice(0, -1)])('%s has the class that a command with it has', (path) => {
  const [read, write] = [commandRisk(`cat ./${path}`), commandRisk(`echo x > ./${path}`)]
  expect([readFileSpec, grepSpec, writeFileSpec, editFileSpec].map((spec) => riskOf(spec, path))).toEqual([
    read,
    read,
    write,
    write,
  ])
})

it('raises only what steers other programs or shows keys', () => {
  expect(STEERING.map((path) => riskOf(writeFileSpec, path))).toEqual(STEERING.map(() => 'destructive-local'))
  expect(SECRET.map((path) => riskOf(readFileSpec, path))).toEqual(SECRET.map(() => 'credential-access'))
  expect(PLAIN.map((path) => [riskOf(readFileSpec, path), riskOf(writeFileSpec, path)])).toEqual(
    PLAIN.map(() => ['read-only-local', 'workspace-write']),
  )
})

it('reads the path that is meant, however it is written', () => {
  for (const path of ['./.git/config', 'src/../.git/config', '/workspace/.git//config'])
    expect([path, riskOf(writeFileSpec, path)]).toEqual([path, 'destructive-local'])
})

it('says which file it is, and leaves names and what lies outside to the tools', () => {
  expect(effectiveRisk(readFileSpec, { kind: 'path', value: '/workspace/app/.env' })).toMatchObject({
    risk: 'credential-access',
    classes: ['credential-access'],
    reason: 'It reads app/.env, whose name says that it holds keys or tokens.',
  })
  expect([riskOf(lsSpec, '.ssh'), riskOf(globSpec, '.ssh'), riskOf(readFileSpec, '/etc/shadow')]).toEqual([
    'read-only-local',
    'read-only-local',
    'read-only-local',
  ])
})
