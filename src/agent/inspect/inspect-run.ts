import type { InspectedRun } from '#contracts/inspection.ts'
import type { ModelMessage } from '#contracts/ports/model.ts'
import { NOTHING_WATCHED } from '#contracts/run-watch.ts'
import type { ModelContent } from '#contracts/views.ts'
import type { SessionHost } from '../session-host.ts'
import { approximateTokens } from './approximate-tokens.ts'
import { headSlice } from './text-slice.ts'

/** What the model is told with its next request: made as the loop makes it, from the same parts. */
export async function inspectRun(host: SessionHost, signal: AbortSignal): Promise<InspectedRun> {
  const { run, history } = host.inspected
  const { mode, model, contextTokens } = host.record
  const { entered, privateReads } = host.record.watch ?? NOTHING_WATCHED
  const told = await history()
  signal.throwIfAborted()
  const { system, tools } = run.activeSet()
  const messages = told.toModel()
  const last = told.messages().findLast((message) => message.role === 'agent' && message.state !== 'streaming')
  return {
    mode,
    model,
    observedRisk: run.monitor.observedRisk,
    entered,
    privateReads,
    system: { head: headSlice(system), tokens: approximateTokens(system) },
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      tokens: approximateTokens(`${name} ${description} ${JSON.stringify(inputSchema)}`),
    })),
    messages: sizeOf(messages),
    contextTokens,
    last:
      last?.role !== 'agent'
        ? null
        : {
            at: last.at,
            model: last.metadata.model,
            finish: last.metadata.finish,
            durationMs: last.metadata.durationMs,
            usage: last.metadata.usage,
          },
  }
}

/** The texts of all messages together; pictures are counted apart, because their price is not their length. */
function sizeOf(messages: readonly ModelMessage[]): InspectedRun['messages'] {
  const size = { count: messages.length, chars: 0, tokens: 0, images: 0 }
  const add = (text: string): void => {
    size.chars += text.length
    size.tokens += approximateTokens(text)
  }
  const addContent = (content: ModelContent): void => {
    for (const part of content) {
      if (part.type === 'text') add(part.text)
      else size.images += 1
    }
  }
  for (const message of messages) {
    if (message.role === 'user') addContent(message.content)
    else if (message.role === 'results') for (const { content } of message.results) addContent(content)
    else
      for (const part of message.content)
        add(part.type === 'call' ? `${part.name} ${JSON.stringify(part.arguments)}` : part.text)
  }
  return size
}
