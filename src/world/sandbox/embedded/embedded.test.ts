import { systemClock } from '../../clock.ts'
import { createSandbox } from '../create-sandbox.ts'
import { describeSandbox } from '../sandbox-suite.ts'
import { spawnInProcessShell } from './in-process-shell.ts'

describeSandbox(
  'embedded, shell in process',
  () =>
    createSandbox('embedded', {
      workspaceId: 'w',
      store: null,
      clock: systemClock(),
      spawnShell: spawnInProcessShell,
      onStorageFailure: () => {},
    }),
  { endsByForce: false },
)
