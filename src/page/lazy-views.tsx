import type { Session } from '#contracts/sessions.ts'
import type { FileDiff } from '#contracts/views.ts'
import { lazyView } from './kit/lazy-view.tsx'

/** The inspector of a session, loaded when it is first looked at. */
export const Inspector = lazyView<{ sessionId: string }>(
  async () => (await import('./inspector/inspector.tsx')).Inspector,
  { lost: 'pane' },
)

/** What the monitor saw of a session, and whether its workspace is trusted, as a mark. */
export const RunMark = lazyView<{ session: Session }>(async () => (await import('./trust/run-mark.tsx')).RunMark, {
  lost: 'mark',
})

/** Says that a workspace is not trusted, where it is not. */
export const TrustBanner = lazyView<{ sessionId: string }>(
  async () => (await import('./trust/trust-banner.tsx')).TrustBanner,
  { lost: 'line' },
)

/** A diff whose code is loaded with the first one that is shown. Space is held for it meanwhile. */
export const Diff = lazyView<{ diff: FileDiff }>(async () => (await import('./kit/diff/diff-view.tsx')).DiffView, {
  lost: 'line',
  wait: ({ diff }) => <div style={{ blockSize: Math.min(diff.lines.length, 12) * 20 }} />,
})

/** Code to read, loaded with the first one that is shown. */
export const Code = lazyView<{ text: string; path: string; firstLine?: number }>(
  async () => (await import('./kit/code/code-view.tsx')).CodeView,
  { lost: 'line', wait: () => <div style={{ blockSize: 120 }} /> },
)
