// Named here so that the development server prepares them before the first test, not in the middle of it.
import 'fflate'
import 'just-bash/browser'
import 're2js'
import { systemClock } from '../../clock.ts'
import { spawnShell } from '../../threads.ts'
import { createSandbox } from '../create-sandbox.ts'
import { describeSandbox } from '../sandbox-suite.ts'

describeSandbox(
  'embedded, shell in a worker',
  () =>
    createSandbox('embedded', {
      workspaceId: 'w',
      store: null,
      clock: systemClock(),
      spawnShell,
      onStorageFailure: () => {},
    }),
  { endsByForce: true },
)
