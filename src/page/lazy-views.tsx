import { lazy, Suspense } from 'react'
import type { FileDiff } from '#contracts/views.ts'

const LazyDiff = lazy(async () => ({ default: (await import('./kit/diff/diff-view.tsx')).DiffView }))
const LazyCode = lazy(async () => ({ default: (await import('./kit/code/code-view.tsx')).CodeView }))

/** A diff whose code is loaded with the first one that is shown. Space is held for it meanwhile. */
export function Diff({ diff }: { diff: FileDiff }) {
  const lines = Math.min(diff.lines.length, 12)
  return (
    <Suspense fallback={<div style={{ blockSize: lines * 20 }} />}>
      <LazyDiff diff={diff} />
    </Suspense>
  )
}

/** Code to read, loaded with the first one that is shown. */
export function Code({ text, path, firstLine }: { text: string; path: string; firstLine?: number }) {
  return (
    <Suspense fallback={<div style={{ blockSize: 120 }} />}>
      <LazyCode text={text} path={path} {...(firstLine === undefined ? {} : { firstLine })} />
    </Suspense>
  )
}
