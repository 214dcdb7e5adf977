import { describe, expect, it } from 'vitest'
import { heldStorage } from '#e2e/doubles/held-storage.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel } from '#e2e/doubles/scripted-model.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'

const base64 = (text: string): string => btoa(text)
/** The beginning of every zip. */
const ZIP = base64('PK\u0003\u0004')
const CHANGED = 'has changed since you looked'
const RULES = base64(JSON.stringify({ rules: [{ verdict: 'deny', tool: 'execute' }] }))

/** A session whose workspace an archive came into, over a storage that can be held back. */
async function untrusted() {
  const held = heldStorage(memoryStorage('A test keeps nothing.'))
  const node = startNodeRuntime({ model: scriptedModel([]), storage: held.storage })
  const model = { providerId: 'p', modelId: 'm' }
  const id = (await node.call('session.create', { model, mode: 'ask' })).session.id
  await put(node, id, 'a.zip', ZIP)
  return { node, id, held }
}
const put = (node: NodeRuntime, sessionId: string, path: string, content: string) =>
  node.call('workspace.upload', { sessionId, path: `/workspace/${path}`, base64: content })
const look = (node: NodeRuntime, sessionId: string) => node.call('trust.look', { sessionId })
async function standing(node: NodeRuntime, id: string) {
  const { trusted, decision, sources } = (await look(node, id)).trust
  return [trusted, decision, sources.map(({ kind, from }) => `${kind} ${from}`)]
}

describe('the word on what was looked at', () => {
  it('is refused where more came in from elsewhere since', async () => {
    const { node, id } = await untrusted()
    const { digest } = await look(node, id)
    await put(node, id, 'b.zip', ZIP)
    await expect(node.call('trust.set', { sessionId: id, trusted: true, digest })).rejects.toThrow(CHANGED)
    expect(await standing(node, id)).toEqual([false, null, ['archive a.zip', 'archive b.zip']])
  })

  it.each(['acceptRuleFile', 'updateTrust'] as const)(
    'is refused where more comes in while it is being stored (%s)',
    async (method) => {
      const { node, id, held } = await untrusted()
      await put(node, id, '.sallyport/rules.json', RULES)
      const { digest } = await look(node, id)
      const word = held.hold(method)
      const given = node.call('trust.set', { sessionId: id, trusted: true, digest }).catch((error: unknown) => error)
      await word.reached
      await put(node, id, 'b.zip', ZIP)
      word.release()
      expect(await given).toMatchObject({ failure: { kind: 'invalid', message: expect.stringContaining(CHANGED) } })
      expect(await standing(node, id)).toEqual([false, null, ['archive a.zip', 'upload rules.json', 'archive b.zip']])
    },
  )

  it('counts where the person put in a file of his own since', async () => {
    const { node, id } = await untrusted()
    const { digest } = await look(node, id)
    await put(node, id, 'mine.md', base64('mine'))
    await node.call('trust.set', { sessionId: id, trusted: true, digest })
    expect((await look(node, id)).trust.trusted).toBe(true)
  })
})
