import { afterEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { commandPromises } from './suite/command-promises.ts'
import { editPromises } from './suite/edit-promises.ts'
import { filePromises } from './suite/file-promises.ts'
import { pathPromises } from './suite/path-promises.ts'
import type { SandboxTraits } from './suite/sandbox-traits.ts'
import { searchPromises } from './suite/search-promises.ts'
import type { Fresh } from './suite/suite-kit.ts'
import { watchPromises } from './suite/watch-promises.ts'

/** What every sandbox promises (see the port). `make` opens an empty one; the suite closes it. */
export function describeSandbox(name: string, make: () => Promise<Sandbox>, traits: SandboxTraits): void {
  // Commands may run on a busy machine: only what a promise bounds is timed, by the test itself.
  describe(`sandbox: ${name}`, { timeout: 30_000 }, () => {
    const open: Sandbox[] = []
    const fresh: Fresh = async () => {
      const sandbox = await make()
      open.push(sandbox)
      return sandbox
    }
    afterEach(async () => {
      await Promise.all(open.splice(0).map((sandbox) => sandbox.close()))
    })

    filePromises(fresh)
    pathPromises(fresh)
    editPromises(fresh)
    searchPromises(fresh)
    commandPromises(fresh, traits)
    watchPromises(fresh)

    test('it says what it can do', async () => {
      const { abilities } = await fresh()
      expect(abilities.limits.every((limit) => limit.endsWith('.'))).toBe(true)
    })
  })
}
