import { implement } from '#contracts/capability.ts'
import { LIST_MAX_ENTRIES } from '#contracts/limits.ts'
import type { FileEntry } from '#contracts/views.ts'
import { callText } from '../call-text.ts'
import { count, sizeInWords } from '../count.ts'
import { absolutePath } from '../workspace-path.ts'
import { explainFailure } from './explain-failure.ts'
import { shownPath } from './shown-path.ts'
import { lsSpec } from './spec.ts'

/** `ls`: one directory, or with `depth` its tree. `omitted` counts the entries after those shown. */
export const ls = implement(lsSpec, {
  async run(run, input) {
    const path = absolutePath(input.path)
    const limit = input.offset + LIST_MAX_ENTRIES
    const listed = await explainFailure(run, path, () =>
      run.sandbox.list(path, { depth: input.depth, limit }, run.signal),
    )
    const entries = listed.entries.slice(input.offset, limit)
    // A tree keeps the order of its paths; in one directory people look for the directories first.
    if (input.depth === 1) entries.sort((a, b) => Number(b.kind === 'directory') - Number(a.kind === 'directory'))
    return { path, entries, omitted: listed.omitted, skipped: Math.min(input.offset, listed.entries.length) }
  },

  toModel(output, input) {
    const where = output.path
    if (output.entries.length === 0) {
      const past = output.skipped > 0 ? ` after the first ${count(output.skipped, 'entry', 'entries')}` : ''
      return [{ type: 'text', text: past === '' ? `${where} is empty.` : `${where} has nothing${past}.` }]
    }
    const lines = [`${where} (${count(output.entries.length, 'entry', 'entries')})`]
    for (const entry of output.entries) lines.push(entryLine(entry, output.path))
    if (output.omitted > 0) {
      const next = { ...input, offset: input.offset + output.entries.length }
      lines.push(`[${count(output.omitted, 'more entry', 'more entries')}. To go on: ${callText('ls', next)}]`)
    }
    return [{ type: 'text', text: lines.join('\n') }]
  },

  toClient(output) {
    const { path, entries, omitted } = output
    const summary = count(entries.length + omitted, 'entry', 'entries')
    return { kind: 'listing', summary, path, entries, omitted }
  },
})

function entryLine(entry: FileEntry, directory: string): string {
  const name = entry.path.startsWith(`${directory}/`) ? entry.path.slice(directory.length + 1) : entry.path
  const shown = shownPath(name)
  if (entry.kind === 'directory') return `${shown}/`
  return entry.kind === 'link' ? `${shown}@` : `${shown}  ${sizeInWords(entry.size)}`
}
