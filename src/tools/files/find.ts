import { implement } from '#contracts/capability.ts'
import { GREP_LINE_CHARS, GREP_MAX_MATCHES, LIST_MAX_ENTRIES } from '#contracts/limits.ts'
import type { GrepOutcome } from '#contracts/ports/sandbox.ts'
import { callText } from '../call-text.ts'
import { count } from '../count.ts'
import { cutLine } from '../cut-text.ts'
import { absolutePath } from '../workspace-path.ts'
import { explainFailure } from './explain-failure.ts'
import { refuseHiddenSecret } from './refuse-hidden-secret.ts'
import { secretsBelow } from './secrets-below.ts'
import { shownPath } from './shown-path.ts'
import { globSpec, grepSpec } from './spec.ts'

/** Files left out of a search that are named. */
const SECRETS_NAMED = 3

/** `glob`: paths by pattern. `omitted` counts the paths after those returned. */
export const glob = implement(globSpec, {
  async run(run, input) {
    const path = absolutePath(input.path)
    const limit = input.offset + LIST_MAX_ENTRIES
    const found = await explainFailure(run, path, () =>
      run.sandbox.glob({ pattern: input.pattern, path, limit }, run.signal),
    )
    return { path, paths: found.paths.slice(input.offset, limit), omitted: found.omitted, hidden: found.hidden }
  },

  toModel(output, input) {
    const hidden = hiddenIn(output.hidden)
    if (output.paths.length === 0)
      return [{ type: 'text', text: `No path below ${output.path} matches ${input.pattern}.${hidden && ` ${hidden}`}` }]
    const lines = output.paths.map(shownPath)
    if (output.omitted > 0) {
      const next = { ...input, offset: input.offset + output.paths.length }
      lines.push(`[${count(output.omitted, 'more path')}. To go on: ${callText('glob', next)}]`)
    }
    if (hidden !== '') lines.push(`[${hidden}]`)
    return [{ type: 'text', text: lines.join('\n') }]
  },

  toClient(output) {
    const entries = output.paths.map((path) => ({ path, kind: 'file' as const, size: 0, modifiedAt: 0 }))
    const summary = count(entries.length + output.omitted, 'file')
    // Names only: sizes and times were never read, and 0 says so to the page.
    return { kind: 'listing', summary, path: output.path, entries, omitted: output.omitted }
  },
})

/**
 * `grep`: lines by content. `omitted` counts the matches after those returned. Files whose names say that they hold keys
 * are searched only where the path names them: reading them is asked about, and a search of everything is not.
 */
export const grep = implement(grepSpec, {
  async run(run, input) {
    const asked = absolutePath(input.path)
    const path = await explainFailure(run, asked, async () => {
      const behind = (await run.sandbox.stat(asked, run.signal))?.path ?? asked
      refuseHiddenSecret(asked, behind)
      return behind
    })
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
    const found = await explainFailure(run, path, async () => {
      const left = await secretsBelow(run, request)
      const all = await run.sandbox.grep({ ...request, limit: limit + left.matches }, run.signal)
      const secret = new Set(left.paths)
      const shown = all.matches.filter((match) => !secret.has(match.path)).slice(0, limit)
      const total = all.matches.length + all.omitted - left.matches
      return { ...all, secret: left.paths, shown, omitted: Math.max(0, total - shown.length) }
    })
    const matches = found.shown.slice(input.offset).map((match) => ({
      path: match.path,
      line: match.line,
      text: cutLine(match.text.replace(/\r$/, ''), GREP_LINE_CHARS),
    }))
    return {
      path,
      matches,
      omitted: found.omitted,
      skippedBinary: found.skippedBinary,
      cut: found.cut ?? null,
      ...(found.secret.length === 0
        ? {}
        : { leftOut: { named: found.secret.slice(0, SECRETS_NAMED), files: found.secret.length } }),
    }
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
    const lines = output.matches.map((match) => `${shownPath(match.path)}:${match.line}: ${match.text}`)
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

/** Files that a pattern leaves out because their path has a hidden name in it; '' for none. */
function hiddenIn(files: number): string {
  if (files === 0) return ''
  const also = `${count(files, 'hidden file')} ${files === 1 ? 'was' : 'were'} left out`
  return `${also}, .git not counted: to find them, write the dot, as in "**/.*" or ".github/**".`
}

interface Unsearched {
  readonly skippedBinary: number
  readonly cut: GrepOutcome['cut'] | null
  /** Files whose names say that they hold keys: some of them, and how many there are. */
  readonly leftOut?: { readonly named: readonly string[]; readonly files: number }
}

/** What a search left out: without it, "nothing matches" would claim more than is known. */
function unsearchedIn(output: Unsearched): string {
  const binary = output.skippedBinary > 0 ? ` ${count(output.skippedBinary, 'binary file')} skipped.` : ''
  const skipped = `${binary}${secretsIn(output)}`
  if (!output.cut) return skipped
  const { lines, chars } = output.cut
  return `${skipped} ${count(lines, 'long line')} ${lines === 1 ? 'was' : 'were'} only searched in the first ${chars} characters: a simpler pattern, or plain text with \`literal\`, reaches further.`
}

function secretsIn({ leftOut }: Unsearched): string {
  if (leftOut === undefined) return ''
  const { named, files } = leftOut
  const more = files > named.length ? ` and ${files - named.length} more` : ''
  const names = `${named.map(shownPath).join(', ')}${more}`
  return ` Not searched: ${names}, named like what holds keys or tokens; to search such a file, give it as the path.`
}
