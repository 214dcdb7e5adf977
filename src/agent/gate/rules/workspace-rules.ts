import { fail, toFailure } from '#contracts/failure.ts'
import { RULE_FILE_MAX_BYTES } from '#contracts/limits.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { Store } from '#contracts/ports/store.ts'
import type { AcceptedRuleFile, Rule, RuleFileView, RuleView } from '#contracts/rules.ts'
import { digestOf } from '../../canonical-json.ts'
import type { ToolTable } from '../../plan.ts'
import { ReadOrder } from '../../read-order.ts'
import { parseRuleFile, RULE_FILE } from './rule-file.ts'
import { ruleView } from './rule-view.ts'

/** The rule file of a workspace as it stands: its text, why there is none to read, or that there is none. */
type FileState =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string; readonly digest: string }
  | { readonly kind: 'unreadable'; readonly problem: string }

/** What the file of a workspace contributes to a decision. */
export interface FileRules {
  readonly rules: readonly Rule[]
  /** Why every call that is not read-only is asked about; null where the file can be read. */
  readonly unreadable: string | null
}

const NOTHING: FileRules = { rules: [], unreadable: null }

/** Reads the rule file. Never throws but for an abort. */
export async function readRuleFile(sandbox: Sandbox, signal: AbortSignal): Promise<FileState> {
  try {
    const entry = await sandbox.stat(RULE_FILE, signal)
    if (entry === null) return { kind: 'none' }
    if (entry.size > RULE_FILE_MAX_BYTES)
      throw fail('execution', 'too-large', `it is larger than ${RULE_FILE_MAX_BYTES.toLocaleString('en')} bytes.`)
    const { bytes } = await sandbox.read(RULE_FILE, signal)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { kind: 'text', text, digest: digestOf(text) }
  } catch (error) {
    signal.throwIfAborted()
    const failure = toFailure(error, 'execution')
    // Between looking and reading it may have gone.
    if (failure.kind === 'not-found') return { kind: 'none' }
    const why = failure.kind === 'crashed' ? 'it is not text in UTF-8.' : failure.message
    return { kind: 'unreadable', problem: `.sallyport/rules.json cannot be used: ${why}` }
  }
}

/**
 * What a file and the version of it that the person took on contribute together. Deny and ask rules hold at
 * once, and go on holding until the person takes on a version without them; allow rules hold only in a version
 * that he has taken on. So an agent that writes the file can make itself stricter, never freer.
 */
export function fileRules(
  state: FileState,
  accepted: AcceptedRuleFile | null,
  workspaceId: string,
  tools: ToolTable,
): FileRules {
  const { current, kept } = bothVersions(state, accepted, workspaceId, tools)
  const unreadable =
    'problem' in current ? `${current.problem} Until then it is asked about what it may have denied.` : null
  return { rules: [...('problem' in current ? [] : current.inForce), ...kept], unreadable }
}

/** The same for the rules page. `trusted` false: the workspace contributes nothing, and is shown so. */
export function ruleFileView(
  state: FileState,
  accepted: AcceptedRuleFile | null,
  workspaceId: string,
  tools: ToolTable,
  trusted: boolean,
): RuleFileView {
  const shown = (rules: readonly Rule[]): RuleView[] => rules.map(ruleView)
  const { current, kept } = bothVersions(state, accepted, workspaceId, tools)
  const digest = state.kind === 'text' ? state.digest : null
  const rest = { digest, kept: trusted ? shown(kept) : [] }
  if (state.kind === 'none') return { ...rest, status: 'none', problem: '', rules: [] }
  if ('problem' in current)
    return { ...rest, status: trusted ? 'unreadable' : 'untrusted', problem: current.problem, rules: [] }
  const status = trusted ? (accepted?.digest === digest ? 'accepted' : 'new') : 'untrusted'
  return { ...rest, status, problem: '', rules: shown(current.all) }
}

