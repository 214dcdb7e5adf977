import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { tool } from '@langchain/core/tools'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { z } from '#contracts/zod.ts'
import { CALLS_PER_TURN, SUM_TOOL, sumArguments, type Stack } from '../stack.ts'

/** LangGraph's ready-made agent. Its mock does not stream, which spares it that work. */
export const stack: Stack = {
  async run(turns) {
    let ran = 0
    const sum = tool(
      async ({ a, b }: { a: number; b: number }) => {
        ran += 1
        return String(a + b)
      },
      { ...SUM_TOOL, schema: z.strictObject({ a: z.number(), b: z.number() }) },
    )
    const agent = createReactAgent({ llm: new MockModel(turns), tools: [sum] })
    await agent.invoke({ messages: [{ role: 'user', content: 'Add.' }] }, { recursionLimit: 2 * turns + 10 })
    return ran
  },
}

class MockModel extends BaseChatModel {
  #turn = 0

  constructor(private readonly turns: number) {
    super({})
  }

  override _llmType(): string {
    return 'mock'
  }

  override bindTools(): this {
    return this
  }

  override async _generate(): Promise<ChatResult> {
    const turn = this.#turn++
    const ends = turn >= this.turns
    const calls = Array.from({ length: ends ? 0 : CALLS_PER_TURN }, (_, call) => ({
      id: `call-${turn}-${call}`,
      name: SUM_TOOL.name,
      args: sumArguments(turn, call),
      type: 'tool_call' as const,
    }))
    const text = ends ? 'Done.' : ''
    return { generations: [{ text, message: new AIMessage({ content: text, tool_calls: calls }) }] }
  }
}
