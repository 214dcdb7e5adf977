/** The four forms of a request body. OpenRouter and the OpenAI-compatible servers speak `openai-chat`. */
export type WireFormat = 'anthropic' | 'openai-responses' | 'openai-chat' | 'google'

/** What a provider knows besides the body: which of its own secrets it once gave out, and what its model is like. */
export interface RequestFacts {
  readonly format: WireFormat
  /**
   * What this provider, with this model and this key, once sent to be echoed: signatures, encrypted reasoning, plain
   * reasoning where it is taken back as such. To each, the text that it seals; null where it seals none.
   */
  readonly echoes: ReadonlyMap<string, string | null>
  /** Ids of calls that this server gave out itself: it takes them back whatever they look like. */
  readonly callIds?: ReadonlySet<string>
  /** The model demands a thought signature with the first call of each step (Gemini 3 and later). */
  readonly demandsSignatures?: boolean
  /** The model goes on where an assistant's last message stops. */
  readonly prefills?: boolean
}
