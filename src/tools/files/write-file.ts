import { implement } from '#contracts/capability.ts'
import type { CapabilityRun } from '#contracts/capability-run.ts'
import { FailureError, isAbort } from '#contracts/failure.ts'
import type { FileContent } from '#contracts/ports/sandbox.ts'
import { refuseStale } from '#contracts/refuse-stale.ts'
import type { Effect } from '#contracts/views.ts'
import { fileDiff } from '../file-diff.ts'
import { absolutePath, shortPath } from '../workspace-path.ts'
import { explainFailure } from './explain-failure.ts'
import { saw } from './saw.ts'
import { writeFileSpec } from './spec.ts'
import { expectedRevision, noteShown } from './expected-revision.ts'
import { written, writtenForClient, writtenForModel, type Written } from './written.ts'

/** `write_file`: the whole content of a file, refused where what is there was never seen, or is not what was seen last. */
export const writeFile = implement(writeFileSpec, {
  async run(run, input): Promise<Written> {
    const path = absolutePath(input.path)
    const bytes = new TextEncoder().encode(input.content)
    const expect = expectedRevision(run, path)
    // A seen file that is gone was changed too, but writing it anew loses nothing.
    const gone = typeof expect === 'string' && (await run.sandbox.stat(path, run.signal)) === null
    const { revision, before } = await explainFailure(run, path, () =>
      run.sandbox.write(path, bytes, { expect: gone ? null : expect }, run.signal),
    )
    saw(run.memory, path, revision)
    return written(path, before, bytes, revision)
  },

  toModel: (output) => writtenForModel(output.diff.change === 'created' ? 'Created' : 'Wrote', output),
  toClient: writtenForClient,

  async preview(run, input): Promise<Effect> {
    const path = absolutePath(input.path)
    // A call that will be refused shows why: a diff would ask for something that does not happen.
    try {
      const current = await currentFile(run, path)
      const seen = run.memory.seen.get(path)
      // A file that was never seen may be replaced here, and only here: the person sees the whole of it go.
      if (current !== null && seen !== undefined) {
        await explainFailure(run, path, async () =>
          refuseStale(shortPath(path), { expect: seen }, () => current.revision),
        )
      }
      noteShown(run, current?.revision ?? null)
      const after = new TextEncoder().encode(input.content)
      return { kind: 'diff', diff: fileDiff(path, current?.bytes ?? null, after) }
    } catch (error) {
      if (!(error instanceof FailureError) || isAbort(error, run.signal)) throw error
      const { message, kind: why } = error.failure
      return { kind: 'fails', message, why, value: { path: input.path } }
    }
  },
})

/** The file as it stands, null where there is none yet. Other failures are those that the write would meet. */
async function currentFile(run: CapabilityRun, path: string): Promise<FileContent | null> {
  try {
    return await explainFailure(run, path, () => run.sandbox.read(path, run.signal))
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'not-found') return null
    throw error
  }
}
