import { SLASH_COMMANDS, type SlashCommand } from '#tools/slash-commands.ts'

/** What of a slash command is being written: its name, or what follows it. */
export type SlashPart = { part: 'name'; query: string } | { part: 'argument'; command: SlashCommand; query: string }

/** The part that the caret stands in, at the end of a text that is nothing but a slash command; or null. */
export function slashAt(text: string, caret: number): SlashPart | null {
  if (caret !== text.length) return null
  const name = /^\/([\w-]*)$/.exec(text)?.[1]
  if (name !== undefined) return { part: 'name', query: name }
  const words = /^\/([\w-]+)[ \t]+([^\n]*)$/.exec(text)
  const command = SLASH_COMMANDS.find((each) => each.name === words?.[1])
  if (words?.[2] === undefined || command === undefined || command.argument === '') return null
  return { part: 'argument', command, query: words[2] }
}
