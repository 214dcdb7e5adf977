import type { CallRecord } from '#contracts/calls.ts'
import type { MayLead } from '#contracts/ports/web.ts'
import { headOf } from '#tools/cut-text.ts'
import { analysisOf } from './gate/rules/analysis-of.ts'
import type { DoorHost } from './invoke.ts'
import { planCall, specOf } from './plan.ts'

/** Of an address that a stranger wrote: enough to call it, too little to tell a story. */
const SHOWN_CHARS = 300

/**
 * Whether a page that a call reads may lead to another origin: decided as if the call had named that address. A person's
 * yes to the page covers where it leads; a rule that allowed it, or a mode, covers only what it would have allowed itself.
 */
export function redirectCheck(
  record: CallRecord,
  host: Pick<DoorHost, 'tools' | 'availability' | 'grammar' | 'cwd' | 'gate'>,
): MayLead {
  return (url) => {
    const { gate, tools } = host
    const { plan: made, call } = record
    const spec = made.status === 'planned' ? specOf(tools, made.tool) : undefined
    if (gate === undefined || made.status !== 'planned' || spec?.target.kind !== 'address')
      return 'Where it leads cannot be judged.'
    const rawArguments = JSON.stringify({ ...made.arguments, [spec.target.argument]: url })
    const plan = planCall({ ...call, rawArguments }, tools, host.availability, host.cwd(), host.grammar)
    if (plan.status !== 'planned') return plan.failure.message
    const { outcome, rung, reason } = gate.preview(plan, analysisOf(spec, plan, host.grammar))
    if (outcome === 'run' || (outcome === 'ask' && rung !== 'rule' && record.decision?.rung === 'ask')) return null
    const { origin } = new URL(url)
    return outcome === 'ask'
      ? `That leads to ${origin}, about which the user is asked first: call again with ${headOf(url, SHOWN_CHARS)}`
      : `That leads to ${origin}, which is not allowed. ${reason}`
  }
}
