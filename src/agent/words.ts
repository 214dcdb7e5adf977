import type { CapabilitySpec } from '#contracts/capability.ts'
import type { JsonObject, JsonValue } from '#contracts/json.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { headOf, tailOf } from '#tools/cut-text.ts'

const MAX_VALUE_CHARS = 80
const PATH_HEAD_CHARS = 24

/** Fills a spec's words with a call's arguments: "Read {path}" → "Read src/app.ts". */
export function fillWords(template: string, args: JsonObject): string {
  return template
    .replace(/\{([a-zA-Z0-9_]+)\}/g, (_, name: string) =>
      shown(Object.hasOwn(args, name) ? args[name] : undefined, name === 'path'),
    )
    .replace(/\s+/g, ' ')
    .trim()
}

/** What a call does, in words; for a tool that is not known, its name. */
export function wordsOf(spec: CapabilitySpec | undefined, name: string, args: JsonObject): string {
  if (spec === undefined) return `Call ${name}`
  // With the schema's defaults, so that "List {path}" names a place also where the call left it out.
  const filled = spec.input.safeParse(args)
  return fillWords(spec.words.done, filled.success ? (filled.data as JsonObject) : args)
}

function shown(value: JsonValue | undefined, isPath: boolean): string {
  if (value === undefined || value === null) return ''
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(`${WORKSPACE_ROOT}/`, '')
  // A script of many lines is shown as one that still says where they end: joined by spaces it would be another script.
  const line = text
    .trim()
    .replace(/\s*\n\s*/g, ' ⏎ ')
    .replace(/\s+/g, ' ')
  if (line.length <= MAX_VALUE_CHARS) return line
  // The end of a path is the file that it is about.
  return isPath
    ? `${headOf(line, PATH_HEAD_CHARS)}…${tailOf(line, MAX_VALUE_CHARS - PATH_HEAD_CHARS)}`
    : `${headOf(line, MAX_VALUE_CHARS)}…`
}
