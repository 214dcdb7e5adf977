import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { systemClock } from '../../../../clock.ts'
import { createSandbox } from '../../../create-sandbox.ts'
import { run } from '../../../suite/suite-kit.ts'
import { spawnInProcessShell } from '../../in-process-shell.ts'
import type { TreeLimits } from '../../tree-limits.ts'

/** A sandbox in memory, for tests of its commands. */
export function openForCommands(limits?: TreeLimits): Promise<Sandbox> {
  return createSandbox('embedded', {
    workspaceId: 'w',
    store: null,
    clock: systemClock(),
    spawnShell: spawnInProcessShell,
    onStorageFailure: () => {},
    ...(limits === undefined ? {} : { limits }),
  })
}

/** Runs a command; what it said, by stream. */
export async function say(sandbox: Sandbox, command: string) {
  const { said, outcome } = await run(sandbox, command)
  const of = (stream: string) =>
    said
      .filter((piece) => piece.stream === stream)
      .map((piece) => piece.text)
      .join('')
  return { out: of('stdout'), err: of('stderr'), exitCode: outcome.exitCode }
}
