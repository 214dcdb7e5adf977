import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import type { LostShape } from './lost-part.tsx'
import { PartBoundary } from './part-boundary.tsx'
import { loadPart } from './part-not-loaded.ts'

interface LazyOptions<P> {
  /** What stands in its place if its code does not come. */
  lost: LostShape
  /** What stands there while it comes; nothing unless given. */
  wait?: (props: P) => ReactNode
}

/**
 * A component whose code is loaded when it is first shown. Code that does not come leaves the rest of the page at work:
 * it is asked for again when the person says so, when the network is back, and when the component is next shown. A
 * component with an `onClose` can be put away meanwhile.
 */
export function lazyView<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { lost, wait }: LazyOptions<P>,
): ComponentType<P> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await loadPart(load) }
      } catch (error) {
        // React keeps a refusal for good: whoever comes next begins anew.
        shared = begin()
        throw error
      }
    })
  let shared = begin()
  return function LazyView(props: P) {
    const [Part, setPart] = useState(() => shared)
    const onClose =
      'onClose' in props && typeof props.onClose === 'function' ? (props.onClose as () => void) : undefined
    return (
      <PartBoundary shape={lost} onAgain={() => setPart(shared)} onClose={onClose}>
        <Suspense fallback={wait?.(props) ?? null}>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
}
