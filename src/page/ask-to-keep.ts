import type { CommandInput, CommandName, CommandResult } from '#contracts/commands.ts'
import { readKept, writeKept } from './kept.ts'
import type { RuntimeClient } from './runtime.ts'
import type { PageStore } from './store.ts'

/** Set once the browser was asked without the person's own word: some put that question to the person, each time. */
const ASKED = 'asked-to-keep'

/**
 * Asks the browser never to clear what is stored here by itself, and has the page know the answer. True where it
 * agrees, false where it does not, null where it cannot be asked. Only a page may ask, no worker.
 */
export async function askToKeep(store: PageStore): Promise<boolean | null> {
  let persisted: boolean
  try {
    // Pages that are not served securely have no `storage`, older browsers no `persist`.
    const { storage } = navigator as { storage?: Partial<StorageManager> }
    if (storage?.persist === undefined) return null
    persisted = await storage.persist()
  } catch {
    return null
  }
  store.setState(({ storage }) => ({ storage: storage === null ? null : { ...storage, persisted } }))
  return persisted
}

/**
 * The same client, which asks the browser to keep what is stored once the person has stored something of worth: a
 * message or a key. Once, whatever the answer, in this browser; later on the settings offer it.
 */
export function askingToKeep(client: RuntimeClient, store: PageStore): RuntimeClient {
  const stored = <N extends CommandName>(name: N, input: CommandInput<N>, result: CommandResult<N>): void => {
    const { storage } = store.getState()
    const isLasting = storage?.kind === 'indexeddb' && storage.persisted === false
    if (!result.ok || !isLasting || !isOfWorth(name, input) || readKept(ASKED) === true) return
    writeKept(ASKED, true)
    void askToKeep(store)
  }
  return {
    boot: () => client.boot(),
    async call(name, input, signal) {
      const result = await client.call(name, input, signal)
      stored(name, input, result)
      return result
    },
    subscribe: (since, onBatch) => client.subscribe(since, onBatch),
    warmUp: () => client.warmUp(),
  }
}

function isOfWorth<N extends CommandName>(name: N, input: CommandInput<N>): boolean {
  return name === 'turn.send' || (name === 'provider.save' && 'key' in input && typeof input.key === 'string')
}
