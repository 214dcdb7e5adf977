import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Select as Radix } from 'radix-ui'
import type { SelectProps } from './choices.ts'
import { showInvisible } from './show-invisible.ts'
import styles from './select.module.css'

/** A select with its list, open from the start: it is loaded when somebody opens the first one. */
export function SelectList({ name, value, shown, groups, onChange, onOpen, disabled, look, hint }: SelectProps) {
  const filled = groups.filter((group) => group.choices.length > 0)
  return (
    <Radix.Root
      value={value}
      onValueChange={onChange}
      onOpenChange={(open) => open && onOpen?.()}
      defaultOpen
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
