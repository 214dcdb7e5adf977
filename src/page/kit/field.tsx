import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ComponentProps, useId } from 'react'
import styles from './field.module.css'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  /** What to type here; '' for nothing to say. */
  hint?: string
  /** Why what was typed cannot be used; null where it can. */
  problem?: string | null
}

/**
 * A text field with its label above, and its hint and problem below. Both describe it and are no part of its name,
 * which would have them read out twice.
 */
export function Field({ label, hint = '', problem = null, ...input }: FieldProps) {
  const id = useId()
  const described = [problem !== null && `${id}-problem`, hint !== '' && `${id}-hint`].filter((each) => each !== false)
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        autoComplete="off"
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={problem !== null || undefined}
        aria-describedby={described.length > 0 ? described.join(' ') : undefined}
      />
      {problem !== null && (
        <p id={`${id}-problem`} className={styles.problem}>
          <CircleAlert size={14} aria-hidden="true" />
          <span>{problem}</span>
        </p>
      )}
      {hint !== '' && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}
