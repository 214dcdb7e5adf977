import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import { rawWords } from './command-target.ts'

/** What of a command's text may name a host. */
interface NamedHosts {
  /** As it is written, without quotes, and as the grammar resolved it; lower case. */
  readonly text: string
  /** Each piece that is a host, in the one spelling that addresses have: numbers as dots, other scripts as `xn--…`. */
  readonly hosts: ReadonlySet<string>
}

/** The hosts of the call that was looked at last in each analysis: every rule asks for the same ones. */
const known = new WeakMap<CallAnalysis, { plan: PlannedCall; named: NamedHosts }>()

/** True where the text of a command names the host of the stored origin, or one below its wildcard, in any spelling. */
export function namesHost(stored: string, plan: PlannedCall, analysis: CallAnalysis): boolean {
  const [, wildcard, host = ''] = /^https?:\/\/(\*\.)?(.*?)(?::\d+)?$/u.exec(stored) ?? []
  const { text, hosts } = namedHosts(plan, analysis)
  if (wildcard !== undefined) return text.includes(`.${host}`) || [...hosts].some((each) => each.endsWith(`.${host}`))
  return hosts.has(host) || isIn(text, host.replace(/^\[|\]$/gu, ''))
}

function namedHosts(plan: PlannedCall, analysis: CallAnalysis): NamedHosts {
  const before = known.get(analysis)
  if (before?.plan === plan) return before.named
  const written = plan.target.value
  const words = [...new Set([...rawWords(written), ...(analysis.commands ?? []).flat()])]
  const hosts = new Set<string>()
  for (const piece of words.flatMap((word) => [word, ...word.split(/[@/:=,?#]+/u)])) {
    const host = hostOf(piece)
    if (host !== null) hosts.add(host)
  }
  const text = [written, written.replace(/\\\r?\n|['"\\]/gu, ''), ...words].join('\n').toLowerCase()
  const named = { text, hosts }
  known.set(analysis, { plan, named })
  return named
}

function hostOf(piece: string): string | null {
  const address = `http://${piece}`
  return piece !== '' && URL.canParse(address) ? new URL(address).hostname.replace(/\.$/u, '') : null
}

/** True where the host stands in the text by itself, and not as a part of a longer name. */
function isIn(text: string, host: string): boolean {
  for (let at = text.indexOf(host); at >= 0; at = text.indexOf(host, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text.slice(at + host.length, at + host.length + 2)
    if (!/[\p{L}\p{N}.-]/u.test(before) && !/^(?:[\p{L}\p{N}-]|\.[\p{L}\p{N}])/u.test(after)) return true
  }
  return false
}
