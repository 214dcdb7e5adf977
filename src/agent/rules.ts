import { isPersonal, type CallRecord } from '#contracts/calls.ts'
import { fail } from '#contracts/failure.ts'
import type { RuntimeEvent } from '#contracts/events.ts'
import { PAST_CALLS_LOOKED, PAST_CALLS_LISTED } from '#contracts/limits.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { ShellGrammar } from '#contracts/ports/shell-grammar.ts'
import type { CorruptRule, PastPlan, Store } from '#contracts/ports/store.ts'
import {
  DEFAULT_AGENT,
  type PastCall,
  type PastMatches,
  type Rule,
  type RuleDraft,
  type RuleOption,
  type RulePreview,
  type RuleUse,
  type RuleView,
} from '#contracts/rules.ts'
import { classesOf } from './gate/classes-of.ts'
import { analysisOf } from './gate/rules/analysis-of.ts'
import { appliesTo } from './gate/rules/applies-to.ts'
import { changesNaming } from './gate/rules/changes-naming.ts'
import { mayAllow } from './gate/rules/may-allow.ts'
import { readDraft } from './gate/rules/read-rule.ts'
import { RULE_FILE } from './gate/rules/rule-file.ts'
import { ruleNotes } from './gate/rules/rule-notes.ts'
import { ruleView } from './gate/rules/rule-view.ts'
import { ruleWords } from './gate/rules/rule-words.ts'
import { reachesOf, suggestRule, type NewRule } from './gate/rules/suggest-rule.ts'
import { loadGrammarFor, specOf, type ToolTable } from './plan.ts'
import { ReadOrder } from './read-order.ts'
import { wordsOf } from './words.ts'

/** What the rules work with. */
export interface RulesParts {
  readonly store: Pick<Store, 'rules' | 'addRule' | 'removeRule' | 'noteRuleUse' | 'pastPlans' | 'call' | 'openCalls'>
  readonly clock: Clock
  readonly tools: ToolTable
  /** Left out, no command can be read, and no rule is made of one. */
  readonly grammar?: ShellGrammar
  emit(event: RuntimeEvent): void
}

/** Last uses of rules from files that are remembered at once. */
const FILE_USES_KEPT = 1_000

/** Whether what the store told as planned counts as the past of whoever asks. */
type IsPast = (each: PastPlan) => boolean

/** Where a rule holds that is made of a call in front of the person. */
const HERE = 'in this workspace'

/** A rule is tried on the past with an id of its own, so that it is told apart from every stored one. */
const TRIED = { id: 'tried', createdAt: 0 } as const

/** The user's rules, for every session of this thread. What is stored is the truth; several tabs share it. */
export class Rules {
  readonly #order = new ReadOrder()
  #rules: readonly Rule[] = []
  #corrupt: readonly CorruptRule[] = []
  readonly #fileUses = new Map<string, RuleUse>()

  constructor(private readonly parts: RulesParts) {}

  /** Reads what is stored. Rejects with a `FailureError` of stage `storage`. */
  async refresh(): Promise<void> {
    const isNewest = this.#order.begin()
    const { rules, corrupt } = await this.parts.store.rules()
    if (!isNewest()) return
    // Stored under a name that is an alias by now, a rule goes on holding.
    this.#rules = rules.map((rule) => ({ ...rule, tool: specOf(this.parts.tools, rule.tool)?.name ?? rule.tool }))
    this.#corrupt = corrupt
  }

