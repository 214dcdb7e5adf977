import type { FailureKind } from '#contracts/failure.ts'

/** Whom and what a sentence is about. */
export interface Subject {
  /** The provider's label. */
  readonly label: string
  /** '' where no model was asked for. */
  readonly modelId: string
  readonly hasKey: boolean
}

/** What happened and what to do about it, in whole sentences, for each kind that a provider's answer can be. */
export function advice(kind: FailureKind, { label, modelId, hasKey }: Subject): string {
  switch (kind) {
    case 'bad-key':
      return hasKey
        ? `${label} did not accept the key. Check it in the settings, and that it may use this model.`
        : `${label} asks for a key. Add one in the settings.`
    case 'no-credit':
      return `${label} says that the account has no credit left. Add credit there, or choose another provider.`
    case 'rate-limit':
      return `${label} is limiting how often you may ask. Wait a little, or choose another model.`
    case 'overloaded':
      return `${label} is overloaded or had an error of its own. Try again in a moment.`
    case 'context-too-long':
      return `The conversation is longer than ${modelId || 'the model'} can read. Start a new session, or choose a model that reads more.`
    case 'content-filter':
      return `The content filter of ${label} refused the request. Rephrase it, or use another model.`
    case 'model-not-found':
      return `${label} does not know the model ${JSON.stringify(modelId)} at this address. Choose another model, or check the address in the settings.`
    case 'malformed-stream':
      return `${label} sent an answer that cannot be read. Try again; if it stays so, the address may not speak this dialect.`
    case 'cut-stream':
      return `The connection to ${label} broke off in the middle of the answer. Try again.`
    default:
      return `${label} did not accept the request.`
  }
}

/** What is said where a provider has no list of models at its address, which then is nearly always a wrong one. */
export function noListAdvice(label: string, baseUrl: string): string {
  const versioned = /\/v\d[^/]*$/.test(baseUrl)
  const likely = versioned ? '' : ` Most servers want it to end with /v1: try ${baseUrl}/v1.`
  return `${label} has no list of models at ${baseUrl}/models, so its address is probably wrong. Correct it in the settings.${likely}`
}
