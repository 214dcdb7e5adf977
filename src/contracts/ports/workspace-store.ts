/** One stored file. `mode` is the permission bits; `link` the target where it is a symbolic link. */
export interface StoredFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly mode: number
  readonly modifiedAt: number
  readonly link: string | null
  readonly directory: boolean
}

/** Where a workspace's files live between visits (spec SB3). One record per path. */
export interface WorkspaceStore {
  load(workspaceId: string): Promise<StoredFile[]>
  /** Writes and removes in one strict transaction: durable when it resolves. Throws `FailureError` (`storage-full`) with nothing half done. */
  save(workspaceId: string, put: readonly StoredFile[], remove: readonly string[]): Promise<void>
}
