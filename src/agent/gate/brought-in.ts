import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { CapabilitySpec } from '#contracts/capability.ts'
import type { CallOutcome, PlannedCall } from '#contracts/calls.ts'
import type { WatchEntry } from '#contracts/run-watch.ts'
import { shortPath } from '#tools/workspace-path.ts'
import { carriesOut } from './carries-out.ts'
import { UNNAMED_ORIGIN } from './unnamed-origin.ts'

/** What is known of a run besides the call. */
export interface BringFacts {
  /** The workspace is not trusted: its files were written elsewhere. */
  readonly untrustedFiles: boolean
  /** Files that were written while something untrusted was in a context that has been cleared since. */
  readonly written: WatchEntry | null
  /** The sandbox's commands have a network. */
  readonly network: boolean
}

/** What untrusted text the result of this call puts before the model, to follow "there is"; null where none. */
export function broughtIn(
  spec: CapabilitySpec,
  plan: PlannedCall,
  analysis: CallAnalysis,
  facts: BringFacts,
): string | null {
  // The model is told of what a slash command did not at all.
  if (plan.source === 'slash-command') return null
  if (spec.brings === 'untrusted') return wordsOf(spec, plan)
  if (!spec.needs.includes('sandbox')) return null
  if (facts.network && plan.target.kind === 'command' && carriesOut(plan, analysis, true))
    return `what a command brought from ${placesOf(analysis.origins)}`
  // Names count too: whoever packed a folder chose them.
  if (facts.untrustedFiles) {
    const { kind, value } = plan.target
    return kind === 'path' ? `${shortPath(value)} of an untrusted workspace` : 'what lies in an untrusted workspace'
  }
  return facts.written?.what ?? null
}

/** True where the model is told something that the call itself brought: its result, or what it had said until it ended. */
export function tellsModel({ status, failure }: CallOutcome, spec: CapabilitySpec): boolean {
  if (status === 'ok' || failure?.output !== undefined) return true
  // What a file tool says of a failure may quote the file.
  return status === 'failed' && spec.needs.includes('sandbox')
}

/** What a capability that reads elsewhere brings, and from where. */
function wordsOf({ words }: CapabilitySpec, { target: { kind, value } }: PlannedCall): string {
  // The host alone: an address can carry what must not be shown again and again.
  const host = kind === 'address' && URL.canParse(value) ? new URL(value).host : 'an unknown place'
  return (words.brought ?? 'something of {host}').replace('{host}', () => host)
}

/** Hosts in words: at most three of them, of those that are named. */
export function placesOf(origins: readonly string[]): string {
  const named = origins.filter((origin) => origin !== UNNAMED_ORIGIN)
  if (named.length === 0) return 'the network'
  const hosts = [...new Set(named.map((origin) => (URL.canParse(origin) ? new URL(origin).host : origin)))]
  const more = hosts.length > 3 ? ` and ${hosts.length - 3} more` : ''
  return `${hosts.slice(0, 3).join(', ')}${more}`
}
