import { describe, expect, it } from 'vitest'
import { fail } from '#contracts/failure.ts'
import { LIST_MAX_ENTRIES, WORKSPACE_FILE_MAX_BYTES } from '#contracts/limits.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { WorkspaceStore } from '#contracts/ports/workspace-store.ts'
import { mortalStorage } from '#e2e/doubles/mortal-storage.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel } from '#e2e/doubles/scripted-model.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'

async function openWorkspace() {
  const node = startNodeRuntime({ model: scriptedModel([]) })
  const { session } = await node.call('session.create', {})
  const sessionId = session.id
  return {
    upload: (path: string, text: string, onTaken?: 'ask' | 'replace' | 'keep-both') =>
      node.call('workspace.upload', {
        sessionId,
        path,
        base64: btoa(text),
        ...(onTaken === undefined ? {} : { onTaken }),
      }),
    raw: (base64: string, onTaken: 'ask' | 'replace' = 'ask') =>
      node.call('workspace.upload', { sessionId, path: '/workspace/x', base64, onTaken }),
    read: async (path: string) => {
      const { content } = await node.call('workspace.read', { sessionId, path })
      return content.kind === 'text' ? content.text : content.kind
    },
    names: async (path: string) =>
      (await node.call('workspace.list', { sessionId, path })).entries.map((entry) => entry.path),
  }
}

describe('an upload', () => {
  it('whose name is taken changes nothing until the person said what', async () => {
    const { upload, read } = await openWorkspace()
    expect(await upload('/workspace/src/x.txt', 'mine')).toEqual({ path: '/workspace/src/x.txt', written: true })
    expect(await upload('/workspace/src/x.txt', 'other')).toEqual({ path: '/workspace/src/x.txt', written: false })
    expect(await read('/workspace/src/x.txt')).toBe('mine')
    expect(await upload('/workspace/src/x.txt', 'other', 'replace')).toEqual({
      path: '/workspace/src/x.txt',
      written: true,
    })
    expect(await read('/workspace/src/x.txt')).toBe('other')
  })

  it('that keeps both takes the next free name in the same folder', async () => {
    const { upload, read, names } = await openWorkspace()
    await upload('/workspace/src/x.txt', '1')
    expect(await upload('/workspace/src/x.txt', '2', 'keep-both')).toEqual({
      path: '/workspace/src/x-2.txt',
      written: true,
    })
    await Promise.all(['3', '4'].map((text) => upload('/workspace/src/x.txt', text, 'keep-both')))
    expect(await names('/workspace/src')).toEqual(
      ['x-2', 'x-3', 'x-4', 'x'].map((name) => `/workspace/src/${name}.txt`),
    )
    expect([await read('/workspace/src/x.txt'), await read('/workspace/src/x-2.txt')]).toEqual(['1', '2'])
  })

  it('over a folder is refused, whatever was said', async () => {
    const { upload, names } = await openWorkspace()
    await upload('/workspace/src/x.txt', '1')
    for (const onTaken of ['ask', 'replace'] as const)
      await expect(upload('/workspace/src', '2', onTaken)).rejects.toMatchObject({ failure: { kind: 'not-a-file' } })
    expect(await names('/workspace')).toEqual(['/workspace/src'])
  })

  it('is measured before it is decoded, by what the workspace takes', async () => {
    const { raw, names } = await openWorkspace()
    // Larger than an attachment of a message may be; characters of base64 are six bits each.
    expect(await raw('A'.repeat(28_000_000))).toEqual({ path: '/workspace/x', written: true })
    // Not base64 at all: were it decoded first, that would be said.
    await expect(raw('!'.repeat(((WORKSPACE_FILE_MAX_BYTES + 9) / 3) * 4))).rejects.toMatchObject({
      failure: { kind: 'too-large' },
    })
    expect(await names('/workspace')).toEqual(['/workspace/x'])
  }, 30_000)

  it('that did not arrive whole is refused', async () => {
    const { raw } = await openWorkspace()
    await expect(raw('!!!')).rejects.toMatchObject({ failure: { kind: 'invalid' } })
  })
})

describe('a file for the editor', () => {
  it('is text only where writing it back would change nothing', async () => {
    const { raw, read } = await openWorkspace()
    const shown = async (bytes: Uint8Array) => {
      await raw(Buffer.from(bytes).toString('base64'), 'replace')
      return read('/workspace/x')
    }
    const late = new Uint8Array(9_000).fill(0x61)
    late[8_999] = 0xfc
    expect(await shown(new Uint8Array([0x66, 0xfc, 0x6e, 0x66]))).toBe('binary')
    expect(await shown(late)).toBe('binary')
    expect(await shown(new TextEncoder().encode('\ufefffünf'))).toBe('\ufefffünf')
    expect(await shown(new TextEncoder().encode('GIF89a is a format'))).toBe('GIF89a is a format')
  })
})

