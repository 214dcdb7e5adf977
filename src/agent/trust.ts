import type { RuntimeEvent } from '#contracts/events.ts'
import { TRUST_SOURCES_KEPT } from '#contracts/limits.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { Store, StoredTrust } from '#contracts/ports/store.ts'
import type { WorkspaceTrust } from '#contracts/ports/trust.ts'
import { untouched, type ContentSource, type SourceKind, type TrustState } from '#contracts/trust.ts'
import { headOf } from '#tools/cut-text.ts'
import { canonicalJson } from './canonical-json.ts'
import { loadContributions } from './load-contributions.ts'
import type { ToolTable } from './plan.ts'

/** What trust is kept with. */
export interface TrustParts {
  readonly store: Pick<Store, 'trust' | 'updateTrust'>
  readonly clock: Pick<Clock, 'now'>
  /** Which tools a rule file may name. */
  readonly tools: ToolTable
  emit(event: RuntimeEvent): void
}

/**
 * Kinds that take the trust away. A file that the person picked from his own disk does not: he had it before, and
 * chose it by name; to be asked about each would teach him to say yes. Neither does what this app brings along for
 * its demos: whoever wrote that wrote the app. A file that holds other files does: he chose one name, and what it
 * holds was packed by somebody.
 */
const FOREIGN: ReadonlySet<SourceKind> = new Set(['archive', 'git', 'url', 'download', 'unknown'])

/** Characters of a source's name: a host has 253 at most, a file name 255. */
const FROM_CHARS = 300

/** Trust in the workspaces of this browser (spec GT8). What is stored is the truth: it is read anew each time. */
export class Trust {
  constructor(private readonly parts: TrustParts) {}

  /** Rejects with a `FailureError` of stage `storage`. A record that cannot be read is untrusted, never trusted. */
  async state(workspaceId: string): Promise<TrustState> {
    return this.#read(workspaceId, await this.parts.store.trust(workspaceId))
  }

  /** Stores that content came in, before it does. Anything from elsewhere takes the trust away. */
  async arrived(workspaceId: string, sources: readonly Pick<ContentSource, 'kind' | 'from'>[]): Promise<void> {
    if (sources.length === 0) return
    const at = this.parts.clock.now()
    const foreign = sources.some(({ kind }) => FOREIGN.has(kind))
    let lost = false
    const state = await this.parts.store.updateTrust(workspaceId, (stored) => {
      const before = this.#read(workspaceId, stored)
      lost = foreign && before.trusted && before.decision !== null
      return withSources({ ...before, trusted: before.trusted && !foreign }, sources, at)
    })
    this.parts.emit({ type: 'trust', trust: state })
    if (lost) {
      const from = sources.find(({ kind }) => FOREIGN.has(kind))?.from ?? ''
      const text = `New content came from ${from} after you had trusted this workspace. Until you look at it, the workspace is not trusted.`
      this.parts.emit({ type: 'notice', level: 'warning', text })
    }
  }

  /**
   * Stores that the person trusts what was `seen`. It counts from the next call on. Null, and nothing is stored, where
   * more came in from elsewhere since: he has not looked at that.
   */
  async give(workspaceId: string, seen: TrustState): Promise<TrustState | null> {
    let isSeen = true
    const state = await this.parts.store.updateTrust(workspaceId, (stored) => {
      const before = this.#read(workspaceId, stored)
      isSeen = arrivalsOf(before) === arrivalsOf(seen)
      return isSeen ? this.#decided(before, true) : before
    })
    if (!isSeen) return null
    this.parts.emit({ type: 'trust', trust: state })
    return state
  }

  /** Stores that the person does not trust it. It counts from the next call on. */
  async withdraw(workspaceId: string): Promise<TrustState> {
    const change = (stored: StoredTrust): TrustState => this.#decided(this.#read(workspaceId, stored), false)
    const state = await this.parts.store.updateTrust(workspaceId, change)
    this.parts.emit({ type: 'trust', trust: state })
    return state
  }

