import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Select as Radix } from 'radix-ui'
import { showInvisible } from './show-invisible.ts'
import styles from './select.module.css'

export interface Choice {
  value: string
  label: string
  /** One sentence of consequence below the label. */
  about?: string
  disabled?: boolean
}
export interface ChoiceGroup {
  /** '' for none. */
  label: string
  choices: readonly Choice[]
}

interface SelectProps {
  /** Its accessible name. */
  name: string
  value: string
  /** What the closed control shows; the label of the chosen one unless given. */
  shown?: string
  groups: readonly ChoiceGroup[]
  onChange: (value: string) => void
  onOpen?: () => void
  disabled?: boolean
  look?: 'field' | 'quiet'
  hint?: string
}

/** A choice of one from a list (role combobox), by mouse, touch and keyboard. */
export function Select({ name, value, shown, groups, onChange, onOpen, disabled, look = 'field', hint }: SelectProps) {
  const filled = groups.filter((group) => group.choices.length > 0)
  return (
    <Radix.Root
      value={value}
      onValueChange={onChange}
      onOpenChange={(open) => open && onOpen?.()}
      {...(disabled === undefined ? {} : { disabled })}
    >
      <Radix.Trigger className={styles.trigger} data-look={look} aria-label={name} data-tip={hint ?? name}>
        <span className={styles.shown}>{shown === undefined ? <Radix.Value /> : showInvisible(shown)}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.list} position="popper" sideOffset={4} collisionPadding={8}>
          <Radix.Viewport>
            {filled.map((group, index) => (
              <Radix.Group key={group.label === '' ? `group ${index}` : group.label} className={styles.group}>
                {group.label !== '' && <Radix.Label className={styles.label}>{showInvisible(group.label)}</Radix.Label>}
                {group.choices.map((choice) => (
                  <Radix.Item
                    key={choice.value}
                    value={choice.value}
                    className={styles.item}
                    textValue={choice.label}
                    {...(choice.disabled === true ? { disabled: true } : {})}
                  >
                    <Radix.ItemIndicator className={styles.mark}>
                      <Check size={14} aria-hidden="true" />
                    </Radix.ItemIndicator>
                    <span className={styles.words}>
                      <Radix.ItemText>{showInvisible(choice.label)}</Radix.ItemText>
                      {choice.about !== undefined && <span className={styles.about}>{choice.about}</span>}
                    </span>
                  </Radix.Item>
                ))}
              </Radix.Group>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
