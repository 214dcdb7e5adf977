import { implement } from '#contracts/capability.ts'
import { GREP_LINE_CHARS, GREP_MAX_MATCHES, LIST_MAX_ENTRIES } from '#contracts/limits.ts'
import type { GrepOutcome } from '#contracts/ports/sandbox.ts'
import { callText } from '../call-text.ts'
import { count } from '../count.ts'
import { cutLine } from '../cut-text.ts'
import { absolutePath, shortPath } from '../workspace-path.ts'
import { explainFailure } from './explain-failure.ts'
import { globSpec, grepSpec } from './spec.ts'

/** `glob`: paths by pattern. `omitted` counts the paths after those returned. */
export const glob = implement(globSpec, {
  async run(run, input) {
    const path = absolutePath(input.path)
    const limit = input.offset + LIST_MAX_ENTRIES
    const found = await explainFailure(run, path, () =>
      run.sandbox.glob({ pattern: input.pattern, path, limit }, run.signal),
    )
    return { path, paths: found.paths.slice(input.offset, limit), omitted: found.omitted }
  },

  toModel(output, input) {
    if (output.paths.length === 0)
      return [{ type: 'text', text: `No path below ${output.path} matches ${input.pattern}.` }]
    const lines = output.paths.map(shortPath)
    if (output.omitted > 0) {
      const next = { ...input, offset: input.offset + output.paths.length }
      lines.push(`[${count(output.omitted, 'more path')}. To go on: ${callText('glob', next)}]`)
    }
    return [{ type: 'text', text: lines.join('\n') }]
  },

  toClient(output) {
    const entries = output.paths.map((path) => ({ path, kind: 'file' as const, size: 0, modifiedAt: 0 }))
    const summary = count(entries.length + output.omitted, 'file')
    // Names only: sizes and times were never read, and 0 says so to the page.
    return { kind: 'listing', summary, path: output.path, entries, omitted: output.omitted }
  },
})

/** `grep`: lines by content. `omitted` counts the matches after those returned. */
export const grep = implement(grepSpec, {
  async run(run, input) {
    const path = absolutePath(input.path)
    const limit = input.offset + GREP_MAX_MATCHES
    const request = {
      pattern: input.pattern,
      literal: input.literal,
      ignoreCase: input.ignore_case,
      path,
      // As it is: a name alone means "at any depth", and `**/` before it would leave out folders with a dot.
      glob: input.glob ?? null,
      limit,
    }
    const found = await explainFailure(run, path, () => run.sandbox.grep(request, run.signal))
    const matches = found.matches.slice(input.offset, limit).map((match) => ({
      path: match.path,
      line: match.line,
      text: cutLine(match.text.replace(/\r$/, ''), GREP_LINE_CHARS),
    }))
    return { path, matches, omitted: found.omitted, skippedBinary: found.skippedBinary, cut: found.cut ?? null }
  },

  toModel(output, input) {
    const unsearched = unsearchedIn(output)
    if (output.matches.length === 0) {
      const plain = input.literal ? 'the text' : 'the regular expression'
      return [
        {
          type: 'text',
          text: `Nothing in ${output.path} matches ${plain} ${JSON.stringify(input.pattern)}.${unsearched}`,
        },
      ]
    }
    const lines = output.matches.map((match) => `${shortPath(match.path)}:${match.line}: ${match.text}`)
    if (output.omitted > 0) {
      const next = { ...input, offset: input.offset + output.matches.length }
      lines.push(
        `[${count(output.omitted, 'more match', 'more matches')}.${unsearched} To go on: ${callText('grep', next)}]`,
      )
    } else if (unsearched !== '') lines.push(`[${unsearched.trim()}]`)
    return [{ type: 'text', text: lines.join('\n') }]
  },

  toClient(output) {
    const { matches, omitted } = output
    return { kind: 'matches', summary: count(matches.length + omitted, 'match', 'matches'), matches, omitted }
  },
})

/** What a search left out: without it, "nothing matches" would claim more than is known. */
function unsearchedIn(output: { skippedBinary: number; cut: GrepOutcome['cut'] | null }): string {
  const binary = output.skippedBinary > 0 ? ` ${count(output.skippedBinary, 'binary file')} skipped.` : ''
  if (!output.cut) return binary
  const { lines, chars } = output.cut
  return `${binary} ${count(lines, 'long line')} ${lines === 1 ? 'was' : 'were'} only searched in the first ${chars} characters: a simpler pattern, or plain text with \`literal\`, reaches further.`
}