  /** The rules for one agent in one workspace, as they were last read. */
  applying(agentId: string, workspaceId: string): readonly Rule[] {
    return this.#rules.filter(
      (rule) => rule.agentId === agentId && (rule.workspaceId === null || rule.workspaceId === workspaceId),
    )
  }

  /**
   * Why calls are asked about although no rule says so: a stored rule that may have asked or denied cannot be
   * read. Null where all can, and for one that is known to have allowed only.
   */
  get unreadable(): string | null {
    const strict = this.#corrupt.some(({ verdict }) => verdict !== 'allow')
    return strict ? 'A stored rule cannot be read, and it may have denied this: look at the rules page.' : null
  }

  /** What the rules page shows of what is stored, newest first. */
  async list(): Promise<{ rules: RuleView[]; corrupt: { id: string; reason: string }[] }> {
    await this.refresh()
    return {
      rules: this.#rules.toReversed().map(ruleView),
      corrupt: this.#corrupt.map(({ key, reason }) => ({ id: key, reason })),
    }
  }

  /** Stores a rule that the user wrote by hand. Throws `invalid` where the draft is no rule. */
  async add(draft: RuleDraft): Promise<Rule> {
    const read = readDraft(draft, this.parts.tools)
    if ('problems' in read) throw fail('command', 'invalid', read.problems[0]?.message ?? 'This is no rule yet.')
    return this.keep({ ...madeBy('user', draft), ...read })
  }

  /** Stores a rule and says so. It counts from the next call on, in every session. */
  async keep(rule: NewRule): Promise<Rule> {
    const { store, clock } = this.parts
    const stored: Rule = { ...rule, id: `rule-${clock.newId()}`, createdAt: clock.now() }
    await store.addRule(stored)
    await this.#changedInStore()
    return stored
  }

  /** Deletes a rule, also one that cannot be read. Works from the next call on. */
  async remove(id: string): Promise<void> {
    await this.parts.store.removeRule(id)
    await this.#changedInStore()
  }

  /** Reads anew, so that a read that began before cannot undo the change. Where that fails it is stored all the same, and each call reads for itself. */
  async #changedInStore(): Promise<void> {
    await this.refresh().catch(() => {})
    this.changed()
  }

  /**
   * Keeps what a rule decided last; of a workspace's file for as long as this tab lives. A failure is not worth
   * stopping a call for: the call's own record says it too.
   */
  noteUse(id: string, workspaceId: string, use: RuleUse): void {
    if (this.#rules.some((rule) => rule.id === id)) {
      this.parts.store.noteRuleUse(id, use).then(
        () => this.changed(),
        () => {},
      )
      return
    }
    if (this.#fileUses.size >= FILE_USES_KEPT) this.#fileUses.clear()
    this.#fileUses.set(`${workspaceId} ${id}`, use)
    this.changed()
  }

  /** The rules of a workspace's file, each with what it decided last. */
  withFileUses(workspaceId: string, rules: readonly RuleView[]): RuleView[] {
    return rules.map((rule) => {
      const last = this.#fileUses.get(`${workspaceId} ${rule.id}`)
      return last === undefined ? rule : { ...rule, last }
    })
  }

  /** The newest call of the model's in this session that ran and named its rule file, as far as the past is looked through. */
  async writerOf(sessionId: string): Promise<PastCall | null> {
    const { store, tools, grammar } = this.parts
    const past = await store.pastPlans(PAST_CALLS_LOOKED)
    const own = past.filter((each) => each.sessionId === sessionId && !isPersonal(each.plan.source))
    await loadGrammarFor(
      own.map(({ plan }) => plan.tool),
      tools,
      grammar,
    )
    for (const each of own) {
      const spec = specOf(tools, each.plan.tool)
      if (spec === undefined || !changesNaming(RULE_FILE, each.plan, analysisOf(spec, each.plan, grammar))) continue
      const record = await store.call(sessionId, each.plan.callId)
      if (record?.startedAt !== undefined) return this.#call(each)
    }
    return null
  }

  /** Tells whoever shows rules to read them again. */
  changed(): void {
    this.parts.emit({ type: 'rules' })
  }

  /** What a draft would mean and would have matched. A draft that is no rule yet comes back with its problems. */
  async preview(draft: RuleDraft): Promise<RulePreview> {
    const read = readDraft(draft, this.parts.tools)
    if ('problems' in read) {
      const nothing = { count: 0, looked: 0, calls: [] }
      return { words: '', problems: [...read.problems], notes: [], past: nothing }
    }
    return this.#shown({ ...madeBy('user', draft), ...read })
  }

  /**
   * The rule that an approval of this call in this workspace may become, with every reach; null where none is offered. It
   * is tried on what was before: neither on this call nor on those of its session that have not ended.
   */
  async suggest(
    { taskId, callId, plan }: Pick<CallRecord, 'taskId' | 'callId' | 'plan'>,
    workspaceId: string,
  ): Promise<RulePreview | null> {
    const spec = specOf(this.parts.tools, plan.tool)
    if (plan.status !== 'planned' || spec === undefined) return null
    const { tools, grammar } = this.parts
    await loadGrammarFor([plan.tool], tools, grammar)
    const analysis = analysisOf(spec, plan, grammar)
    const reached = reachesOf(plan, analysis).flatMap((reach) => {
      const rule = suggestRule(plan, analysis, workspaceId, reach)
      return rule === null ? [] : [{ reach, rule }]
    })
    const [narrowest] = reached
    if (narrowest === undefined) return null
    const notPast = new Set([callId, ...(await this.parts.store.openCalls(taskId)).map((open) => open.callId)])
    const isPast: IsPast = (each) => each.sessionId !== taskId || !notPast.has(each.plan.callId)
    const shown = await this.#shown(narrowest.rule, isPast)
    const options: RuleOption[] = []
    for (const { reach, rule } of reached) {
      // Each session has a workspace of its own: which one a rule is for makes no difference to the past.
      const same = options.find((option) => option.reach.folder === reach.folder)
      const past = same?.past ?? (reach.folder ? await this.#past(rule, isPast) : shown.past)
      options.push({ reach, words: ruleWords(rule, HERE), past })
    }
    return { ...shown, words: ruleWords(narrowest.rule, HERE), options }
  }

  async #shown(rule: NewRule, isPast?: IsPast): Promise<RulePreview> {
    return { words: ruleWords(rule), problems: [], notes: ruleNotes(rule), past: await this.#past(rule, isPast) }
  }

  /** The calls of the past that the rule would have decided, of every session. Its workspace makes no difference: each session has one of its own. */
  async #past(rule: NewRule, isPast: IsPast = () => true): Promise<PastMatches> {
    const { store, tools, grammar } = this.parts
    const past = (await store.pastPlans(PAST_CALLS_LOOKED)).filter(isPast)
    await loadGrammarFor(
      past.map(({ plan }) => plan.tool),
      tools,
      grammar,
    )
    const tried: Rule = { ...rule, ...TRIED }
    const matched = past.filter(({ plan }) => {
      const spec = specOf(tools, plan.tool)
      if (spec === undefined) return false
      try {
        const analysis = analysisOf(spec, plan, grammar)
        return (
          appliesTo(tried, plan, analysis) &&
          (tried.verdict !== 'allow' || mayAllow(tried, plan, classesOf(plan, analysis), true, analysis.commands))
        )
      } catch {
        return false
      }
    })
    const calls = matched.slice(0, PAST_CALLS_LISTED).map((each) => this.#call(each))
    return { count: matched.length, looked: past.length, calls }
  }

  #call({ sessionId, plan, plannedAt }: PastPlan): PastCall {
    const words = wordsOf(specOf(this.parts.tools, plan.tool), plan.tool, plan.arguments)
    return { sessionId, callId: plan.callId, words, at: plannedAt }
  }
}

function madeBy(source: Rule['source'], { verdict, workspaceId }: RuleDraft): Omit<NewRule, 'tool' | 'target'> {
  return { verdict, agentId: DEFAULT_AGENT, workspaceId, source }
}
