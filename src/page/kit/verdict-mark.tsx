import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import type { RuleVerdict } from '#contracts/rules.ts'
import { words } from '../words.ts'
import type { LucideIcon } from './icon.ts'
import styles from './verdict-mark.module.css'

const GLYPHS: Record<RuleVerdict, LucideIcon> = { allow: Check, ask: CircleHelp, deny: Ban }

/** What a rule does: a glyph and a word, never a colour alone. */
export function VerdictMark({ verdict }: { verdict: RuleVerdict }) {
  const Glyph = GLYPHS[verdict]
  return (
    <span className={styles.verdict} data-verdict={verdict}>
      <Glyph size={14} aria-hidden="true" />
      {words.ruleVerdicts[verdict]}
    </span>
  )
}
