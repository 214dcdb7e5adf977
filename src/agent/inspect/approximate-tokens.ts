/** Characters without a space from which a run is data, not language: tokenizers split it far finer. */
const DATA_RUN = 200

/**
 * About how many tokens a text has, without a tokenizer: four characters each for words, one and a half for long runs
 * without a space, one for each character of a script that is not written in Latin letters. Models differ by a fifth.
 */
export function approximateTokens(text: string): number {
  let tokens = 0
  for (const [run] of text.matchAll(/\S+/g)) {
    if (run.length > DATA_RUN) tokens += run.length / 1.5
    else {
      const wide = run.match(/[\u0250-\uffff]/g)?.length ?? 0
      tokens += wide + Math.max(run.length === wide ? 0 : 1, (run.length - wide) / 4)
    }
  }
  return Math.ceil(tokens)
}
