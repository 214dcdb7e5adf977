/** A call as a line says it, or why the line says none. `tool` is the name as far as it could be read. */
export type CallLine =
  { readonly tool: string; readonly rawArguments: string } | { readonly tool: string; readonly reason: string }

const SHAPE = 'Write {"tool": "name", "arguments": {…}}, or "rawArguments" with the text as a provider sent it.'

/**
 * Reads one line of `probe call`. What `arguments` holds is for the planner to judge, so it is only turned
 * back into text. Members that mean nothing here are left alone.
 */
export function readCallLine(text: string): CallLine {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { tool: '', reason: `The line is not JSON. ${SHAPE}` }
  }
  if (!isObject(value)) return { tool: '', reason: `The line is JSON but not an object. ${SHAPE}` }
  const tool = own(value, 'tool')
  if (typeof tool !== 'string' || tool === '')
    return { tool: '', reason: `The line names no tool: "tool" must be a text. ${SHAPE}` }
  const given = own(value, 'arguments')
  const raw = own(value, 'rawArguments')
  if (given !== undefined && raw !== undefined)
    return { tool, reason: `The line has both "arguments" and "rawArguments". ${SHAPE}` }
  if (raw !== undefined)
    return typeof raw === 'string'
      ? { tool, rawArguments: raw }
      : { tool, reason: `"rawArguments" is not a text. ${SHAPE}` }
  if (given === undefined) return { tool, reason: `The line has neither "arguments" nor "rawArguments". ${SHAPE}` }
  try {
    return { tool, rawArguments: JSON.stringify(given) }
  } catch {
    return { tool, reason: 'The arguments are nested too deeply to be read.' }
  }
}

function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
