import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState, type ComponentType, type KeyboardEvent } from 'react'
import type { SelectProps } from './choices.ts'
import { showInvisible } from './show-invisible.ts'
import styles from './select.module.css'

/** The list's code, once it is there. A list is placed, searched and layered by 29 KB that a first look never needs. */
let loaded: ComponentType<SelectProps> | null = null

async function load(): Promise<ComponentType<SelectProps>> {
  loaded ??= (await import('./select-list.tsx')).SelectList
  return loaded
}

/** Begins to load before anyone presses. What fails here is tried again by the press. */
function prepare(): void {
  void load().catch(() => undefined)
}

/** Enter and space press a button by themselves; these open a list too. */
function opensByKey({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (key === 'ArrowDown' || key === 'ArrowUp') return true
  return key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey
}

/**
 * A choice of one from a list (role combobox), by mouse, touch and keyboard. Until it is first opened it is a
 * button of the same look and name; then the list's own control takes its place, opened.
 */
export function Select({ look = 'field', ...rest }: SelectProps) {
  const [List, setList] = useState<ComponentType<SelectProps> | null>(null)
  const props = { ...rest, look }
  if (List !== null) return <List {...props} />

  const open = () => {
    props.onOpen?.()
    // Not before the press has ended: a control that is exchanged under the pointer gets no click.
    if (loaded !== null) setList(() => loaded)
    else
      void load().then(
        (list) => setList(() => list),
        () => undefined,
      )
  }
  const chosen = props.groups.flatMap((group) => group.choices).find((choice) => choice.value === props.value)
  return (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      aria-label={props.name}
      className={styles.trigger}
      data-look={look}
      data-state="closed"
      data-tip={props.hint ?? props.name}
      disabled={props.disabled}
      onPointerEnter={prepare}
      onPointerDown={prepare}
      onFocus={prepare}
      onClick={open}
      onKeyDown={(event) => {
        if (!opensByKey(event)) return
        event.preventDefault()
        open()
      }}
    >
      <span className={styles.shown}>{showInvisible(props.shown ?? chosen?.label ?? '')}</span>
      <ChevronDown size={14} aria-hidden="true" />
    </button>
  )
}
