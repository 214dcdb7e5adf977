import type { ComponentProps } from 'react'
import type { LucideIcon } from './icon.ts'
import styles from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` is the one thing to do; `ask` answers a question; `quiet` has no edge; `danger` cannot be undone. */
  look?: 'plain' | 'primary' | 'ask' | 'quiet' | 'danger'
  small?: boolean
  icon?: LucideIcon
  /** The key that does the same, shown beside the words. */
  hint?: string
}

/** A button with words. */
export function Button({ look = 'plain', small = false, icon: Icon, hint, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={className === undefined ? styles.button : `${styles.button} ${className}`}
      data-look={look}
      data-small={small || undefined}
    >
      {Icon && <Icon size={16} aria-hidden="true" />}
      <span>{children}</span>
      {hint !== undefined && <kbd aria-hidden="true">{hint}</kbd>}
    </button>
  )
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** Its accessible name, and its tip. */
  name: string
  icon: LucideIcon
  size?: number
  /** The key that does the same, shown in the tip. */
  hint?: string
}

/** A button that shows an icon only; its name is its tip. */
export function IconButton({ name, icon: Icon, size = 16, hint, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={className === undefined ? styles.icon : `${styles.icon} ${className}`}
      aria-label={name}
      data-tip={name}
      data-tip-key={hint}
    >
      <Icon size={size} aria-hidden="true" />
    </button>
  )
}
