import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CONVERSATION_LEAST, Panes, paneWidths } from './panes.ts'

const width = fc.integer({ min: 0, max: 3_000 })

it('whatever was dragged and kept, the panes beside the conversation leave it its room', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_200, max: 4_000 }),
      width,
      fc.option(width),
      fc.boolean(),
      (window, left, right, open) => {
        const panes = Panes.parse({ sessionsOpen: open, sessionsWidth: left, workspaceWidth: right })
        const { sessions, workspace } = paneWidths(panes, window, true)
        expect(window - (open ? sessions.now : 0) - workspace.now).toBeGreaterThanOrEqual(CONVERSATION_LEAST)
        for (const { now, min, max } of [sessions, workspace]) expect([now >= min, now <= max]).toEqual([true, true])
      },
    ),
  )
})

it('a width that a splitter can give is kept as it is', () => {
  const panes = Panes.parse({ sessionsWidth: 400, workspaceWidth: 1_400 })
  const { sessions, workspace } = paneWidths(panes, 2_560, true)
  expect([panes.sessionsWidth, panes.workspaceWidth, sessions.now, workspace.now]).toEqual([400, 1_400, 400, 1_400])
})
