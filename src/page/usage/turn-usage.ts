import type { AgentMessage, Message } from '#contracts/messages.ts'
import { addUsage, NO_USAGE, type Usage } from '#contracts/models.ts'

/** What one turn used, and each of its steps, the latest first. */
export interface TurnUsage {
  turnId: string
  usage: Usage
  steps: readonly AgentMessage[]
  /** False where steps of it may stand before what is loaded. */
  whole: boolean
}

/**
 * What the turns of a conversation used, the latest first. `messages` are those that are loaded, oldest first; with
 * `hasOlder` the first turn of them may have begun earlier.
 */
export function turnUsage(messages: readonly Message[], hasOlder: boolean): TurnUsage[] {
  const turns = new Map<string, AgentMessage[]>()
  for (const message of messages) {
    if (message.role !== 'agent' || message.metadata.usage.input === 0) continue
    turns.set(message.turnId, [message, ...(turns.get(message.turnId) ?? [])])
  }
  const cut = hasOlder ? messages[0]?.turnId : undefined
  return [...turns]
    .map(([turnId, steps]) => ({
      turnId,
      usage: steps.reduce((sum, { metadata }) => addUsage(sum, metadata.usage), NO_USAGE),
      steps,
      whole: turnId !== cut || messages[0]?.role === 'user',
    }))
    .toReversed()
}
