import { afterEach, beforeEach, expect, test } from 'vitest'
import { SHELL_ENV_MAX_CHARS, SHELL_OUTPUT_KEPT_CHARS, SHELL_OUTPUT_MODEL_CHARS } from '#contracts/limits.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { manualClock } from '#world/manual-clock.ts'
import { createSandbox } from '#world/sandbox/create-sandbox.ts'
import { spawnInProcessShell } from '#world/sandbox/embedded/in-process-shell.ts'
import { openTrial, type Trial, type TrialOutcome } from '#e2e/doubles/trial-run.ts'
import { executeSpec } from './spec.ts'

const clock = manualClock()
let stop: AbortController
let sandbox: Sandbox
let trial: Trial

beforeEach(async () => {
  stop = new AbortController()
  const parts = { workspaceId: 'w', store: null, clock, spawnShell: spawnInProcessShell, onStorageFailure: () => {} }
  sandbox = await createSandbox('embedded', parts)
  trial = openTrial({ clock, signal: stop.signal, sandbox })
})
afterEach(() => sandbox.close())

/** Runs a command; durations differ from run to run, so the text is given without them. */
async function execute(
  command: string,
  more: { cwd?: string; timeout_ms?: number; stdin?: string } = {},
): Promise<{ outcome: TrialOutcome; text: string }> {
  const outcome = await trial.call(executeSpec, { command, ...more })
  const text = outcome.ok ? outcome.text : outcome.failure.message
  return { outcome, text: text.replaceAll(/\d+(\.\d+)? m?s\b/g, '<time>') }
}

/** Goes on once the command has written something; yields to the shell's messages in between. */
async function firstOutput(): Promise<void> {
  while (trial.output.length === 0) await new Promise(setImmediate)
}

test('bytes in base64 are shown to the person and kept from the model', async () => {
  const { outcome, text } = await execute('echo before; seq 1 700 | base64 -w 0; echo; echo after')
  expect(text).toMatch(
    /^exit 0, <time>\nbefore\n\[[\d,]+ characters of base64 left out: decode it, or write it to a file\]\nafter$/,
  )
  expect(outcome.ok && outcome.client.kind === 'shell' && outcome.client.output).toContain('MQoyCjMKNAo1')
})

test('a command answers with exit code, duration and both streams, and its output was live', async () => {
  const { outcome, text } = await execute('echo hello; echo oops >&2')
  expect(text).toBe('exit 0, <time>\nhello\noops')
  expect(outcome).toMatchObject({
    client: {
      kind: 'shell',
      summary: 'exit 0',
      command: 'echo hello; echo oops >&2',
      output: 'hello\noops\n',
      omittedChars: 0,
      exitCode: 0,
      cwd: '/workspace',
    },
  })
  expect(trial.output).toEqual([
    { stream: 'stdout', text: 'hello\n' },
    { stream: 'stderr', text: 'oops\n' },
  ])
})

test('an exit code other than 0 is a result, not a failed call', async () => {
  const { outcome, text } = await execute('echo before; exit 3')
  expect([outcome.ok, text]).toEqual([true, 'exit 3, <time>\nbefore'])
  expect((await execute('true')).text).toBe('exit 0, <time>\n(no output)')
})

test('directory and variables carry over, and a directory that is gone is said to be', async () => {
  expect((await execute('mkdir -p a/b && cd a/b && export NAME=value')).text).toBe(
    'exit 0, <time>, now in /workspace/a/b\n(no output)',
  )
  expect((await execute('pwd; echo $NAME')).text).toBe('exit 0, <time>\n/workspace/a/b\nvalue')
  expect((await execute('pwd', { cwd: '..' })).text).toBe('exit 0, <time>\n/workspace/a')
  await execute('cd b')
  await sandbox.remove('a', stop.signal)
  expect((await execute('pwd')).text).toBe(
    'exit 0, <time>\n[/workspace/a/b, where the last command ended, is gone; this one ran in /workspace.]\n/workspace',
  )
})

test('a named directory must exist, and standard input reaches the script', async () => {
  expect((await execute('pwd', { cwd: 'nowhere' })).outcome).toMatchObject({
    failure: {
      kind: 'not-found',
      message: 'The directory /workspace/nowhere does not exist, so nothing was run. Create it first or leave cwd out.',
    },
  })
  await sandbox.write('file', new Uint8Array(1), {}, stop.signal)
  expect((await execute('pwd', { cwd: 'file' })).outcome).toMatchObject({ failure: { kind: 'not-a-directory' } })
  expect((await execute('wc -l', { stdin: 'a\nb\n' })).text).toMatch(/exit 0, <time>\n\s*2$/)
})

test('control sequences and progress bars reach neither model nor page', async () => {
  const { outcome, text } = await execute(
    String.raw`printf '\033[31mred\033[0m\r\n10%%\r100%%\n\033]8;;http://x\033\\link\033]8;;\033\\\n'`,
  )
  expect(text).toBe('exit 0, <time>\nred\n100%\nlink')
  expect(outcome).toMatchObject({ client: { output: 'red\n100%\nlink\n' } })
})

