import { implement } from '#contracts/capability.ts'
import type { CapabilityRun } from '#contracts/capability-run.ts'
import { FailureError, fail, isAbort } from '#contracts/failure.ts'
import type { EditRequest } from '#contracts/ports/sandbox.ts'
import type { Effect } from '#contracts/views.ts'
import { fileDiff } from '../file-diff.ts'
import { absolutePath } from '../workspace-path.ts'
import { explainFailure } from './explain-failure.ts'
import { expectedRevision, noteShown } from './expected-revision.ts'
import { previewEdit } from './preview-edit.ts'
import { refuseHiddenSecret } from './refuse-hidden-secret.ts'
import { saw } from './saw.ts'
import { editFileSpec } from './spec.ts'
import { written, writtenForClient, writtenForModel, type Written } from './written.ts'

/** `edit_file`: a literal replacement, refused where the file is not what the agent last saw. */
export const editFile = implement(editFileSpec, {
  async run(run, input): Promise<Written & { replacements: number }> {
    const path = absolutePath(input.path)
    const outcome = await explainFailure(run, path, async () => {
      // Its result shows the lines around, and so does a near miss.
      refuseHiddenSecret(path, (await run.sandbox.read(path, run.signal)).path)
      return edit(run, path, request(input, expectedRevision(run, path)))
    })
    saw(run.memory, path, outcome.revision)
    return { ...written(path, outcome.before, outcome.after, outcome.revision), replacements: outcome.replacements }
  },

  toModel(output) {
    const times =
      output.replacements === 1 ? 'Replaced 1 occurrence in' : `Replaced ${output.replacements} occurrences in`
    return writtenForModel(times, output)
  },
  toClient: writtenForClient,

  async preview(run, input): Promise<Effect> {
    const path = absolutePath(input.path)
    try {
      const { current, after } = await explainFailure(run, path, async () => {
        const file = await run.sandbox.read(path, run.signal)
        refuseHiddenSecret(path, file.path)
        return { current: file, after: previewEdit(path, file, request(input, run.memory.seen.get(path))) }
      })
      noteShown(run, current.revision)
      return { kind: 'diff', diff: fileDiff(path, current.bytes, after) }
    } catch (error) {
      if (!(error instanceof FailureError) || isAbort(error, run.signal)) throw error
      const { message, kind: why } = error.failure
      return { kind: 'fails', message, why, value: { path: input.path } }
    }
  },
})

function request(
  input: { old_text: string; new_text: string; replace_all: boolean },
  expect: string | null | undefined,
): EditRequest {
  return {
    oldText: input.old_text,
    newText: input.new_text,
    all: input.replace_all,
    ...(typeof expect === 'string' ? { expect } : {}),
  }
}

/** A near miss is shown as lines that can be copied; inside JSON its line ends and quotes would be escaped. */
async function edit(run: CapabilityRun, path: string, wanted: EditRequest) {
  try {
    return await run.sandbox.edit(path, wanted, run.signal)
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.kind !== 'no-match') throw error
    const { closest, ...detail } = error.failure.detail ?? {}
    if (typeof closest !== 'string') throw error
    const message = `${error.failure.message}\nThe closest text:\n${closest}\n`
    throw fail('execution', 'no-match', message, { detail })
  }
}
