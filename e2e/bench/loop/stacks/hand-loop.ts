import type { Stack } from '../stack.ts'
import { v4Answer } from './v4-answers.ts'

type Message = { role: 'user' | 'assistant' | 'tool'; content: unknown }

/** The least that an agent can do: read the parts, parse, run, append. No checks, no journal, no gate. */
export const stack: Stack = {
  async run(turns) {
    let ran = 0
    const messages: Message[] = [{ role: 'user', content: 'Add.' }]
    for (let turn = 0; turn <= turns; turn += 1) {
      const calls: { id: string; input: string }[] = []
      let text = ''
      for await (const part of streamOf(turn, turns)) {
        if (part.type === 'tool-call') calls.push({ id: part.toolCallId, input: part.input })
        if (part.type === 'text-delta') text += part.delta
      }
      messages.push({ role: 'assistant', content: [text, ...calls] })
      if (calls.length === 0) break
      const sum = async ({ a, b }: { a: number; b: number }): Promise<number> => {
        ran += 1
        return a + b
      }
      // The arguments are our own mock's; this is the loop without any check.
      const results = await Promise.all(
        calls.map(async ({ id, input }) => ({ id, output: await sum(JSON.parse(input)) })),
      )
      messages.push({ role: 'tool', content: results })
    }
    return ran
  },
}

async function* streamOf(turn: number, turns: number) {
  yield* v4Answer(turn, turns)
}
