import type { SessionMemory } from '#contracts/capability-run.ts'
import type { SessionControl, ToolState } from '#contracts/ports/session-control.ts'
import type { Availability } from './plan.ts'
import { storedMemory } from './session-memory.ts'
import type { SessionState } from './session-state.ts'

/** What a person's call may do to its session. `turnId` is that of the call. */
export function createSessionControl(
  turnId: string,
  state: SessionState,
  memory: SessionMemory,
  available: Availability,
): SessionControl {
  return {
    tools: () =>
      state.share.ports.registry.specs.map((spec): ToolState => {
        const { name, group, risk } = spec
        const missing = available.reason(spec)
        if (missing !== null) return { name, group, risk, state: 'unavailable', reason: missing }
        if (spec.callers === 'person') return { name, group, risk, state: 'person', reason: 'only you can call it.' }
        return { name, group, risk, state: 'active', reason: '' }
      }),
    async clear() {
      // The model forgets what it read: otherwise it could write over a file that it does not know any more.
      const forgotten = { ...storedMemory(memory), seen: {} }
      const change = { contextTokens: null, todos: [], memory: forgotten }
      await state.note('cleared', CLEARED, { canGoOn: false, toModel: false, turnId }, change)
      memory.seen.clear()
    },
  }
}

const CLEARED = 'The model begins anew here. What stands above stays readable, and the workspace is as it was.'
