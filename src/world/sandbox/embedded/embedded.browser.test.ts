// Named here so that the development server prepares them before the first test, not in the middle of it.
import 'fflate'
import 'just-bash/browser'
import 're2js'
import { afterAll } from 'vitest'
import { systemClock } from '../../clock.ts'
import { spawnShell } from '../../threads.ts'
import { openStorage } from '../../storage/open-storage.ts'
import { createSandbox } from '../create-sandbox.ts'
import { describeSandbox } from '../sandbox-suite.ts'

const databaseName = `test-${crypto.randomUUID()}`
const storage = openStorage({ databaseName })
afterAll(async () => {
  const opened = await storage
  opened.close()
  indexedDB.deleteDatabase(databaseName)
})

describeSandbox(
  'embedded, shell in a worker',
  async (workspaceId) =>
    createSandbox('embedded', {
      workspaceId,
      store: (await storage).workspaces,
      clock: systemClock(),
      spawnShell,
      onStorageFailure: () => {},
    }),
  { endsByForce: true },
)
