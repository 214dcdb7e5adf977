import { afterEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { commandPromises } from './suite/command-promises.ts'
import { editPromises } from './suite/edit-promises.ts'
import { filePromises } from './suite/file-promises.ts'
import { flushPromises } from './suite/flush-promises.ts'
import { linkPromises } from './suite/link-promises.ts'
import { pathPromises } from './suite/path-promises.ts'
import { readPromises } from './suite/read-promises.ts'
import type { SandboxTraits } from './suite/sandbox-traits.ts'
import { searchPromises } from './suite/search-promises.ts'
import type { Fresh } from './suite/suite-kit.ts'
import { watchPromises } from './suite/watch-promises.ts'

/**
 * What every sandbox promises (see the port). `make` opens a workspace by its id: empty the first time, as it was
 * stored after that. The suite closes it.
 */
export function describeSandbox(
  name: string,
  make: (workspaceId: string) => Promise<Sandbox>,
  traits: SandboxTraits,
): void {
  // Commands may run on a busy machine: only what a promise bounds is timed, by the test itself.
  describe(`sandbox: ${name}`, { timeout: 30_000 }, () => {
    const open: Sandbox[] = []
    let workspace = ''
    const again = async () => {
      const sandbox = await make(workspace)
      open.push(sandbox)
      return sandbox
    }
    const fresh: Fresh = async () => {
      workspace = crypto.randomUUID()
      return again()
    }
    afterEach(async () => {
      await Promise.all(open.splice(0).map((sandbox) => sandbox.close()))
    })

    filePromises(fresh)
    pathPromises(fresh)
    linkPromises(fresh)
    editPromises(fresh)
    searchPromises(fresh)
    commandPromises(fresh, traits)
    readPromises(fresh)
    watchPromises(fresh)
    flushPromises(fresh, again)

    test('it says what it can do', async () => {
      const { abilities } = await fresh()
      expect(abilities.limits.every((limit) => limit.endsWith('.'))).toBe(true)
    })
  })
}
