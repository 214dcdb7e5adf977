import { z } from '#contracts/zod.ts'
import type { CorruptRecord } from '#contracts/ports/store.ts'
import { Session } from '#contracts/sessions.ts'
import { DEFAULT_SETTINGS, Settings } from '#contracts/settings.ts'
import { field, parseReason } from './stored-rows.ts'

// What is still good in a damaged record. One bad field must not take the others with it.

/** The settings in a row, and what had to be left out of them: empty where the row is whole. */
export function salvageSettings(row: unknown): { settings: Settings; lost: CorruptRecord[] } {
  const whole = Settings.safeParse(row)
  if (whole.success) return { settings: whole.data, lost: [] }
  const { good, lost } = salvage(Settings.shape, row)
  return {
    settings: { ...DEFAULT_SETTINGS, ...good },
    lost: lost.map(({ at, reason }) => ({ store: 'settings', key: ['settings', ...at].join('/'), reason })),
  }
}

/** The fields of a damaged session's row that can still be read; of its lists, the entries that can. */
export function salvageSession(row: unknown): Partial<Session> {
  return salvage(Session.shape, row).good
}

interface Lost {
  readonly at: string[]
  readonly reason: string
}

/** Parses field by field; of a list, entry by entry. `at` names an entry of a list by its own id where it has one. */
function salvage<T extends z.ZodRawShape>(
  shape: T,
  row: unknown,
): { good: Partial<z.infer<z.ZodObject<T>>>; lost: Lost[] } {
  const good: Record<string, unknown> = {}
  const lost: Lost[] = []
  const values = typeof row === 'object' && row !== null ? new Map(Object.entries(row)) : new Map<string, unknown>()
  for (const [name, type] of Object.entries(shape)) {
    const value = values.get(name)
    if (type instanceof z.ZodArray && Array.isArray(value)) {
      const entries: unknown[] = []
      for (const [index, entry] of value.entries()) {
        const parsed = z.safeParse(type.element, entry)
        if (parsed.success) entries.push(parsed.data)
        else
          lost.push({
            at: [name, field(entry, 'id') === '?' ? `${index + 1}` : field(entry, 'id')],
            reason: parseReason(parsed.error),
          })
      }
      good[name] = entries
      continue
    }
    const parsed = z.safeParse(type, value)
    if (!parsed.success) lost.push({ at: [name], reason: parseReason(parsed.error) })
    else if (parsed.data !== undefined) good[name] = parsed.data
  }
  // Each value was parsed by the schema of its own field.
  return { good: good as Partial<z.infer<z.ZodObject<T>>>, lost }
}
