import type { Approval, ApprovalAnswer } from '#contracts/approvals.ts'
import { Button } from '../kit/button.tsx'
import { words } from '../words.ts'
import styles from './card.module.css'

interface ApprovalAnswersProps {
  approval: Approval
  /** What "for this session" would cover, as it is shown; left out where it is not offered. */
  scope: string | undefined
  /** An answer is on its way. */
  busy: boolean
  /** False until the question has been there long enough to be read. */
  armed: boolean
  /** The rule that it may become is shown below. */
  ruling: boolean
  onAnswer: (verdict: ApprovalAnswer['verdict']) => void
  onRule: () => void
  onReason: () => void
}

/** A button for each answer, with the key that does the same. */
export function ApprovalAnswers(props: ApprovalAnswersProps) {
  const { approval, scope, busy, armed, ruling, onAnswer, onRule, onReason } = props
  const given = (act: () => void) => ({
    disabled: busy,
    'aria-disabled': !armed,
    onClick: () => {
      if (armed) act()
    },
  })
  return (
    <div className={styles.answers}>
      {/* One main button on the card: while the rule is looked at it is the one that makes it. */}
      <Button look={ruling ? 'plain' : 'ask'} hint="A" {...given(() => onAnswer('allow-once'))}>
        {approval.effect.kind === 'fails' ? words.approval.letFail : words.approval.allowOnce}
      </Button>
      {scope !== undefined && (
        <Button hint="S" data-tip={scope} {...given(() => onAnswer('allow-session'))}>
          {words.approval.allowSession}
        </Button>
      )}
      {approval.ruleWords != null && (
        <Button hint="R" aria-expanded={ruling} {...given(onRule)}>
          {words.approval.always}
        </Button>
      )}
      <Button hint="D" {...given(() => onAnswer('deny'))}>
        {words.approval.deny}
      </Button>
      <Button look="quiet" hint="⇧D" {...given(onReason)}>
        {words.approval.giveReason}
      </Button>
    </div>
  )
}
