import { z } from '#contracts/zod.ts'
import type { CorruptRecord } from '#contracts/ports/store.ts'
import type { StoredFile, WorkspaceStore } from '#contracts/ports/workspace-store.ts'
import { under, type Records } from './records.ts'
import { checked, field, keyText, readRow } from './stored-rows.ts'

/** Larger files are stored as a `Blob`, which the browser keeps beside the database (measured: half the time at 50 MB). */
const BLOB_FROM_BYTES = 1_000_000

const FileRow = z.object({
  workspaceId: z.string(),
  path: z.string(),
  bytes: z.union([z.instanceof(Uint8Array), z.instanceof(Blob)]),
  mode: z.number().int(),
  modifiedAt: z.number(),
  link: z.string().nullable(),
  directory: z.boolean(),
})
type FileRow = z.infer<typeof FileRow>

function fileRow(workspaceId: string, file: StoredFile): FileRow {
  // A copy of exactly these bytes: a view would take its whole buffer into the database.
  const bytes = file.bytes.slice()
  return checked(
    FileRow,
    { ...file, workspaceId, bytes: bytes.byteLength > BLOB_FROM_BYTES ? new Blob([bytes]) : bytes },
    'workspaceFiles',
  )
}

async function storedFile(row: FileRow): Promise<StoredFile> {
  const { workspaceId: _, bytes, ...rest } = row
  return { ...rest, bytes: bytes instanceof Blob ? new Uint8Array(await bytes.arrayBuffer()) : bytes }
}

/** The files of workspaces, one row per path. A file that cannot be read is reported and left out. */
export function workspaceFileStore(records: Records, onCorrupt: (record: CorruptRecord) => void): WorkspaceStore {
  return {
    async load(workspaceId) {
      const rows = await records.read(['workspaceFiles'], (all) => all.list('workspaceFiles', under([workspaceId])))
      const files: StoredFile[] = []
      for (const raw of rows) {
        const where = { store: 'workspaceFiles', key: keyText(workspaceId, field(raw, 'path')) } as const
        const row = readRow(FileRow, raw, where, onCorrupt)
        if (row === null) continue
        try {
          files.push(await storedFile(row))
        } catch {
          onCorrupt({ ...where, reason: 'The browser lost the content of this file.' })
        }
      }
      return files
    },

    async save(workspaceId, put, remove) {
      const rows = put.map((file) => fileRow(workspaceId, file))
      // Strict: a call is recorded as done right after its files were saved, and must not outlive them.
      await records.write(['workspaceFiles'], 'strict', async (all) => {
        for (const path of remove) await all.remove('workspaceFiles', [workspaceId, path])
        // Requests keep their order, so one wait for all of them is enough and three times as fast.
        await Promise.all(rows.map((row) => all.put('workspaceFiles', row)))
      })
    },
  }
}
