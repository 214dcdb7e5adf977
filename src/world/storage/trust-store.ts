import type { CorruptRecord, Store, StoredTrust } from '#contracts/ports/store.ts'
import { TrustState } from '#contracts/trust.ts'
import type { Records } from './records.ts'
import { checked, readRow } from './stored-rows.ts'

/** Trust in workspaces. */
export function trustStore(
  records: Records,
  onCorrupt: (record: CorruptRecord) => void,
): Pick<Store, 'trust' | 'updateTrust'> {
  const read = (row: unknown, workspaceId: string): StoredTrust =>
    row === undefined
      ? null
      : (readRow(TrustState, row, { store: 'trust', key: workspaceId }, onCorrupt) ?? ('damaged' as const))
  return {
    async trust(workspaceId) {
      return read(await records.read(['trust'], (rows) => rows.get('trust', workspaceId)), workspaceId)
    },

    async updateTrust(workspaceId, change) {
      return records.write(['trust'], 'strict', async (rows) => {
        const changed = change(read(await rows.get('trust', workspaceId), workspaceId))
        const row = checked(TrustState, { ...changed, workspaceId }, 'trust')
        await rows.put('trust', row)
        // Parsed once more, because the row has been handed over.
        return TrustState.parse(row)
      })
    },
  }
}