  /** Tells the page how it stands. */
  async show(workspaceId: string): Promise<void> {
    this.parts.emit({ type: 'trust', trust: await this.state(workspaceId) })
  }

  /** Trust in one workspace. Without a sandbox nothing is looked at: `contributes` is empty. */
  of(workspaceId: string, sandbox: Sandbox | null): WorkspaceTrust {
    return {
      describe: async (signal) => {
        const { trusted, sources } = await this.state(workspaceId)
        signal.throwIfAborted()
        const { tools } = this.parts
        const origin = originWords(sources)
        if (sandbox === null) return { trusted, origin, contributes: [] }
        const { contributionsOf, contributionWords } = await loadContributions()
        const { contributions } = await contributionsOf(sandbox, workspaceId, tools, signal)
        return { trusted, origin, contributes: contributions.map(contributionWords) }
      },
      distrust: async (signal) => {
        signal.throwIfAborted()
        await this.withdraw(workspaceId)
      },
    }
  }

  #decided(before: TrustState, trusted: boolean): TrustState {
    return { ...before, trusted, decision: { trusted, at: this.parts.clock.now() } }
  }

  #read(workspaceId: string, stored: StoredTrust): TrustState {
    if (stored === null) return untouched(workspaceId)
    if (stored !== 'damaged') return stored
    const source = { kind: 'unknown', from: 'somewhere that a damaged record does not name', at: 0 } as const
    return { ...untouched(workspaceId), trusted: false, sources: [source] }
  }
}

/** Names what came in from elsewhere. Equal as long as no more of it has come; what the person put there himself does not count. */
export function arrivalsOf({ sources }: TrustState): string {
  return canonicalJson(sources.filter(({ kind }) => FOREIGN.has(kind)))
}

/** The same source again moves to the end: what is listed says from where, not how often. */
function withSources(
  state: TrustState,
  sources: readonly Pick<ContentSource, 'kind' | 'from'>[],
  at: number,
): TrustState {
  const came = sources.map(({ kind, from }) => ({ kind, from: headOf(plain(from), FROM_CHARS), at }))
  const others = [...state.sources, ...came].filter(
    (source, index, all) =>
      !all.slice(index + 1).some(({ kind, from }) => kind === source.kind && from === source.from),
  )
  const omitted = Math.max(0, others.length - TRUST_SOURCES_KEPT)
  // A folder of the person's own files must not push out of sight where the rest came from.
  const own = others.filter(({ kind }) => !FOREIGN.has(kind)).slice(0, omitted)
  const kept = others.filter((source) => !own.includes(source)).slice(-TRUST_SOURCES_KEPT)
  return { ...state, sources: kept, omitted: state.omitted + omitted }
}

/** Names may be anybody's: nothing invisible, and no second line. */
function plain(from: string): string {
  return from.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '_')
}

const KIND_WORDS: Readonly<Record<SourceKind, (from: string) => string>> = {
  upload: (from) => `your own file ${from}`,
  archive: (from) => `an archive, ${from}`,
  git: (from) => `a repository of ${from}`,
  url: (from) => `a page of ${from}`,
  template: (from) => from,
  download: (from) => `a download from ${from}`,
  unknown: (from) => from,
}

/** Where content came from, in words: what is foreign first, the newest three. */
function originWords(sources: readonly ContentSource[]): string {
  if (sources.length === 0) return 'this session alone'
  const newest = sources.toReversed()
  const sorted = [...newest.filter(({ kind }) => FOREIGN.has(kind)), ...newest.filter(({ kind }) => !FOREIGN.has(kind))]
  const named = sorted.slice(0, 3).map(({ kind, from }) => KIND_WORDS[kind](from))
  const more = sorted.length > 3 ? [`${sorted.length - 3} more`] : []
  return [...named, ...more].join('; ')
}
