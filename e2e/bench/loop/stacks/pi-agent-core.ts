import { runAgentLoop, type AgentMessage, type AgentTool } from '@earendil-works/pi-agent-core'
import {
  createAssistantMessageEventStream,
  type AssistantMessage,
  type Message,
  type Model,
} from '@earendil-works/pi-ai'
import { CALLS_PER_TURN, SUM_TOOL, sumArguments, type Stack } from '../stack.ts'

const NO_COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }
const MODEL: Model<'openai-completions'> = {
  id: 'mock',
  name: 'mock',
  api: 'openai-completions',
  provider: 'mock',
  baseUrl: 'http://mock.invalid',
  reasoning: false,
  input: ['text'],
  cost: NO_COST,
  contextWindow: 1_000_000,
  maxTokens: 8_000,
}

/** The agent loop of pi, with the events that its own providers send. */
export const stack: Stack = {
  async run(turns) {
    let ran = 0
    let turn = 0
    const sum: AgentTool = {
      ...SUM_TOOL,
      label: 'Sum',
      parameters: {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number' } },
        required: ['a', 'b'],
        additionalProperties: false,
      },
      execute: async (_id, params) => {
        ran += 1
        const { a, b } = params as { a: number; b: number }
        return { content: [{ type: 'text', text: String(a + b) }], details: undefined }
      },
    }
    await runAgentLoop(
      [{ role: 'user', content: 'Add.', timestamp: 0 }],
      { messages: [], tools: [sum] },
      { model: MODEL, convertToLlm: (messages: AgentMessage[]) => messages as Message[] },
      () => {},
      undefined,
      () => answer(turn++, turns),
    )
    return ran
  },
}

function answer(turn: number, turns: number) {
  const stream = createAssistantMessageEventStream()
  const ends = turn >= turns
  const message: AssistantMessage = {
    role: 'assistant',
    content: [],
    api: MODEL.api,
    provider: MODEL.provider,
    model: MODEL.id,
    usage: { input: 100, output: 20, cacheRead: 0, cacheWrite: 0, totalTokens: 120, cost: NO_COST },
    stopReason: ends ? 'stop' : 'toolUse',
    timestamp: 0,
  }
  stream.push({ type: 'start', partial: message })
  if (ends) {
    message.content.push({ type: 'text', text: 'Done.' })
    stream.push({ type: 'text_start', contentIndex: 0, partial: message })
    stream.push({ type: 'text_delta', contentIndex: 0, delta: 'Done.', partial: message })
    stream.push({ type: 'text_end', contentIndex: 0, content: 'Done.', partial: message })
  }
  for (let call = 0; call < (ends ? 0 : CALLS_PER_TURN); call += 1) {
    const toolCall = {
      type: 'toolCall' as const,
      id: `call-${turn}-${call}`,
      name: SUM_TOOL.name,
      arguments: sumArguments(turn, call),
    }
    message.content.push(toolCall)
    stream.push({ type: 'toolcall_start', contentIndex: call, partial: message })
    stream.push({
      type: 'toolcall_delta',
      contentIndex: call,
      delta: JSON.stringify(toolCall.arguments),
      partial: message,
    })
    stream.push({ type: 'toolcall_end', contentIndex: call, toolCall, partial: message })
  }
  stream.push({ type: 'done', reason: ends ? 'stop' : 'toolUse', message })
  stream.end(message)
  return stream
}
