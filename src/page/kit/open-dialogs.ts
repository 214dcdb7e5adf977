import { useLayoutEffect, useSyncExternalStore } from 'react'

let open = 0
const listeners = new Set<() => void>()

function count(by: 1 | -1): void {
  open += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Counts a modal dialog as open, while `is` and as long as its component stands. */
export function useOpenDialog(is = true): void {
  useLayoutEffect(() => {
    if (!is) return undefined
    count(1)
    return () => count(-1)
  }, [is])
}

/** True while any modal dialog is open, whoever opened it. */
export function useDialogOpen(): boolean {
  return useSyncExternalStore(subscribe, () => open > 0)
}
