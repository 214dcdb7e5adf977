import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CapabilitySpec } from '#contracts/capability.ts'
import type { JsonObject } from '#contracts/json.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { openTrial, type Trial } from '#e2e/doubles/trial-run.ts'
import { manualClock } from '#world/manual-clock.ts'
import { createSandbox } from '#world/sandbox/create-sandbox.ts'
import { spawnInProcessShell } from '#world/sandbox/embedded/in-process-shell.ts'
import { editFileSpec, readFileSpec, writeFileSpec } from './spec.ts'

let sandbox: Sandbox
let trial: Trial

beforeEach(async () => {
  const clock = manualClock()
  const parts = { workspaceId: 'w', store: null, clock, spawnShell: spawnInProcessShell, onStorageFailure: () => {} }
  sandbox = await createSandbox('embedded', parts)
  trial = openTrial({ clock, signal: new AbortController().signal, sandbox })
})
afterEach(() => sandbox.close())

test.each<[string, CapabilitySpec, JsonObject]>([
  ['read', readFileSpec, { path: 'a.txt' }],
  ['edited', editFileSpec, { path: 'a.txt', old_text: 'one', new_text: 'two' }],
  ['written', writeFileSpec, { path: 'a.txt', content: 'two\n' }],
])('a file that is %s again is the newest that was seen', async (_, spec, input) => {
  for (const path of ['a.txt', 'b.txt']) await trial.call(writeFileSpec, { path, content: 'one\n' })
  expect((await trial.call(spec, input)).ok).toBe(true)
  const { revision } = await sandbox.read('/workspace/a.txt', new AbortController().signal)
  expect([...trial.run.memory.seen.keys()]).toEqual(['/workspace/b.txt', '/workspace/a.txt'])
  expect(trial.run.memory.seen.get('/workspace/a.txt')).toBe(revision)
})
