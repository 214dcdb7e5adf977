import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CorruptRecord } from '#contracts/ports/store.ts'
import type { StoredFile } from '#contracts/ports/workspace-store.ts'
import type { Storage } from './open-storage.ts'

function sampleFile(path: string, bytes: Uint8Array, more: Partial<StoredFile> = {}): StoredFile {
  return { path, bytes, mode: 0o644, modifiedAt: 5, link: null, directory: false, ...more }
}

/** What every workspace store promises. */
export function workspaceSuite(
  name: string,
  open: (onCorrupt: (record: CorruptRecord) => void) => Promise<Storage>,
): void {
  describe(`workspace store: ${name}`, () => {
    let storage: Storage
    let corrupt: CorruptRecord[]
    beforeEach(async () => {
      corrupt = []
      storage = await open((record) => corrupt.push(record))
    })
    afterEach(() => storage.close())

    test('files, links and directories come back as they were, in path order', async () => {
      const files = [
        sampleFile('/workspace/a.txt', new TextEncoder().encode('Grüße')),
        sampleFile('/workspace/b', new Uint8Array(), { directory: true, mode: 0o755 }),
        sampleFile('/workspace/c', new Uint8Array(), { link: 'a.txt', mode: 0o777 }),
        sampleFile('/workspace/empty', new Uint8Array()),
      ]
      await storage.workspaces.save('w', files.toReversed(), [])
      await storage.workspaces.save('other', [sampleFile('/workspace/a.txt', Uint8Array.of(1))], [])
      expect(await storage.workspaces.load('w')).toEqual(files)
      expect(await storage.workspaces.load('nobody')).toEqual([])
    })

    test('a save writes and removes', async () => {
      await storage.workspaces.save(
        'w',
        ['/a', '/b'].map((path) => sampleFile(path, Uint8Array.of(1))),
        [],
      )
      const changed = sampleFile('/b', Uint8Array.of(2, 3), { modifiedAt: 9 })
      await storage.workspaces.save('w', [changed], ['/a', '/nothing'])
      expect(await storage.workspaces.load('w')).toEqual([changed])
    })

    test('a path that is removed and written in one save is written', async () => {
      const file = sampleFile('/a', Uint8Array.of(1))
      await storage.workspaces.save('w', [file], ['/a'])
      expect(await storage.workspaces.load('w')).toEqual([file])
    })

    test('a large file keeps every byte', async () => {
      const bytes = Uint8Array.from({ length: 1_500_000 }, (_, index) => (index * 31) % 251)
      await storage.workspaces.save('w', [sampleFile('/big', bytes)], [])
      const [loaded] = await storage.workspaces.load('w')
      expect(loaded?.bytes).toBeInstanceOf(Uint8Array)
      // Compared by index of the first difference: a diff of 1.5 million numbers helps nobody.
      expect(loaded?.bytes.findIndex((byte, index) => byte !== bytes[index])).toBe(-1)
      expect(loaded?.bytes.length).toBe(bytes.length)
    })

    test('a view into a larger buffer stores its own bytes only', async () => {
      const view = new Uint8Array(1_000).subarray(10, 12)
      await storage.workspaces.save('w', [sampleFile('/a', view)], [])
      const [loaded] = await storage.workspaces.load('w')
      expect(loaded?.bytes.buffer.byteLength).toBe(2)
    })

    test('a file that is not in its form stops the whole save', async () => {
      const bad = sampleFile('/bad', Uint8Array.of(1), { mode: 0.5 })
      const saving = storage.workspaces.save('w', [sampleFile('/good', Uint8Array.of(1)), bad], [])
      await expect(saving).rejects.toMatchObject({ failure: { stage: 'storage', kind: 'invalid' } })
      expect(await storage.workspaces.load('w')).toEqual([])
    })

    test('a corrupt file is reported and the others load', async () => {
      const good = sampleFile('/good', Uint8Array.of(1))
      await storage.workspaces.save('w', [good], [])
      await storage.records.write(['workspaceFiles'], 'relaxed', (rows) =>
        rows.put('workspaceFiles', { workspaceId: 'w', path: '/bad', bytes: 'text' }),
      )
      expect(await storage.workspaces.load('w')).toEqual([good])
      expect(corrupt).toEqual([{ store: 'workspaceFiles', key: 'w//bad', reason: expect.any(String) }])
    })
  })
}
