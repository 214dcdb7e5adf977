import { fail, isAbort } from '#contracts/failure.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { PersonalCall } from './personal-call.ts'

/** What a text has the form of. For `open` the places are tried in order: the first that exists is meant. */
export type IntentForm =
  | { readonly kind: 'command'; readonly command: string }
  | {
      readonly kind: 'open'
      readonly places: readonly [Place, ...Place[]]
      /** It can only be a path, so that one which is not there is told of at once instead of being sent to a model. */
      readonly surely: boolean
    }
interface Place {
  readonly path: string
  readonly line: number | null
}

/** A path without white space, or one between backticks or double quotes, as the `@` menu writes it. */
const OPEN = /^open (?:`([^`\n]+)`|"([^"\n]+)"|([^\s`"]+))[ \t]*$/
const AT_LINE = /^(.+):([1-9][0-9]{0,6})$/
/** What nobody takes for a word: a folder, a line, an extension, a quoted name. */
const PATH_SHAPED = /[/:]|\.\w{1,8}$/

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
    surely: found?.[3] === undefined || PATH_SHAPED.test(path),
    // A file whose own name ends in `:12` comes first: it is what was written.
    places: atLine?.[1] === undefined ? [whole] : [whole, { path: atLine[1], line: Number(atLine[2]) }],
  }
}

/**
 * What the person's message does at once, or null where it is one for the model. `open` with a word that may be just a
 * word counts only where that is a file of the workspace. Throws `command`, `invalid` for a `!` with nothing behind
 * it; rejects with the signal's reason.
 */
export async function routeIntent(
  text: string,
  sandbox: Pick<Sandbox, 'stat'> | null,
  signal: AbortSignal,
): Promise<PersonalCall | null> {
  if (text.trimEnd() === '!')
    throw fail(
      'command',
      'invalid',
      'Write a command behind the !, such as !ls. With a space in front it is a message.',
    )
  const form = readIntent(text)
  if (form === null) return null
  const source = 'native-intent'
  if (form.kind === 'command') return { source, text, tool: 'execute', args: { command: form.command } }
  const open = ({ path, line }: Place): PersonalCall => {
    return { source, text, tool: 'ui_open_file', args: { path, ...(line === null ? {} : { line }) } }
  }
  for (const place of form.places)
    if (sandbox !== null && (await isFile(sandbox, place.path, signal))) return open(place)
  return form.surely ? open(form.places.at(-1) ?? form.places[0]) : null
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