describe('what the person puts in or takes out is stored before it is said to be', () => {
  /** A workspace whose tab dies the moment its call was answered; what the next tab finds. */
  async function afterDeath(act: (node: NodeRuntime, sessionId: string) => Promise<unknown>) {
    const kept = memoryStorage('A test keeps nothing.')
    const tab = mortalStorage(kept)
    const first = startNodeRuntime({ model: scriptedModel([[{ hang: true }]]), storage: tab.storage })
    const { session } = await first.call('session.create', { model: { providerId: 'p', modelId: 'm' } })
    await act(first, session.id)
    tab.die()
    const second = startNodeRuntime({ model: scriptedModel([]), storage: kept })
    const { entries } = await second.call('workspace.list', { sessionId: session.id, path: '/workspace' })
    return entries.map(({ path }) => path)
  }
  const path = '/workspace/a.txt'
  const upload = (node: NodeRuntime, sessionId: string, onTaken?: 'replace' | 'keep-both') =>
    node.call('workspace.upload', { sessionId, path, base64: btoa('a'), ...(onTaken === undefined ? {} : { onTaken }) })

  it.each<[string, (node: NodeRuntime, sessionId: string) => Promise<unknown>, string[]]>([
    ['an edit', (node, id) => node.call('workspace.write', { sessionId: id, path, text: 'a', revision: null }), [path]],
    ['an upload', (node, id) => upload(node, id), [path]],
    ['one that replaces', (node, id) => upload(node, id, 'replace'), [path]],
    [
      'one that keeps both',
      (node, id) => upload(node, id).then(() => upload(node, id, 'keep-both')),
      ['/workspace/a-2.txt', path],
    ],
    [
      'a removal',
      (node, id) => upload(node, id).then(() => node.call('workspace.remove', { sessionId: id, path })),
      [],
    ],
    [
      'an attachment of a message that is shown',
      async (node, id) => {
        const attachments = [{ kind: 'file' as const, name: 'a.txt', mediaType: 'text/plain', base64: btoa('a') }]
        void node.call('turn.send', { sessionId: id, text: 'Read it.', attachments }).catch(() => {})
        await node.until((event) => (event.type === 'message' && event.message.role === 'user' ? true : undefined))
      },
      [path],
    ],
  ])('%s', async (_, act, found) => {
    expect(await afterDeath(act)).toEqual(found)
  })

  it('and where that fails the editor may save the same text again', async () => {
    const kept = memoryStorage('A test keeps nothing.')
    let full = true
    const workspaces: WorkspaceStore = {
      load: (id) => kept.workspaces.load(id),
      save: async (...all) => {
        if (full) throw fail('storage', 'storage-full', 'It is full.')
        return kept.workspaces.save(...all)
      },
    }
    const node = startNodeRuntime({ model: scriptedModel([]), storage: { ...kept, workspaces } })
    const { session } = await node.call('session.create', {})
    const save = (text: string) => node.call('workspace.write', { sessionId: session.id, path, text, revision: null })
    await expect(save('a')).rejects.toMatchObject({ failure: { stage: 'storage' } })
    full = false
    expect((await save('a')).revision).not.toBe('')
    await expect(save('b')).rejects.toMatchObject({ failure: { kind: 'already-exists' } })
  })
})

it('a directory is listed up to the bound, with how many entries are not', async () => {
  const sandboxes: Sandbox[] = []
  const node = startNodeRuntime({
    model: scriptedModel([]),
    seenSandbox: (sandbox) => {
      sandboxes.push(sandbox)
      return sandbox
    },
  })
  const { session } = await node.call('session.create', {})
  const list = (path: string) => node.call('workspace.list', { sessionId: session.id, path })
  expect(await list('/workspace')).toEqual({ entries: [], omitted: 0 })
  const { signal } = new AbortController()
  const bytes = new TextEncoder().encode('a')
  for (let at = 0; at < LIST_MAX_ENTRIES + 3; at += 1)
    await sandboxes[0]?.write(`/workspace/many/${at}.txt`, bytes, { expect: null }, signal)
  const { entries, omitted } = await list('/workspace/many')
  expect({ entries: entries.length, omitted }).toEqual({ entries: LIST_MAX_ENTRIES, omitted: 3 })
})
