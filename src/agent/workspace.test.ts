import { describe, expect, it } from 'vitest'
import { WORKSPACE_FILE_MAX_BYTES } from '#contracts/limits.ts'
import { startNodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel } from '#e2e/doubles/scripted-model.ts'

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
