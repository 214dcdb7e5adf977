import { z } from '#contracts/zod.ts'
import { readKept, writeKept } from './kept.ts'

/** How wide the panes beside the conversation may be, and what stays for it, in CSS pixels. */
const SESSIONS = { min: 180, max: 400, usual: 232 }
const WORKSPACE = { min: 320, max: 1_400 }
export const CONVERSATION_LEAST = 480

/** How the page is laid out, remembered across reloads. Widths in CSS pixels. */
export const Panes = z.object({
  sessionsOpen: z.boolean().catch(true),
  sessionsWidth: z.number().min(SESSIONS.min).max(SESSIONS.max).catch(SESSIONS.usual),
  workspaceOpen: z.boolean().catch(true),
  /** Null until the person has dragged it: a share of the window then. */
  workspaceWidth: z.number().min(WORKSPACE.min).max(WORKSPACE.max).nullable().catch(null),
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

/** How wide a pane is, and between what it may be dragged, in CSS pixels. */
export interface PaneWidth {
  now: number
  min: number
  max: number
}

/**
 * The widths of the panes beside the conversation in a window of `windowWidth` CSS pixels. However wide they were
 * dragged, CONVERSATION_LEAST stays for the conversation; the workspace gives way before the sessions do. `beside`: the
 * workspace stands beside the conversation, not over it.
 */
export function paneWidths(
  panes: Panes,
  windowWidth: number,
  beside: boolean,
): { sessions: PaneWidth; workspace: PaneWidth } {
  const room = windowWidth - CONVERSATION_LEAST
  const sessions = bounded(panes.sessionsWidth, SESSIONS, room - (beside ? WORKSPACE.min : 0))
  const share = Math.min(1_100, Math.max(380, Math.round(windowWidth * 0.4)))
  const taken = panes.sessionsOpen ? sessions.now : 0
  return { sessions, workspace: bounded(panes.workspaceWidth ?? share, WORKSPACE, room - taken) }
}

function bounded(wanted: number, { min, max }: { min: number; max: number }, room: number): PaneWidth {
  const most = Math.max(min, Math.min(max, room))
  return { now: Math.min(most, Math.max(min, wanted)), min, max: most }
}
