import { describe, expect, it } from 'vitest'
import type { ApprovalAnswer } from '#contracts/approvals.ts'
import type { Mode } from '#contracts/risk.ts'
import type { RuleDraft } from '#contracts/rules.ts'
import { startNodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel } from '#e2e/doubles/scripted-model.ts'
import { CONFIGURED_GUARD, READING_GUARD } from './gate/outbound.ts'
import { systemClock } from '#world/clock.ts'
import { createWebPort } from '#world/web/web-port.ts'

const FROM = 'https://a.example.com'
const TO = 'https://b.example.org'
const rule = (verdict: RuleDraft['verdict'], text: string): RuleDraft => ({
  verdict,
  tool: 'fetch_url',
  kind: 'address',
  text,
  workspaceId: null,
})

/** One call of `fetch_url` to a page that redirects to another one of its own and then to another origin. */
async function read(mode: Mode, rules: readonly RuleDraft[], verdict?: ApprovalAnswer['verdict']) {
  const asked: string[] = []
  const model = scriptedModel([[{ call: 'fetch_url', args: { url: `${FROM}/1` } }]])
  const node = startNodeRuntime({
    model,
    createWeb: () =>
      createWebPort({
        guard: READING_GUARD,
        relayGuard: CONFIGURED_GUARD,
        fetch: async (input) => {
          const url = String(input)
          asked.push(url)
          if (url === `${FROM}/1`) return Response.redirect(`${FROM}/2`, 301)
          if (url === `${FROM}/2`) return Response.redirect(`${TO}/3`, 302)
          return new Response('There.', { headers: { 'content-type': 'text/plain' } })
        },
        clock: systemClock(),
        relay: async () => null,
        surroundings: () => ({ online: true, origin: 'http://127.0.0.1:4173', holdsAddressSpace: true }),
      }),
  })
  for (const draft of rules) await node.call('rules.add', { draft })
  const { session } = await node.call('session.create', { mode, model: { providerId: 'p', modelId: 'm' } })
  await node.call('turn.send', { sessionId: session.id, text: 'Read it.', attachments: [] })
  if (verdict !== undefined) {
    const approval = await node.until((event) => (event.type === 'approval' ? event.approval : undefined))
    const { id: approvalId, planDigest } = approval
    await node.call('approval.answer', { sessionId: session.id, approvalId, answer: { verdict, planDigest } })
  }
  await node.rest(session.id)
  const [call] = (await node.call('session.open', { sessionId: session.id })).calls
  return { asked: asked.map((url) => url.slice(-1)), status: call?.status, why: call?.failure?.message }
}
const FOLLOWED = { asked: ['1', '2', '3'], status: 'ok', why: undefined }

describe('a redirect to another origin', () => {
  it('is covered by the answer of the person who was asked about the page', async () => {
    expect(await read('ask', [], 'allow-once')).toEqual(FOLLOWED)
  })

  it('is followed where nobody would have been asked about it', async () => {
    expect(await read('auto', [])).toEqual(FOLLOWED)
    expect(await read('ask', [rule('allow', FROM), rule('allow', TO)])).toEqual(FOLLOWED)
  })

  it.each<[string, Mode, RuleDraft[], ApprovalAnswer['verdict'] | undefined, RegExp]>([
    ['a rule that denies it, after an answer', 'ask', [rule('deny', TO)], 'allow-once', /not allowed\. .*Deny/],
    ['a rule that denies it, in auto', 'auto', [rule('deny', TO)], undefined, /not allowed\. .*Deny/],
    ['a rule that asks, after an answer', 'ask', [rule('ask', TO)], 'allow-once', /asked first: call again with/],
    ['a rule that allows only where it began', 'ask', [rule('allow', FROM)], undefined, /asked first: call again with/],
    ['that nobody is there to ask', 'headless', [rule('allow', FROM)], undefined, /is not allowed/],
  ])('is never asked because of %s', async (_, mode, rules, verdict, why) => {
    const { asked, status, why: said } = await read(mode, rules, verdict)
    expect([asked, status]).toEqual([['1', '2'], 'failed'])
    expect(said).toMatch(why)
    expect(said).toContain(`${FROM}/2 redirects elsewhere. That leads to ${TO}`)
  })
})
