import { z } from './zod.ts'
import { ModelRef, ProviderConfig } from './models.ts'
import { DEFAULT_MONEY, Money } from './money.ts'
import { Mode } from './risk.ts'

/** The fetch relay that the user runs. Its token is sealed in the vault under `tokenId` and is no part of this. */
export const RelaySettings = z.object({
  /** Origin and path, without a slash at the end: https, or http on this computer. */
  url: z.string(),
  tokenId: z.string(),
})
export type RelaySettings = z.infer<typeof RelaySettings>

/** What the user set, one record. `providers` never holds a key. */
export const Settings = z.object({
  providers: z.array(ProviderConfig),
  defaultModel: ModelRef.nullable(),
  defaultMode: Mode,
  theme: z.enum(['system', 'light', 'dark']),
  /** Null while it is turned off, as in every record from before there was one. */
  relay: RelaySettings.nullable().default(null),
  /** In US dollars and without caps in every record from before there were any. */
  money: Money.default(DEFAULT_MONEY),
})
export type Settings = z.infer<typeof Settings>

export const DEFAULT_SETTINGS: Settings = {
  providers: [],
  defaultModel: null,
  defaultMode: 'ask',
  theme: 'system',
  relay: null,
  money: DEFAULT_MONEY,
}

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
