import type { Approval } from '#contracts/approvals.ts'
import { Button } from '../kit/button.tsx'
import fields from '../kit/field.module.css'
import { useAnswerText } from '../use-answer-text.ts'
import { words } from '../words.ts'
import styles from './card.module.css'

/** Asks what the agent should do instead; the model reads it with the denial. */
export function DenyForm(props: {
  /** What is begun is kept for this approval. */
  approval: Approval
  /** It was just asked for; what was begun before is shown again without taking the focus. */
  takesFocus: boolean
  onDeny: (reason: string) => void
  onBack: () => void
}) {
  const { approval, takesFocus, onDeny, onBack } = props
  const [begun, setReason] = useAnswerText(approval)
  const reason = begun ?? ''
  return (
    <form
      className={styles.deny}
      onSubmit={(event) => {
        event.preventDefault()
        onDeny(reason.trim())
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        onBack()
      }}
    >
      <input
        className={fields.input}
        aria-label={words.approval.denyReason}
        placeholder={words.approval.denyReason}
        maxLength={2_000}
        autoComplete="off"
        autoFocus={takesFocus}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit">{words.approval.deny}</Button>
      <Button look="quiet" onClick={onBack}>
        {words.approval.back}
      </Button>
    </form>
  )
}
