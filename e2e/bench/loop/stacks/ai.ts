import { stepCountIs, streamText, tool } from 'ai'
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { z } from '#contracts/zod.ts'
import { SUM_TOOL, type Stack } from '../stack.ts'
import { v4Answer } from './v4-answers.ts'

/** `streamText` of the AI SDK with its own mock model. */
export const stack: Stack = {
  async run(turns) {
    let ran = 0
    let turn = 0
    const model = new MockLanguageModelV4({
      doStream: async () => ({
        stream: simulateReadableStream({
          chunks: v4Answer(turn++, turns),
          initialDelayInMs: null,
          chunkDelayInMs: null,
        }),
      }),
    })
    const result = streamText({
      model,
      prompt: 'Add.',
      stopWhen: stepCountIs(turns + 1),
      tools: {
        [SUM_TOOL.name]: tool({
          description: SUM_TOOL.description,
          inputSchema: z.strictObject({ a: z.number(), b: z.number() }),
          execute: async ({ a, b }) => {
            ran += 1
            return a + b
          },
        }),
      },
    })
    await result.consumeStream()
    return ran
  },
}
