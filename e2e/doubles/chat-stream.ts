/** One event of a Chat Completions stream. */
function event(delta: Record<string, unknown>, finish: string | null): string {
  const choice = { index: 0, delta, finish_reason: finish }
  return `data: ${JSON.stringify({ id: 'chat-1', object: 'chat.completion.chunk', created: 1, model: 'made', choices: [choice] })}\n\n`
}

/** A piece of an answer's text. */
export function chatText(content: string): string {
  return event({ role: 'assistant', content }, null)
}

/** How a good answer ends. */
export function chatEnd(finish: 'stop'): string {
  return `${event({}, finish)}data: [DONE]\n\n`
}

/** The list of models that goes with it. */
export const CHAT_MODELS = JSON.stringify({ object: 'list', data: [{ id: 'made', object: 'model' }] })
