/** One event of a Chat Completions stream. */
function event(delta: Record<string, unknown>, finish: string | null): string {
  const choice = { index: 0, delta, finish_reason: finish }
  return `data: ${JSON.stringify({ id: 'chat-1', object: 'chat.completion.chunk', created: 1, model: 'made', choices: [choice] })}\n\n`
}

/** A piece of an answer's text. */
export function chatText(content: string): string {
  return event({ role: 'assistant', content }, null)
}

/** A call whose arguments come in the given pieces; `id` as the server names it. */
export function chatCall(id: string, name: string, pieces: readonly string[]): string {
  const start = event(
    { role: 'assistant', tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: '' } }] },
    null,
  )
  const rest = pieces.map((piece) => event({ tool_calls: [{ index: 0, function: { arguments: piece } }] }, null))
  return start + rest.join('')
}

/** How a good answer ends. */
export function chatEnd(finish: 'stop' | 'tool_calls'): string {
  return `${event({}, finish)}data: [DONE]\n\n`
}

/** The list of models that goes with it. */
export const CHAT_MODELS = JSON.stringify({ object: 'list', data: [{ id: 'made', object: 'model' }] })
