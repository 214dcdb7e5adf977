import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FailureError } from '#contracts/failure.ts'
import { WORKSPACE_FILE_MAX_BYTES } from '#contracts/limits.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { Attachment } from '#contracts/sessions.ts'
import { manualClock } from '#world/manual-clock.ts'
import { createSandbox } from '#world/sandbox/create-sandbox.ts'
import { spawnInProcessShell } from '#world/sandbox/embedded/in-process-shell.ts'
import { putAttachments, sortAttachments } from './put-attachments.ts'

let sandbox: Sandbox
beforeEach(async () => {
  const parts = { workspaceId: 'w', store: null, spawnShell: spawnInProcessShell, onStorageFailure: () => {} }
  sandbox = await createSandbox('embedded', { ...parts, clock: manualClock() })
})
afterEach(() => sandbox.close())

/** A PNG of 3 × 2 pixels. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEUlEQVR4nGNgQAYn5LgYGBgABYIA8QrrGykAAAAASUVORK5CYII='

function image(name: string, base64: string): Attachment {
  return { kind: 'image', name, mediaType: 'image/png', base64 }
}

/** The PNG with another width. */
function wide(): string {
  const bytes = Buffer.from(PNG, 'base64')
  bytes.writeUInt32BE(9_000, 16)
  return bytes.toString('base64')
}

function put(attachments: readonly Attachment[], into: Sandbox | null) {
  return putAttachments(sortAttachments(attachments), into, new AbortController().signal)
}

it('a whole picture goes to the model under the type that its bytes have', async () => {
  const attached: Attachment = { kind: 'image', name: 'a.jpg', mediaType: 'image/jpeg', base64: PNG }
  expect((await put([attached], sandbox)).parts).toEqual([
    { type: 'image', mediaType: 'image/png', base64: PNG, name: 'a.jpg' },
  ])
})

it('what providers would refuse goes into the workspace', async () => {
  const cut = Buffer.from(PNG, 'base64').subarray(0, 60).toString('base64')
  const text = btoa('GIF89a is a format, not a picture')
  const { parts } = await put([image('cut.png', cut), image('note.gif', text), image('wide.png', wide())], sandbox)
  expect(parts).toEqual([
    { type: 'file', path: '/workspace/cut.png', size: 60 },
    { type: 'file', path: '/workspace/note.gif', size: 33 },
    { type: 'file', path: '/workspace/wide.png', size: 74 },
  ])
})

it('without a workspace it says what to do', async () => {
  const failure = await put([image('wide.png', wide())], null).then(
    () => null,
    (error: unknown) => (error instanceof FailureError ? error.failure.message : error),
  )
  expect(failure).toBe(
    'wide.png cannot be sent. It has 9000 × 2 pixels, and a picture may have 8000 a side; make it smaller or cut it into parts first.',
  )
})

describe('the files of a message that could not be sent', () => {
  const file = (name: string, text: string): Attachment => ({ kind: 'file', name, base64: btoa(text) })
  const left = async (): Promise<string[]> =>
    (await sandbox.list('/workspace', { depth: 1, limit: 9 }, signal)).entries.map(({ path }) => path)
  const { signal } = new AbortController()

  it('are taken back, but for one that was changed since', async () => {
    const { takeBack } = await put([file('a.csv', 'a'), file('b.csv', 'b')], sandbox)
    await sandbox.write('/workspace/b.csv', new TextEncoder().encode('mine'), {}, signal)
    await takeBack()
    await takeBack()
    expect(await left()).toEqual(['/workspace/b.csv'])
  })

  it('are none where one of them cannot be put', async () => {
    const large = 'b'.repeat(WORKSPACE_FILE_MAX_BYTES + 1)
    await expect(put([file('a.csv', 'a'), file('b.csv', large)], sandbox)).rejects.toThrow(
      'would be larger than the workspace allows for one file',
    )
    expect(await left()).toEqual([])
  })
})
