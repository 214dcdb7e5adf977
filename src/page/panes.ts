import { z } from '#contracts/zod.ts'
import { readKept, writeKept } from './kept.ts'

/** How the page is laid out, remembered across reloads. Widths in CSS pixels. */
export const Panes = z.object({
  sessionsOpen: z.boolean().catch(true),
  sessionsWidth: z.number().min(160).max(480).catch(232),
  workspaceOpen: z.boolean().catch(true),
  /** Null until the person has dragged it: a share of the window then. */
  workspaceWidth: z.number().min(280).max(2_000).nullable().catch(null),
  /** Which of the three a phone shows. */
  tab: z.enum(['chat', 'work', 'more']).catch('chat'),
})
export type Panes = z.infer<typeof Panes>

/** The layout as it was left, or the one that a first visit gets. */
export function readPanes(): Panes {
  const panes = Panes.parse(readKept('panes') ?? {})
  return { ...panes, tab: 'chat' }
}

export function keepPanes(panes: Panes): void {
  writeKept('panes', panes)
}
