import { isAbort } from '#contracts/failure.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { PersonalCall } from './personal-call.ts'

/** What a text has the form of. For `open` the places are tried in order: the first that exists is meant. */
export type IntentForm =
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'open'; readonly places: readonly { readonly path: string; readonly line: number | null }[] }

/** A path without white space, or one between backticks or double quotes, as the `@` menu writes it. */
const OPEN = /^open (?:`([^`\n]+)`|"([^"\n]+)"|([^\s`"]+))[ \t]*$/
const AT_LINE = /^(.+):([1-9][0-9]{0,6})$/

/**
 * Reads the exact forms of a native intent (spec PL4): `!command`, and `open path` or `open path:12`. Null for
 * every other text, however near it comes: that is a message. A space in front makes a message of anything.
 */
export function readIntent(text: string): IntentForm | null {
  if (text.startsWith('!')) {
    const command = text.slice(1).trim()
    // `!!` and `!=` are no commands but what people write for emphasis and in code.
    return command === '' || /^[!=]/.test(command) ? null : { kind: 'command', command }
  }
  const found = OPEN.exec(text)
  const path = found?.[1] ?? found?.[2] ?? found?.[3]
  if (path === undefined) return null
  const atLine = AT_LINE.exec(path)
  const whole = { path, line: null }
  return {
    kind: 'open',
    // A file whose own name ends in `:12` comes first: it is what was written.
    places: atLine?.[1] === undefined ? [whole] : [whole, { path: atLine[1], line: Number(atLine[2]) }],
  }
}

/**
 * What the person's message does at once, or null where it is one for the model. `open` counts only where the
 * path is a file of the workspace; whatever keeps that from being known makes it a message. Rejects only
 * with the signal's reason.
 */
export async function routeIntent(
  text: string,
  sandbox: Pick<Sandbox, 'stat'> | null,
  signal: AbortSignal,
): Promise<PersonalCall | null> {
  const form = readIntent(text)
  if (form === null) return null
  const source = 'native-intent'
  if (form.kind === 'command') return { source, text, tool: 'execute', args: { command: form.command } }
  for (const { path, line } of form.places) {
    if (sandbox !== null && (await isFile(sandbox, path, signal)))
      return { source, text, tool: 'ui_open_file', args: { path, ...(line === null ? {} : { line }) } }
  }
  return null
}

async function isFile(sandbox: Pick<Sandbox, 'stat'>, path: string, signal: AbortSignal): Promise<boolean> {
  try {
    const entry = await sandbox.stat(path, signal)
    return entry !== null && entry.kind !== 'directory'
  } catch (error) {
    if (isAbort(error, signal)) throw error
    // A path that leaves the workspace, an odd name: no file of it.
    return false
  }
}