test('long output keeps both ends and says what is missing', async () => {
  const { outcome, text } = await execute('echo start; seq 1 20000; echo end')
  expect(text.length).toBeLessThanOrEqual(SHELL_OUTPUT_MODEL_CHARS)
  expect(text).toMatch(/^exit 0, <time>\n\[The output is long: [\d,]+ characters in its middle are left out\./)
  expect(text).toContain('\nstart\n1\n2\n')
  expect(text.endsWith('\n20000\nend')).toBe(true)
  const kept = outcome.ok && outcome.client.kind === 'shell' ? outcome.client : null
  expect(kept?.omittedChars).toBe(0)
  expect(kept?.output.length).toBeLessThan(SHELL_OUTPUT_KEPT_CHARS)
})

test('a command that runs out of time fails with what it wrote and did until then', async () => {
  const running = execute('echo begun > trace; echo working; sleep 60; echo never', { timeout_ms: 300 })
  await firstOutput()
  await clock.advance(300)
  const { outcome, text } = await running
  expect(outcome).toMatchObject({
    ok: false,
    failure: { stage: 'execution', kind: 'timeout', retryable: false, partialEffect: true, detail: { exitCode: 124 } },
  })
  expect(text).toMatch(
    /^The command ran past its limit of <time> and was ended after <time>\. What it did before stays\. [^\n]*$/,
  )
  expect(outcome.ok ? null : outcome.failure.output).toBe('working')
  expect(new TextDecoder().decode((await sandbox.read('trace', stop.signal)).bytes)).toBe('begun\n')
})

test('a stopped command fails as stopped, with what it wrote until then', async () => {
  const running = execute('echo working; sleep 60; echo never')
  await firstOutput()
  stop.abort()
  const { outcome, text } = await running
  expect(outcome).toMatchObject({ ok: false, failure: { kind: 'aborted', partialEffect: true } })
  expect(text).toBe('The command was stopped after <time>. What it did before stays.')
  expect(outcome.ok ? null : outcome.failure.output).toBe('working')
})

test('the approval shows all that will run, and where: command, standard input, directory, time', async () => {
  await execute('mkdir -p src/lib; cd src')
  const stdin = 'rm -rf src\n'.repeat(20_000)
  expect(await trial.preview(executeSpec, { command: 'bash', cwd: 'lib', stdin, timeout_ms: 5_000 })).toEqual({
    kind: 'command',
    command: 'bash',
    cwd: '/workspace/src/lib',
    effects: [],
    stdin,
    timeoutMs: 5_000,
  })
  expect(await trial.preview(executeSpec, { command: 'ls', stdin: '' })).toEqual({
    kind: 'command',
    command: 'ls',
    cwd: '/workspace/src',
    effects: [],
    timeoutMs: 120_000,
  })
})

test('the directory in an approval is the one where it would start, or why it cannot', async () => {
  await execute('mkdir a; cd a')
  await sandbox.remove('a', stop.signal)
  expect(await trial.preview(executeSpec, { command: 'ls' })).toMatchObject({ kind: 'command', cwd: '/workspace' })
  expect(await trial.preview(executeSpec, { command: 'bash', cwd: 'nowhere', stdin: 'rm -rf src' })).toEqual({
    kind: 'fails',
    message: 'The directory /workspace/a/nowhere does not exist, so nothing was run. Create it first or leave cwd out.',
    value: { command: 'bash', cwd: 'nowhere', stdin: 'rm -rf src' },
  })
})

test('a PATH that was approved once does not decide what a later command is', async () => {
  await execute('mkdir bin; printf "#!/bin/bash\\necho TAKEN" > bin/ls; chmod +x bin/ls')
  await execute('export PATH=/workspace/bin:$PATH KEPT=1')
  expect(trial.run.memory.env).toEqual({ KEPT: '1' })
  expect((await execute('ls')).text).toBe('exit 0, <time>\nbin')
})

test('which private files a command was given is told beside its result', async () => {
  const bytes = new TextEncoder().encode('KEY=1\n')
  for (const name of ['.env', 'a.txt', 'b.pem']) await sandbox.write(name, bytes, {}, stop.signal)
  expect((await execute('cat $(ls -a)')).outcome).toMatchObject({
    client: { privateReads: ['/workspace/.env', '/workspace/b.pem'] },
  })
  expect((await execute('cat a.txt; ls .env')).outcome).toMatchObject({ client: { privateReads: [] } })
})

test('and of one that ran out of time', async () => {
  await sandbox.write('.env', new TextEncoder().encode('KEY=1\n'), {}, stop.signal)
  const running = execute('cat .e*; sleep 60', { timeout_ms: 300 })
  await firstOutput()
  await clock.advance(300)
  expect((await running).outcome).toMatchObject({ failure: { kind: 'timeout', privateReads: ['/workspace/.env'] } })
})

test('variables that are too large together are not carried over, and the earlier ones stand', async () => {
  await execute('export KEPT=1')
  const { text } = await execute(`export KEPT=2 LONG=$(printf '%0${SHELL_ENV_MAX_CHARS}d' 0)`)
  expect(text).toContain('The exported variables are too large to carry over; the earlier ones stand.')
  expect(trial.run.memory.env).toEqual({ KEPT: '1' })
})
