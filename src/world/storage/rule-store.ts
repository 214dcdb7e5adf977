import { CallRecord } from '#contracts/calls.ts'
import { fail } from '#contracts/failure.ts'
import { PAST_CALLS_MAX_CHARS, RULES_MAX } from '#contracts/limits.ts'
import type { CorruptRecord, CorruptRule, PastPlan, Store } from '#contracts/ports/store.ts'
import { AcceptedRuleFile, Rule, RuleVerdict } from '#contracts/rules.ts'
import { EVERYTHING, startingWith, type Range, type Records, type Rows } from './records.ts'
import { checked, field, keyText, readRow } from './stored-rows.ts'

type RuleStore = Pick<
  Store,
  | 'rules'
  | 'addRule'
  | 'removeRule'
  | 'noteRuleUse'
  | 'acceptedRuleFile'
  | 'acceptRuleFile'
  | 'forgetRuleFile'
  | 'pastPlans'
>

/** Calls that are read at once while looking back: their outputs come with them, and are let go before the next. */
const BATCH = 50

/** Rules, the rule files that were taken on, and the past that a rule is tried on. */
export function ruleStore(records: Records, onCorrupt: (record: CorruptRecord) => void): RuleStore {
  return {
    async rules() {
      const rows = await records.read(['rules'], (all) => all.list('rules', startingWith('')))
      const rules: Rule[] = []
      const corrupt: CorruptRule[] = []
      for (const row of rows) {
        const verdict = RuleVerdict.safeParse(field(row, 'verdict'))
        const rule = readRow(Rule, row, { store: 'rules', key: field(row, 'id') }, (record) =>
          corrupt.push({ ...record, verdict: verdict.success ? verdict.data : null }),
        )
        if (rule !== null) rules.push(rule)
      }
      return { rules: rules.toSorted((a, b) => a.createdAt - b.createdAt), corrupt }
    },

    async addRule(rule) {
      const row = checked(Rule, rule, 'rules')
      await records.write(['rules'], 'strict', async (rows) => {
        const stored = await rows.list('rules', startingWith(''), { limit: RULES_MAX })
        if (stored.length >= RULES_MAX && (await rows.peek('rules', row.id)) === undefined)
          throw fail('storage', 'invalid', `There are ${RULES_MAX} rules already. Delete one that you no longer need.`)
        await rows.put('rules', row)
      })
    },

    async removeRule(id) {
      await records.write(['rules'], 'strict', (rows) => rows.remove('rules', id))
    },

    async noteRuleUse(id, use) {
      await records.write(['rules'], 'relaxed', async (rows) => {
        // Read and written in one transaction, so that a rule that was just deleted stays deleted.
        const stored = Rule.safeParse(await rows.get('rules', id))
        if (stored.success) await rows.put('rules', checked(Rule, { ...stored.data, last: use }, 'rules'))
      })
    },

    async acceptedRuleFile(workspaceId) {
      const row = await records.read(['ruleFiles'], (rows) => rows.get('ruleFiles', workspaceId))
      return row === undefined
        ? null
        : readRow(AcceptedRuleFile, row, { store: 'ruleFiles', key: workspaceId }, onCorrupt)
    },

    async acceptRuleFile(file) {
      const row = checked(AcceptedRuleFile, file, 'ruleFiles')
      await records.write(['ruleFiles'], 'strict', (rows) => rows.put('ruleFiles', row))
    },

    async forgetRuleFile(workspaceId) {
      await records.write(['ruleFiles'], 'strict', (rows) => rows.remove('ruleFiles', workspaceId))
    },

    async pastPlans(limit) {
      const past: PastPlan[] = []
      let range: Range | null = EVERYTHING
      let chars = 0
      while (range !== null && past.length < limit && chars < PAST_CALLS_MAX_CHARS) {
        const within: Range = range
        const options = { index: 'planned', limit: BATCH, fromEnd: true }
        const rows = await records.read(['calls'], (all) => all.list('calls', within, options))
        for (const row of rows.toReversed()) {
          chars += charsOf(row)
          const read = readRow(
            CallRecord,
            row,
            { store: 'calls', key: keyText(field(row, 'taskId'), field(row, 'callId')) },
            () => {},
          )
          if (read !== null && read.plan.status === 'planned' && past.length < limit)
            past.push({ sessionId: read.taskId, plan: read.plan, plannedAt: read.plannedAt })
        }
        const oldest = rows[0] as { plannedAt: number; taskId: string; callId: string } | undefined
        range =
          oldest === undefined || rows.length < BATCH
            ? null
            : {
                lower: EVERYTHING.lower,
                upper: [oldest.plannedAt, oldest.taskId, oldest.callId],
                upperOpen: true,
              }
      }
      return past
    },
  }
}

/** Removes what was said of one workspace. For use in a transaction over `rules` and `ruleFiles`. */
export async function removeRulesOf(rows: Rows, workspaceId: string): Promise<void> {
  await rows.remove('ruleFiles', workspaceId)
  for (const row of await rows.list('rules', startingWith('')))
    if (field(row, 'workspaceId') === workspaceId) await rows.remove('rules', field(row, 'id'))
}

/** About how much text a row holds. */
function charsOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let chars = 0
  for (const item of Object.values(value)) chars += charsOf(item)
  return chars
}
