import { implement, type CapabilityBody } from '#contracts/capability.ts'
import { fail } from '#contracts/failure.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { absolutePath, shortPath } from '../workspace-path.ts'
import { uiOpenFileSpec } from './spec.ts'

/** `ui_open_file`: asks the page to show a file that is there. A page that is gone is named in the failure. */
const uiOpenFile = implement(uiOpenFileSpec, {
  async run(run, input) {
    const path = absolutePath(input.path, WORKSPACE_ROOT)
    const entry = await run.sandbox.stat(path, run.signal)
    if (entry === null) throw fail('execution', 'not-found', `${shortPath(path)} does not exist, so nothing is shown.`)
    if (entry.kind === 'directory')
      throw fail('execution', 'not-a-file', `${shortPath(path)} is a directory. Name a file to show.`)
    if (run.client === undefined)
      throw fail('discovery', 'unavailable', 'No page is connected to this run, so nothing can be shown.')
    run.client.showFile(path, input.line ?? null)
    return { path, line: input.line ?? null }
  },
  toModel: ({ path, line }) => [{ type: 'text', text: `${place(path, line)} is shown to the person.` }],
  toClient: ({ path, line }) => ({ kind: 'text', summary: 'shown', text: `${place(path, line)} is shown.` }),
})

function place(path: string, line: number | null): string {
  return line === null ? shortPath(path) : `Line ${line} of ${shortPath(path)}`
}

/** The bodies of the group `ui`. */
export const bodies: readonly CapabilityBody[] = [uiOpenFile]
