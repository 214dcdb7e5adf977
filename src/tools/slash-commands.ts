import { closestNames } from './closest-names.ts'

/** A slash command as data. `argument` says what may follow its name; '' for nothing. */
export interface SlashCommand {
  readonly name: string
  readonly argument: '' | 'mode' | 'model' | 'on or off'
  /** `page`: it only steers the page. `session`: it goes to the agent's thread and is recorded in the session. */
  readonly place: 'page' | 'session'
}

/** Every slash command that this version may have (spec UI6), in the order of the menu. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  { name: 'help', argument: '', place: 'page' },
  { name: 'new', argument: '', place: 'page' },
  { name: 'mode', argument: 'mode', place: 'session' },
  { name: 'model', argument: 'model', place: 'session' },
  { name: 'tools', argument: '', place: 'session' },
  { name: 'rules', argument: '', place: 'page' },
  { name: 'trust', argument: 'on or off', place: 'session' },
  { name: 'clear', argument: '', place: 'session' },
]

/** Known to the product, but what they are for is not built yet. */
const NOT_YET: ReadonlySet<string> = new Set(['agent', 'grants', 'skills', 'memory', 'compact', 'undo', 'export'])

/** What a text asks for that has the form of a slash command. */
export interface SlashText {
  readonly name: string
  /** What follows the name, without the white space round it. */
  readonly argument: string
}

/**
 * Reads `/name argument`. Null for every other text: one that begins with a space, or with a path
 * (`/etc/hosts`, `/a.txt`), is a message.
 */
export function readSlash(text: string): SlashText | null {
  const found = /^\/([a-zA-Z][\w-]*)(?:\s+([\s\S]*))?$/.exec(text)
  return found?.[1] === undefined ? null : { name: found[1], argument: (found[2] ?? '').trim() }
}

/**
 * The command of that name, or a sentence that says why there is none. `hidden` are those that cannot run
 * here; an argument for a command that takes none is said too.
 */
export function findSlash(text: SlashText, hidden: ReadonlySet<string>): SlashCommand | string {
  const { name, argument } = text
  const known = SLASH_COMMANDS.filter((command) => !hidden.has(command.name))
  const command = known.find((each) => each.name === name)
  if (command === undefined) {
    if (NOT_YET.has(name) || hidden.has(name)) return `This version does not have /${name}. Nothing was sent.`
    const closest = closestNames(
      name,
      known.map((each) => each.name),
    )
    const hint = closest.length > 0 ? ` Did you mean ${closest.map((each) => `/${each}`).join(', ')}?` : ''
    return `There is no command /${name}.${hint} Nothing was sent. To send it as a message, put a space before it.`
  }
  if (command.argument === '' && argument !== '') return `/${name} takes nothing after it. Nothing was done.`
  return command
}
