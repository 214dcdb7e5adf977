import { z } from '#contracts/zod.ts'

/** A list of which each entry that does not fit is left out: one odd model must not hide the others. */
export function lenientList<T>(entry: z.ZodType<T>): z.ZodType<T[]> {
  return z.array(z.unknown()).transform((items) =>
    items.flatMap((item) => {
      const parsed = entry.safeParse(item)
      return parsed.success ? [parsed.data] : []
    }),
  )
}
