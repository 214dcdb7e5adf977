import { expect, test } from 'vitest'
import { fail, type Failure } from '#contracts/failure.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { StoredFile, WorkspaceStore } from '#contracts/ports/workspace-store.ts'
import { manualClock, type ManualClock } from '../../manual-clock.ts'
import { createSandbox } from '../create-sandbox.ts'
import { spawnInProcessShell } from './in-process-shell.ts'

const never = new AbortController().signal
const bytes = (text: string) => new TextEncoder().encode(text)

/** A store in memory that can be full, and counts how often it was written. */
class MemoryStore implements WorkspaceStore {
  readonly files = new Map<string, StoredFile>()
  saves = 0
  full = false
  async load() {
    return [...this.files.values()]
  }
  async save(_id: string, put: readonly StoredFile[], remove: readonly string[]) {
    if (this.full) throw fail('storage', 'storage-full', 'The disk is full. Remove something.')
    this.saves += 1
    for (const file of put) this.files.set(file.path, structuredClone(file))
    for (const path of remove) this.files.delete(path)
  }
  async delete() {
    this.files.clear()
  }
}

async function open(store: MemoryStore, clock: ManualClock, failures: Failure[] = []): Promise<Sandbox> {
  return createSandbox('embedded', {
    workspaceId: 'w',
    store,
    clock,
    spawnShell: spawnInProcessShell,
    onStorageFailure: (failure) => failures.push(failure),
  })
}

async function tree(sandbox: Sandbox) {
  const { entries } = await sandbox.list('.', { depth: 9, limit: 99 }, never)
  return entries.map(({ path, kind, size, modifiedAt }) => ({ path, kind, size, modifiedAt }))
}

test('a workspace comes back as it was: bytes, empty directories, links, modes and times', async () => {
  const [store, clock] = [new MemoryStore(), manualClock()]
  const first = await open(store, clock)
  await first.write('src/a.bin', new Uint8Array([0, 255, 13]), {}, never)
  await clock.advance(5_000)
  const exec = { cwd: '.', env: {}, stdin: '', timeoutMs: 60_000, onOutput: () => {} }
  const command =
    'mkdir empty; chmod 700 empty src; ln -s src/a.bin l; echo 1 > run.sh; chmod 755 run.sh; echo x >> log; echo y >> log; echo t > /tmp/t'
  await first.exec({ ...exec, command }, never)
  const before = await tree(first)
  await first.close()
  expect([...store.files.keys()].filter((path) => !path.startsWith('/workspace/'))).toEqual([])
  expect(store.files.get('/workspace/log')?.bytes).toEqual(bytes('x\ny\n'))
  const second = await open(store, clock)
  expect(await tree(second)).toEqual(before)
  expect((await second.read('l', never)).bytes).toEqual(new Uint8Array([0, 255, 13]))
  let said = ''
  const modes = 'test -x run.sh && test ! -x log && stat -c "%a %n" empty src'
  await second.exec({ ...exec, command: modes, onOutput: (_stream, text) => (said += text) }, never)
  expect(said).toBe('700 empty\n700 src\n')
  await second.close()
})

test('a directory comes back with the time of the last change in it, whichever sandbox made that', async () => {
  const [store, clock] = [new MemoryStore(), manualClock()]
  for (const change of ['mkdir -p d/e; echo 1 > d/e/f', 'echo 2 > d/e/g', 'rm d/e/f', 'mv d/e/g d/g', 'ln -s x d/l']) {
    const sandbox = await open(store, clock)
    await sandbox.exec({ command: change, cwd: '.', env: {}, stdin: '', timeoutMs: 60_000, onOutput: () => {} }, never)
    const before = await tree(sandbox)
    await sandbox.close()
    await clock.advance(5_000)
    const again = await open(store, clock)
    expect(await tree(again), change).toEqual(before)
    await again.close()
  }
})

