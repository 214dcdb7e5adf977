import { systemClock } from '../../clock.ts'
import { memoryStorage } from '../../storage/open-storage.ts'
import { createSandbox } from '../create-sandbox.ts'
import { describeSandbox } from '../sandbox-suite.ts'
import { spawnInProcessShell } from './in-process-shell.ts'

const { workspaces } = memoryStorage('A test keeps nothing.')

describeSandbox(
  'embedded, shell in process',
  (workspaceId) =>
    createSandbox('embedded', {
      workspaceId,
      store: workspaces,
      clock: systemClock(),
      spawnShell: spawnInProcessShell,
      onStorageFailure: () => {},
    }),
  { endsByForce: false },
)
