import { afterEach, beforeEach, expect, it } from 'vitest'
import { FailureError } from '#contracts/failure.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { Attachment } from '#contracts/sessions.ts'
import { manualClock } from '#world/manual-clock.ts'
import { createSandbox } from '#world/sandbox/create-sandbox.ts'
import { spawnInProcessShell } from '#world/sandbox/embedded/in-process-shell.ts'
import { putAttachments } from './put-attachments.ts'

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

it('a whole picture goes to the model under the type that its bytes have', async () => {
  const attached: Attachment = { kind: 'image', name: 'a.jpg', mediaType: 'image/jpeg', base64: PNG }
  expect(await putAttachments([attached], sandbox)).toEqual([
    { type: 'image', mediaType: 'image/png', base64: PNG, name: 'a.jpg' },
  ])
})

it('what providers would refuse goes into the workspace', async () => {
  const cut = Buffer.from(PNG, 'base64').subarray(0, 60).toString('base64')
  const text = btoa('GIF89a is a format, not a picture')
  const parts = await putAttachments(
    [image('cut.png', cut), image('note.gif', text), image('wide.png', wide())],
    sandbox,
  )
  expect(parts).toEqual([
    { type: 'file', path: '/workspace/cut.png', size: 60 },
    { type: 'file', path: '/workspace/note.gif', size: 33 },
    { type: 'file', path: '/workspace/wide.png', size: 74 },
  ])
})

it('without a workspace it says what to do', async () => {
  const failure = await putAttachments([image('wide.png', wide())], null).then(
    () => null,
    (error: unknown) => (error instanceof FailureError ? error.failure.message : error),
  )
  expect(failure).toBe(
    'wide.png cannot be sent. It has 9000 × 2 pixels, and a picture may have 8000 a side; make it smaller or cut it into parts first.',
  )
})
