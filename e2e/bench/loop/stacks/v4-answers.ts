import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { CALLS_PER_TURN, SUM_TOOL, sumArguments } from '../stack.ts'

const USAGE = {
  inputTokens: { total: 100, noCache: 100, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 20, text: 20, reasoning: undefined },
}

/** What a model of the provider interface streams in one turn: four calls, or the closing text. */
export function v4Answer(turn: number, turns: number): LanguageModelV4StreamPart[] {
  if (turn >= turns) {
    return [
      { type: 'stream-start', warnings: [] },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Done.' },
      { type: 'text-end', id: 't' },
      { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: USAGE },
    ]
  }
  const calls = Array.from({ length: CALLS_PER_TURN }, (_, call): LanguageModelV4StreamPart[] => {
    const id = `call-${turn}-${call}`
    const input = JSON.stringify(sumArguments(turn, call))
    return [
      { type: 'tool-input-start', id, toolName: SUM_TOOL.name },
      { type: 'tool-input-delta', id, delta: input },
      { type: 'tool-input-end', id },
      { type: 'tool-call', toolCallId: id, toolName: SUM_TOOL.name, input },
    ]
  })
  return [
    { type: 'stream-start', warnings: [] },
    ...calls.flat(),
    { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage: USAGE },
  ]
}
