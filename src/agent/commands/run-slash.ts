import type { CommandOutput } from '#contracts/commands.ts'
import { fail } from '#contracts/failure.ts'
import type { JsonObject } from '#contracts/json.ts'
import { findSlash, readSlash, SLASH_COMMANDS } from '#tools/slash-commands.ts'
import type { SessionHost } from '../session-host.ts'
import type { SettingsAccess } from '../shared-settings.ts'
import { readMode } from './read-mode.ts'
import { readModel } from './read-model.ts'
import { readOnOff } from './read-on-off.ts'

/** What the commands need besides the session. */
export interface SlashServices {
  readonly settings: SettingsAccess
  models(providerId: string, signal: AbortSignal): Promise<CommandOutput<'provider.models'>>
}

/** The capability behind each command that is a call. Mode and model are settings of the person's, not calls. */
const CALLS: ReadonlyMap<string, { tool: string; args(argument: string): JsonObject }> = new Map([
  ['tools', { tool: 'list_tools', args: () => ({}) }],
  ['clear', { tool: 'clear_conversation', args: () => ({}) }],
  ['trust', { tool: 'distrust_workspace', args: () => ({}) }],
])

/** The names of the commands that this session can run now, in the order of the menu; those of the page are not its business. */
export function offeredCommands(host: SessionHost): string[] {
  const hidden = hiddenCommands(host)
  return SLASH_COMMANDS.filter(({ place, name }) => place === 'session' && !hidden.has(name)).map(({ name }) => name)
}

/**
 * Does what a slash command says (spec PL4): a setting counts at once, a call goes through the door. Resolves once
 * it is stored. Throws a `FailureError` of stage `command` that says what would be right, and then nothing was done:
 * no unknown command ever becomes a message, or another command.
 */
export async function runSlash(
  text: string,
  host: SessionHost,
  services: SlashServices,
  signal: AbortSignal,
): Promise<void> {
  const slash = readSlash(text)
  if (slash === null) throw fail('command', 'invalid', 'That is no slash command. Nothing was done.')
  const command = findSlash(slash, hiddenCommands(host))
  if (typeof command === 'string') throw fail('command', 'invalid', command)
  const { name } = command
  const { argument } = slash
  if (name === 'mode') {
    const mode = readMode(argument)
    const before = host.record.mode
    return host.set(text, mode === before ? `The mode is ${mode} already.` : `Mode: ${before} → ${mode}.`, { mode })
  }
  if (name === 'model') {
    const { record } = host
    if (record.demoId !== null) throw fail('command', 'invalid', 'A scripted demo has its own model, which stays.')
    const chosen = await readModel(argument, record.model, await services.settings.refresh(), services.models, signal)
    await host.set(text, `Model: ${chosen.ref.modelId} of ${chosen.provider}.`, { model: chosen.ref })
    // As with the box below the message: what the person chose last is what the next session starts with.
    await services.settings.update((before) => ({ ...before, defaultModel: chosen.ref }))
    return undefined
  }
  // Given is trust only to what was looked at, so the person is shown that; taking it away is a call.
  if (name === 'trust' && readOnOff(argument)) {
    await host.set(text, 'What this workspace contributes is shown, to be trusted or not.', {})
    return host.showTrust()
  }
  const call = CALLS.get(name)
  if (call === undefined) throw fail('command', 'invalid', `/${name} belongs to the page. Nothing was done.`)
  return host.act({ source: 'slash-command', text, tool: call.tool, args: call.args(argument) })
}

/** Commands whose part is not there: they are neither offered nor run. */
function hiddenCommands(host: SessionHost): ReadonlySet<string> {
  const missing = [...CALLS].filter(([, { tool }]) => host.missing(tool) !== null)
  return new Set(missing.map(([name]) => name))
}
