import { implement, type CapabilityBody } from '#contracts/capability.ts'
import { fail, type FailureError } from '#contracts/failure.ts'
import type { JsonValue } from '#contracts/json.ts'
import type { TrustReport } from '#contracts/ports/trust.ts'
import type { Effect } from '#contracts/views.ts'
import { count } from '../count.ts'
import { clearConversationSpec, distrustWorkspaceSpec, listToolsSpec } from './spec.ts'

/** `list_tools`: one line for each tool, by group, with the reason where the model does not see it. */
const listTools = implement(listToolsSpec, {
  async run(run) {
    if (run.session === undefined) throw missing('session')
    return { tools: run.session.tools().map((tool) => ({ ...tool })) }
  },
  toModel({ tools }) {
    return [{ type: 'text', text: toolLines(tools) }]
  },
  toClient({ tools }) {
    const active = tools.filter((tool) => tool.state === 'active').length
    return { kind: 'text', summary: `${count(active, 'tool')} for the model`, text: toolLines(tools) }
  },
})

function toolLines(tools: readonly { name: string; group: string; risk: string; state: string; reason: string }[]) {
  const groups = [...new Set(tools.map((tool) => tool.group))]
  return groups
    .map((group) => {
      const own = tools.filter((tool) => tool.group === group)
      const lines = own.map(({ name, risk, state, reason }) =>
        state === 'active' ? `  ${name} (${risk})` : `  ${name} (${risk}), not for the model: ${reason}`,
      )
      return [group, ...lines].join('\n')
    })
    .join('\n')
}

/** `clear_conversation`: the host sets the mark behind which the model's context begins. */
const clearConversation = implement(clearConversationSpec, {
  async run(run) {
    if (run.session === undefined) throw missing('session')
    await run.session.clear()
    return {}
  },
  toModel: () => [{ type: 'text', text: 'The context of the model begins anew.' }],
  toClient: () => ({
    kind: 'text',
    summary: 'cleared',
    text: 'The model is told nothing of what stands above. It stays readable, and the workspace is as it was.',
  }),
})

/** `distrust_workspace`: what it contributed until now is shown with the question. */
const distrustWorkspace = implement(distrustWorkspaceSpec, {
  async run(run) {
    if (run.trust === undefined) throw missing('trust')
    await run.trust.distrust(run.signal)
    return { ...plain(await run.trust.describe(run.signal)) }
  },
  toModel: (report) => [{ type: 'text', text: trustText(report) }],
  toClient: (report) => ({ kind: 'text', summary: 'not trusted', text: trustText(report) }),
  async preview(run): Promise<Effect> {
    if (run.trust === undefined) throw missing('trust')
    const { origin, contributes } = await run.trust.describe(run.signal)
    return { kind: 'arguments', value: { origin, contributes: [...contributes] } }
  },
})

function plain({ trusted, origin, contributes }: TrustReport) {
  return { trusted, origin, contributes: [...contributes] } satisfies JsonValue
}

function trustText({ origin, contributes }: Pick<TrustReport, 'origin' | 'contributes'>): string {
  const lines = contributes.map((line) => `- ${line}`)
  const what = lines.length === 0 ? [] : ['What it would contribute if it were trusted:', ...lines]
  return [`Not trusted. Its content came from ${origin}.`, ...what].join('\n')
}

function missing(service: 'session' | 'trust'): FailureError {
  const what = service === 'session' ? 'This run belongs to no session.' : 'This run cannot say what is trusted.'
  return fail('discovery', 'unavailable', `${what} Nothing was done.`)
}

/** The bodies of the group `session`. */
export const bodies: readonly CapabilityBody[] = [listTools, clearConversation, distrustWorkspace]
