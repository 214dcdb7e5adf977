import { expect, it } from 'vitest'
import type { Store } from '#contracts/ports/store.ts'
import { DEFAULT_AGENT, type Rule } from '#contracts/rules.ts'
import { createRegistry } from '#tools/registry.ts'
import { GROUPS } from '#tools/specs.ts'
import { held, type Held } from '#e2e/doubles/held.ts'
import { manualClock } from '#world/manual-clock.ts'
import { createSandbox } from '#world/sandbox/create-sandbox.ts'
import { spawnInProcessShell } from '#world/sandbox/embedded/in-process-shell.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'
import { Rules } from '../../rules.ts'
import { RULE_FILE } from './rule-file.ts'
import { createSessionRules } from './session-rules.ts'

const never = new AbortController().signal
const tools = createRegistry(GROUPS)
const deny = (id: string): Rule => ({
  id,
  verdict: 'deny',
  tool: 'execute',
  target: { kind: 'any' },
  agentId: DEFAULT_AGENT,
  workspaceId: null,
  source: 'user',
  createdAt: 1,
})
const FILE = JSON.stringify({ rules: [{ verdict: 'deny', tool: 'execute' }] })

/** Reads whose answers can be held back: what is read is read at once, and told late. */
function lateAnswers() {
  let next: ReturnType<typeof held> | null = null
  return {
    late:
      <Input extends unknown[], Output>(read: (...input: Input) => Promise<Output>) =>
      async (...input: Input): Promise<Output> => {
        const hold = next
        next = null
        const found = await read(...input)
        await hold?.enter()
        return found
      },
    holdNext: (): Held => (next = held()),
  }
}

/** The rules of one session over real storage and a real workspace. One kind of read answers late where it is told to. */
async function place(kind: 'stored rules' | 'file' | 'trust') {
  const { store, workspaces } = memoryStorage('A test keeps nothing.')
  const clock = manualClock()
  const { late, holdNext } = lateAnswers()
  const seen: Store = {
    ...store,
    rules: kind === 'stored rules' ? late(() => store.rules()) : () => store.rules(),
    acceptedRuleFile: kind === 'file' ? late((id: string) => store.acceptedRuleFile(id)) : store.acceptedRuleFile,
  }
  const parts = { workspaceId: 'w', store: workspaces, clock, spawnShell: spawnInProcessShell }
  const sandbox = await createSandbox('embedded', { ...parts, onStorageFailure: () => {} })
  const rules = new Rules({ store: seen, clock, tools, emit: () => {} })
  let trusted = true
  const describe = async () => ({ trusted, origin: '', contributes: [] })
  const trust = { describe: kind === 'trust' ? late(describe) : describe, distrust: async () => {} }
  const session = createSessionRules({
    rules,
    sessionId: 's',
    workspaceId: 'w',
    sandbox,
    store: seen,
    trust,
    clock,
    tools,
    emit: () => {},
  })
  return {
    store,
    rules,
    session,
    holdNext,
    ids: () => session.facts().rules.map(({ id }) => id),
    trusts: (word: boolean) => (trusted = word),
    writeFile: () => sandbox.write(RULE_FILE, new TextEncoder().encode(FILE), {}, never),
  }
}

it.each(['stored rules', 'file', 'trust'] as const)(
  'of two reads at once the one that began later counts, whichever ends last: %s',
  async (kind) => {
    const { store, session, holdNext, ids, trusts, writeFile } = await place(kind)
    if (kind === 'trust') await writeFile()
    const older = holdNext()
    const first = session.refresh(never)
    await older.reached
    if (kind === 'stored rules') await store.addRule(deny('new'))
    if (kind === 'file') await writeFile()
    if (kind === 'trust') trusts(false)
    await session.refresh(never)
    const after = ids()
    older.release()
    await first
    expect([after, ids()]).toEqual(
      { 'stored rules': [['new'], ['new']], file: [['file-1'], ['file-1']], trust: [[], []] }[kind],
    )
  },
)

it.each(['keep', 'remove'] as const)('a read that began before a change does not undo it: %s', async (change) => {
  const { store, rules, session, holdNext, ids } = await place('stored rules')
  await store.addRule(deny('old'))
  const older = holdNext()
  const first = session.refresh(never)
  await older.reached
  if (change === 'remove') await rules.remove('old')
  else await rules.keep({ ...deny('x'), tool: 'write_file' })
  const after = ids()
  older.release()
  await first
  expect(ids()).toEqual(after)
  expect(after).toEqual(change === 'remove' ? [] : ['old', expect.stringMatching(/^rule-/)])
})