function bothVersions(
  state: FileState,
  accepted: AcceptedRuleFile | null,
  workspaceId: string,
  tools: ToolTable,
): { current: { all: readonly Rule[]; inForce: readonly Rule[] } | { problem: string }; kept: readonly Rule[] } {
  const isAccepted = state.kind === 'text' && accepted?.digest === state.digest
  const before = accepted === null || isAccepted ? null : parseRuleFile(accepted.text, workspaceId, tools, accepted.at)
  const kept =
    before?.ok === true ? strict(before.rules).map((rule) => ({ ...rule, id: `kept-${rule.id}` })) : NOTHING.rules
  if (state.kind === 'none') return { current: { all: [], inForce: [] }, kept }
  if (state.kind === 'unreadable') return { current: { problem: state.problem }, kept }
  const parsed = parseRuleFile(state.text, workspaceId, tools, accepted?.at ?? 0)
  if (!parsed.ok) return { current: { problem: parsed.problem }, kept }
  return { current: { all: parsed.rules, inForce: isAccepted ? parsed.rules : strict(parsed.rules) }, kept }
}

function strict(rules: readonly Rule[]): Rule[] {
  return rules.filter(({ verdict }) => verdict !== 'allow')
}

/** The rule file of one workspace, read anew for each call: whoever changed it, the next call knows. */
export class WorkspaceRules {
  readonly #order = new ReadOrder()
  #now: FileRules = NOTHING
  #known: { state: FileState; accepted: AcceptedRuleFile | null } | null = null
  #told: string | null = null
  /** Ends looking at each change of the file; null while nothing is said that a change could make untrue. */
  #watching: AbortController | null = null

  constructor(
    private readonly workspaceId: string,
    private readonly sandbox: Sandbox | null,
    private readonly store: Pick<Store, 'acceptedRuleFile'>,
    private readonly tools: ToolTable,
    /** Hears why the file cannot be read, once of each such state, and null when that is no longer so. Null: nobody does. */
    private readonly unreadable: ((problem: string | null) => void) | null,
  ) {}

  /** As the file was when last read. */
  get current(): FileRules {
    return this.#now
  }

  async refresh(signal: AbortSignal): Promise<void> {
    if (this.sandbox === null) return
    const isNewest = this.#order.begin()
    const state = await readRuleFile(this.sandbox, signal)
    const accepted = await this.store.acceptedRuleFile(this.workspaceId)
    if (!isNewest()) return
    const known = this.#known
    if (known !== null && sameState(known.state, state) && known.accepted?.digest === accepted?.digest) return
    this.#known = { state, accepted }
    this.#now = fileRules(state, accepted, this.workspaceId, this.tools)
    this.#tell(this.#now.unreadable)
  }

  /** The workspace contributes nothing: what was said of its file no longer counts. Its rules stay: a call beside this one, which trusts it again, may have just read them. */
  leave(): void {
    this.#known = null
    this.#tell(null)
  }

  #tell(problem: string | null): void {
    if (this.unreadable === null || (this.#told === null && problem === null)) return
    this.#told = problem
    this.unreadable(problem)
    if (problem === null) {
      this.#watching?.abort()
      this.#watching = null
    } else this.#watch()
  }

  /** The person may mend the file long before the next call: what was said of it must not stand until then. */
  #watch(): void {
    if (this.sandbox === null || this.#watching !== null) return
    this.#watching = new AbortController()
    const { signal } = this.#watching
    const look = (): void => {
      // What fails here fails again where the next call reads, and is told there.
      this.refresh(signal).catch(() => {})
    }
    this.sandbox.watch((changes) => changes.some(({ path }) => path === RULE_FILE) && look(), signal)
  }
}

function sameState(a: FileState, b: FileState): boolean {
  if (a.kind === 'text' && b.kind === 'text') return a.digest === b.digest
  if (a.kind === 'unreadable' && b.kind === 'unreadable') return a.problem === b.problem
  return a.kind === b.kind
}
