import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { CapabilitySpec } from '#contracts/capability.ts'
import type { CallOutcome, PlannedCall } from '#contracts/calls.ts'
import { WATCH_KEPT, WATCH_WORDS_CHARS } from '#contracts/limits.ts'
import { isReadOnly, riskier, type RiskClass } from '#contracts/risk.ts'
import { NOTHING_WATCHED, type RunWatch, type WatchEntries, type WatchEntry } from '#contracts/run-watch.ts'
import type { ContentSource } from '#contracts/trust.ts'
import { headOf } from '#tools/cut-text.ts'
import { broughtIn, tellsModel } from './brought-in.ts'
import { carriesOut, sends } from './carries-out.ts'
import { classesOf } from './classes-of.ts'
import { foreignSource } from './foreign-source.ts'
import { objectionWords } from './objection-words.ts'
import { commandReads, privateResults, privateTargets } from './private-reads.ts'
import { plainAddress } from './typed-addresses.ts'

/** Private files that are named of one call: enough to see what kind of call it was. */
const NAMED_OF_ONE_CALL = 5

/** What a monitor works with. Left out, it begins with nothing, keeps itself in memory, and nothing is untrusted. */
export interface MonitorParts {
  read(): RunWatch
  /**
   * Makes `change` from what is known when its turn has come, so that of two at once none is lost, and stores it; the
   * same object back changes nothing. Counts once it is stored. Rejects where it could not be.
   */
  update(change: (watch: RunWatch) => RunWatch): Promise<void>
  /** Milliseconds since the epoch. */
  now(): number
  /** True where commands of the sandbox have a network. */
  readonly network: boolean
  /** False where files of the workspace were written elsewhere. Rejects where that cannot be read. */
  trusted(): Promise<boolean>
  /** Stores that a command is about to bring content in. Rejects where it could not be. */
  arrives(source: Pick<ContentSource, 'kind' | 'from'>): Promise<void>
}

/**
 * Watches the run, not the call (spec GT9): the riskiest class that has run, what untrusted text and what private
 * data the model has been told. Once there is any of either, a call that can carry data out is asked about, whatever
 * would have let it run.
 */
export class Monitor {
  readonly #parts: MonitorParts
  /** What entered without that being stored. */
  #unstored: RunWatch['pending'] = []

  constructor(parts: MonitorParts = inMemory()) {
    this.#parts = parts
  }

  /** The riskiest effective class that has run so far. */
  get observedRisk(): RiskClass {
    return this.#parts.read().observed
  }

