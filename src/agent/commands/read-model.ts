import type { CommandOutput } from '#contracts/commands.ts'
import { fail, type FailureError } from '#contracts/failure.ts'
import { ModelRef, type ProviderConfig } from '#contracts/models.ts'
import type { Settings } from '#contracts/settings.ts'
import { closestNames } from '#tools/closest-names.ts'

/** A model id, and the name of its provider where one is named: `gpt-4o on OpenRouter`. */
const ARGUMENT = /^(\S+)(?:\s+on\s+(\S.*))?$/

/**
 * The model that the words after `/model` name. An id is looked for in the lists of the providers; one that stands
 * in none counts only where the list of its provider cannot be read. Throws a sentence that says what would be right.
 */
export async function readModel(
  argument: string,
  present: ModelRef | null,
  { providers }: Pick<Settings, 'providers'>,
  models: (providerId: string, signal: AbortSignal) => Promise<CommandOutput<'provider.models'>>,
  signal: AbortSignal,
): Promise<{ ref: ModelRef; provider: string }> {
  if (providers.length === 0) throw wrong('There is no provider yet. Add one in the settings.')
  const words = ARGUMENT.exec(argument)
  const modelId = ModelRef.shape.modelId.safeParse(words?.[1])
  if (words === null || !modelId.success)
    throw wrong('/model needs the id of a model after it, and where several providers have it "on" and a provider.')
  const asked = words[2] === undefined ? providers : named(words[2].trim(), providers)

  const lists = await Promise.all(
    asked.map(async (provider) => ({ provider, list: await models(provider.id, signal) })),
  )
  signal.throwIfAborted()
  const holders = lists.filter(({ list }) => list.models.some((model) => model.id === modelId.data))
  const found = holders.find(({ provider }) => provider.id === present?.providerId) ?? holders[0]
  if (holders.length > 1 && found?.provider.id !== present?.providerId) {
    const ways = holders.map(({ provider }) => `/model ${modelId.data} on ${provider.label}`)
    throw wrong(`Several providers have ${modelId.data}. Say which: ${ways.join(', or ')}.`)
  }
  if (found !== undefined) return chosen(modelId.data, found.provider)

  const unread = lists.filter(({ list }) => list.failure !== undefined)
  const only = unread.find(({ provider }) => provider.id === present?.providerId) ?? unread[0]
  // Its list cannot be had, so the person's word is all there is; several such need a word more.
  if (only !== undefined && (unread.length === 1 || only.provider.id === present?.providerId))
    return chosen(modelId.data, only.provider)
  const known = lists.flatMap(({ list }) => list.models.map((model) => model.id))
  const closest = closestNames(modelId.data, known)
  const hint = closest.length > 0 ? ` Did you mean ${closest.join(', or ')}?` : ''
  throw wrong(`No provider lists a model "${modelId.data}".${hint}`)
}

function named(name: string, providers: readonly ProviderConfig[]): readonly ProviderConfig[] {
  const wanted = name.toLowerCase()
  const found = providers.filter(({ label, id }) => label.toLowerCase() === wanted || id === name)
  if (found.length > 0) return found
  throw wrong(`There is no provider "${name}". There are: ${providers.map(({ label }) => label).join(', ')}.`)
}

function chosen(modelId: string, provider: ProviderConfig): { ref: ModelRef; provider: string } {
  return { ref: { providerId: provider.id, modelId }, provider: provider.label }
}

function wrong(message: string): FailureError {
  return fail('command', 'invalid', `${message} Nothing was changed.`)
}