test('changes are written in batches, a removal with them', async () => {
  const [store, clock] = [new MemoryStore(), manualClock()]
  const sandbox = await open(store, clock)
  for (let i = 0; i < 50; i += 1) await sandbox.write(`f${i}`, bytes(String(i)), {}, never)
  expect(store.saves).toBe(0)
  await clock.advance(250)
  expect([store.saves, store.files.size]).toEqual([1, 50])
  await sandbox.remove('f0', never)
  await sandbox.close()
  expect([store.saves, store.files.size]).toEqual([2, 49])
})

test('a full store is reported, memory keeps working, and nothing is forgotten', async () => {
  const [store, clock, failures] = [new MemoryStore(), manualClock(), [] as Failure[]]
  const sandbox = await open(store, clock, failures)
  store.full = true
  await sandbox.write('a', bytes('1'), {}, never)
  await clock.advance(250)
  expect(failures.map((failure) => failure.kind)).toEqual(['storage-full'])
  await sandbox.write('b', bytes('2'), {}, never)
  expect((await sandbox.read('a', never)).bytes).toEqual(bytes('1'))
  store.full = false
  await clock.advance(60_000)
  expect([...store.files.keys()].toSorted()).toEqual(['/workspace/a', '/workspace/b'])
  await sandbox.close()
})

test('a flush that a full store refuses says so to its caller alone, and the files are tried again', async () => {
  const [store, clock, failures] = [new MemoryStore(), manualClock(), [] as Failure[]]
  const sandbox = await open(store, clock, failures)
  store.full = true
  await sandbox.write('a', bytes('1'), {}, never)
  await expect(sandbox.flush(never)).rejects.toMatchObject({ failure: { stage: 'storage', kind: 'storage-full' } })
  expect(failures).toEqual([])
  await clock.advance(60_000)
  expect(failures[0]).toMatchObject({ stage: 'storage', kind: 'storage-full' })
  store.full = false
  await sandbox.flush(never)
  expect([...store.files.keys()]).toEqual(['/workspace/a'])
  await sandbox.close()
})

test('a flush waits for the save that is under way, and stores again what that one lost', async () => {
  const [store, clock, failures] = [new MemoryStore(), manualClock(), [] as Failure[]]
  const sandbox = await open(store, clock, failures)
  const save = store.save.bind(store)
  let refuse = (): void => {}
  store.save = () => new Promise((_, reject) => (refuse = () => reject(fail('storage', 'storage-full', 'Full.'))))
  await sandbox.write('a', bytes('1'), {}, never)
  await clock.advance(250)
  const flushed = sandbox.flush(never)
  store.save = save
  refuse()
  await flushed
  expect([failures.length, ...store.files.keys()]).toEqual([1, '/workspace/a'])
  await sandbox.close()
})

test('a file of which the caller was told that it is durable outlives a tab that dies at once', async () => {
  const [store, clock] = [new MemoryStore(), manualClock()]
  const sandbox = await open(store, clock)
  await sandbox.write('a', bytes('1'), {}, never)
  await sandbox.flush(never)
  // Neither closed nor given time: what a dead tab leaves is what the store holds now.
  expect((await (await open(store, clock)).read('a', never)).bytes).toEqual(bytes('1'))
})

test('a record that fits nowhere is reported and does not keep the rest from opening', async () => {
  const [store, clock, failures] = [new MemoryStore(), manualClock(), [] as Failure[]]
  const file = { bytes: bytes('x'), mode: 0o644, modifiedAt: 1, link: null, directory: false }
  for (const path of ['/etc/passwd', '/workspace/ok', '/workspace/ok/below']) store.files.set(path, { ...file, path })
  const sandbox = await open(store, clock, failures)
  expect((await tree(sandbox)).map((entry) => entry.path)).toEqual(['/workspace/ok'])
  expect(failures).toMatchObject([{ stage: 'storage', kind: 'corrupt-record' }])
  await sandbox.close()
})