  /**
   * Called before a call starts: stores what it may bring, so that a tab that dies in the middle forgets nothing.
   * Rejects where that fails, and the call must not run then.
   */
  async starting(plan: PlannedCall, spec: CapabilitySpec, analysis: CallAnalysis): Promise<void> {
    const { network } = this.#parts
    const source = foreignSource(plan, analysis, network)
    if (source !== null) await this.#parts.arrives(source)
    const untrustedFiles = spec.needs.includes('sandbox') && !(await this.#parts.trusted())
    const begun = (before: RunWatch): RunWatch => {
      const written = before.entered.first.length === 0 ? before.written : null
      const brings = broughtIn(spec, plan, analysis, { untrustedFiles, written, network })
      const pending: RunWatch['pending'] = [
        ...(brings === null ? [] : [{ as: 'entered' as const, ...this.#entry(plan, brings) }]),
        ...privateOf(plan, analysis).map((what) => ({ as: 'private' as const, ...this.#entry(plan, what) })),
      ]
      const after = this.#writing(before, plan, spec, analysis)
      if (pending.length === 0) return after
      const all = [...after.pending, ...pending]
      // More calls at once than can be told apart: then it counts from now on.
      return all.length > WATCH_KEPT ? withEntries(after, pending) : { ...after, pending: all }
    }
    await this.#parts.update(begun)
  }

  /**
   * Called when a call has ended, before its result is stored. What counts was stored before it started, so that a
   * write that fails here loses nothing. Rejects only where trust that was given meanwhile, over a look at what was
   * there then, could not be taken away again from what the call has brought since.
   */
  async ended(plan: PlannedCall, spec: CapabilitySpec, analysis: CallAnalysis, outcome: CallOutcome): Promise<void> {
    const source = foreignSource(plan, analysis, this.#parts.network)
    if (source !== null && (await this.#parts.trusted())) await this.#parts.arrives(source)
    const told = plan.source !== 'slash-command' && tellsModel(outcome, spec)
    const reads = commandReads(outcome)
    // Seen where it happened: what a command only names, it has not read.
    const counts = ({ as }: RunWatch['pending'][number]): boolean => told && (as === 'entered' || reads === null)
    const isOwn = ({ callId }: WatchEntry): boolean => callId === plan.callId
    const results = told ? [...(reads ?? []).slice(0, NAMED_OF_ONE_CALL), ...privateResults(outcome)] : []
    const more = results.map((what) => ({ as: 'private' as const, ...this.#entry(plan, what) }))
    const unstored = this.#unstored
    const settled = (watch: RunWatch): RunWatch => {
      const own = watch.pending.filter(isOwn)
      if (own.length + more.length + unstored.length === 0) return watch
      const isLate = ({ callId }: WatchEntry): boolean => unstored.some((late) => late.callId === callId)
      const after = { ...watch, pending: watch.pending.filter((each) => !isOwn(each) && !isLate(each)) }
      return withEntries(after, [...unstored, ...own.filter(counts), ...more])
    }
    const before = this.#parts.read().pending.filter(isOwn).filter(counts)
    await this.#parts.update(settled).then(
      () => void (this.#unstored = this.#unstored.filter((each) => !unstored.includes(each))),
      () => void this.#unstored.push(...before, ...more),
    )
  }

  /** Called once a call has started, with the class that the gate decided about. */
  ran(risk: RiskClass): void {
    const higher = (watch: RunWatch): RunWatch => {
      const observed = riskier(watch.observed, risk)
      return observed === watch.observed ? watch : { ...watch, observed }
    }
    // Not waited for: it decides nothing.
    this.#parts.update(higher).catch(() => {})
  }

  /** Why this call must be asked about although it would have run; null where it need not. */
  objection(plan: PlannedCall, analysis: CallAnalysis): string | null {
    const stored = this.#parts.read()
    const watch = withEntries(stored, this.#unstored)
    const takesOut = watch.entered.first.length > 0 ? carriesOut : sends
    if (!takesOut(plan, analysis, this.#parts.network)) return null
    // Exactly the address that the person wrote carries nothing that he did not write. Reading it, that is: what
    // else a call sends stands elsewhere.
    if (riskier(plan.effectiveRisk, analysis.risk) === 'read-only-network' && plan.target.kind === 'address') {
      const address = plainAddress(plan.target.value)
      if (address !== null && watch.typed.includes(address)) return null
    }
    return objectionWords(watch, this.#parts.now())
  }

  /** Notes the first call that may write into a file what the model was told. */
  #writing(watch: RunWatch, plan: PlannedCall, spec: CapabilitySpec, analysis: CallAnalysis): RunWatch {
    const [first] = watch.entered.first
    if (watch.written !== null || first === undefined || !spec.needs.includes('sandbox')) return watch
    if (isReadOnly(riskier(plan.effectiveRisk, analysis.risk))) return watch
    return { ...watch, written: this.#entry(plan, `a file that was written when the context held ${first.what}`) }
  }

  #entry({ callId }: { callId: string }, what: string): WatchEntry {
    // Names may be anybody's: nothing in them may look like a sentence of ours that goes on in the next line.
    const plain = headOf(what.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '_'), WATCH_WORDS_CHARS)
    return { callId, what: plain, at: this.#parts.now() }
  }
}

/** What a session begins with after a reload: what was pending may have entered. */
export function reopened(watch: RunWatch | undefined): RunWatch | undefined {
  if (watch === undefined || watch.pending.length === 0) return watch
  return withEntries({ ...watch, pending: [] }, watch.pending)
}

function withEntries(watch: RunWatch, entries: RunWatch['pending']): RunWatch {
  let { entered, privateReads } = watch
  for (const { as, callId, what, at } of entries) {
    if (as === 'entered') entered = added(entered, { callId, what, at })
    else privateReads = added(privateReads, { callId, what, at })
  }
  return { ...watch, entered, privateReads }
}

function added({ first, more }: WatchEntries, entry: WatchEntry): WatchEntries {
  return first.length < WATCH_KEPT ? { first: [...first, entry], more } : { first, more: more + 1 }
}

function privateOf(plan: PlannedCall, analysis: CallAnalysis): string[] {
  const uses = classesOf(plan, analysis).includes('credential-access')
  const named = privateTargets(plan).slice(0, NAMED_OF_ONE_CALL)
  return named.length === 0 && uses ? ['a stored key or token'] : named
}

function inMemory(): MonitorParts {
  let watch = NOTHING_WATCHED
  return {
    read: () => watch,
    update: async (change) => void (watch = change(watch)),
    now: () => 0,
    network: false,
    trusted: async () => true,
    arrives: async () => {},
  }
}
