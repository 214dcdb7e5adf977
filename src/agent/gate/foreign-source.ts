import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import { isReadOnly, riskier } from '#contracts/risk.ts'
import type { ContentSource } from '#contracts/trust.ts'
import { placesOf } from './brought-in.ts'
import { UNNAMED_ORIGIN } from './unnamed-origin.ts'

type Source = Pick<ContentSource, 'kind' | 'from'>

/** Programs that bring files in without being told an address, or with one that cannot be read from their words. */
const FETCHERS: readonly (readonly [programs: RegExp, verbs: RegExp | null, source: Source])[] = [
  [/^git$/, /^(?:clone|pull|fetch|submodule|lfs)$/, { kind: 'git', from: 'a remote repository' }],
  [/^(?:npm|pnpm|yarn|bun)$/, null, { kind: 'download', from: 'a package registry' }],
  [
    /^(?:npx|pnpx|bunx|pip3?|pipx|uvx?|poetry|conda|gem|bundle|composer)$/,
    null,
    { kind: 'download', from: 'a package registry' },
  ],
  [/^(?:cargo|go)$/, /^(?:add|get|install|fetch|mod)$/, { kind: 'download', from: 'a package registry' }],
  [/^(?:curl|wget|aria2c|http|https|xh)$/, null, { kind: 'download', from: 'an address that its words do not tell' }],
  [/^(?:scp|sftp|rsync|ssh|ftp|nc|ncat)$/, null, { kind: 'download', from: 'another computer' }],
]

/**
 * What a command may leave in the workspace from elsewhere (spec GT8): commands have a network, it does more than
 * read, and it names origins or a program that fetches. Told before it runs, so that a tab that dies in the
 * middle has said so already. By the words alone: one that is only mentioned costs a look, one that is missed costs
 * more. Null for everything else.
 */
export function foreignSource(
  plan: Pick<PlannedCall, 'effectiveRisk' | 'target'>,
  analysis: CallAnalysis,
  network: boolean,
): Source | null {
  if (!network || plan.target.kind !== 'command' || isReadOnly(riskier(plan.effectiveRisk, analysis.risk))) return null
  const words = plan.target.value.split(/[\s'"`;|&<>(){}]+/).map((word) => word.slice(word.lastIndexOf('/') + 1))
  const found = FETCHERS.find(
    ([programs, verbs]) =>
      words.some((word) => programs.test(word)) && (verbs === null || words.some((word) => verbs.test(word))),
  )
  if (analysis.origins.some((origin) => origin !== UNNAMED_ORIGIN))
    return { kind: found?.[2].kind === 'git' ? 'git' : 'download', from: placesOf(analysis.origins) }
  return found?.[2] ?? null
}
