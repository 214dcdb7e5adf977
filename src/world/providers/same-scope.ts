import type { EchoScope } from '#contracts/messages.ts'

/** Whether two answers come from exactly one place: provider, dialect, model and key. */
export function sameScope(a: EchoScope, b: EchoScope): boolean {
  return a.providerId === b.providerId && a.dialect === b.dialect && a.modelId === b.modelId && a.keyHint === b.keyHint
}
