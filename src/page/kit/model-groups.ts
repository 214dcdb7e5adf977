import type { ModelRef, ProviderConfig } from '#contracts/models.ts'
import type { ModelList } from '../model-lists.ts'
import { words } from '../words.ts'
import type { ChoiceGroup } from './choices.ts'

/** A model as one option's value. */
export function refValue(ref: ModelRef): string {
  return JSON.stringify([ref.providerId, ref.modelId])
}

/** The model that `refValue` wrote; null for any other text. */
export function readRef(value: string): ModelRef | null {
  if (!value.startsWith('[')) return null
  const parts: unknown = JSON.parse(value)
  if (!Array.isArray(parts)) return null
  const [providerId, modelId] = parts as unknown[]
  return typeof providerId === 'string' && typeof modelId === 'string' ? { providerId, modelId } : null
}

/** The model's name where its provider told one, its id otherwise. */
export function modelLabel(ref: ModelRef, lists: ReadonlyMap<string, ModelList>): string {
  const list = lists.get(ref.providerId)
  const known = list?.state === 'read' ? list.models.find((model) => model.id === ref.modelId) : undefined
  return known?.label ?? ref.modelId
}

/** Options by provider. The chosen model is always among them, so that a typed one is shown too. */
export function modelGroups(
  providers: readonly ProviderConfig[],
  lists: ReadonlyMap<string, ModelList>,
  chosen: ModelRef | null,
): ChoiceGroup[] {
  return providers.map((provider) => {
    const list = lists.get(provider.id)
    const models = list?.state === 'read' ? list.models : []
    const choices = models.map(({ id, label }) => ({
      value: refValue({ providerId: provider.id, modelId: id }),
      label,
    }))
    if (chosen?.providerId === provider.id && !models.some((model) => model.id === chosen.modelId))
      choices.unshift({ value: refValue(chosen), label: chosen.modelId })
    if (models.length > 0) return { label: provider.label, choices }
    const label = list?.state === 'read' ? words.model.unlisted : words.model.loading
    return { label: provider.label, choices: [...choices, { value: `none ${provider.id}`, label, disabled: true }] }
  })
}
