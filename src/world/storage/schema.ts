/** One store: where its key stands in a row, and its indexes (name → key path). */
export interface StoreShape {
  readonly key: string | readonly string[]
  readonly indexes?: Readonly<Record<string, readonly string[]>>
}

/** The database. Its version counts up with every change of `STORES`; an upgrade only ever adds. */
export const DATABASE_NAME = 'sallyport'
export const DATABASE_VERSION = 2

/**
 * Every store. Keys stand inside the rows. A session's rows share its id as the first part of their
 * key, so that a range reads or removes them without touching another session.
 */
export const STORES = {
  sessions: { key: 'id' },
  messages: { key: ['sessionId', 'seq'] },
  calls: {
    key: ['taskId', 'callId'],
    // A row without `openSince` (a settled call) is not in `open`: the index holds only what is open.
    // `planned` holds all sessions' calls by age, each once.
    indexes: {
      open: ['taskId', 'openSince', 'position'],
      message: ['taskId', 'messageSeq', 'position'],
      planned: ['plannedAt', 'taskId', 'callId'],
    },
  },
  compacted: { key: 'key' },
  events: { key: ['sessionId', 'number'] },
  settings: { key: 'id' },
  pending: { key: ['sessionId', 'id'] },
  turnDiffs: { key: ['sessionId', 'turnId'] },
  secrets: { key: 'keyId' },
  vaultKeys: { key: 'id' },
  workspaceFiles: { key: ['workspaceId', 'path'] },
  agents: { key: 'id' },
  grants: { key: ['agentId', 'kind', 'target'] },
  rules: { key: 'id' },
  ruleFiles: { key: 'workspaceId' },
  trust: { key: 'workspaceId' },
  memory: { key: 'id' },
  skills: { key: 'id' },
  servers: { key: 'id' },
  workflows: { key: 'id' },
} as const satisfies Record<string, StoreShape>

export type StoreName = keyof typeof STORES

/** Every store name, in the order of the table. */
export const STORE_NAMES = Object.keys(STORES) as StoreName[]

/** The shape of one store, without the literal types that `as const` gives it. */
export function shapeOf(store: StoreName): StoreShape {
  return STORES[store]
}
