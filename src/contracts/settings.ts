import { z } from 'zod'
import { ModelRef, ProviderConfig } from './models.ts'
import { Mode } from './risk.ts'

/** What the user set, one record. `providers` never holds a key. */
export const Settings = z.object({
  providers: z.array(ProviderConfig),
  defaultModel: ModelRef.nullable(),
  defaultMode: Mode,
  theme: z.enum(['system', 'light', 'dark']),
})
export type Settings = z.infer<typeof Settings>

export const DEFAULT_SETTINGS: Settings = { providers: [], defaultModel: null, defaultMode: 'ask', theme: 'system' }

/** Where data is kept and what may be lost (spec ST4). */
export const StorageReport = z.object({
  kind: z.enum(['indexeddb', 'memory']),
  /** Why it is memory, or what was wrong with the database at the start, in sentences; '' where all is well. */
  reason: z.string(),
  usageBytes: z.number().nullable(),
  quotaBytes: z.number().nullable(),
  persisted: z.boolean().nullable(),
})
export type StorageReport = z.infer<typeof StorageReport>
