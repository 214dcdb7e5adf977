/** One option of a select. `value` is unique among all groups and not ''. */
export interface Choice {
  value: string
  label: string
  /** One sentence of consequence below the label. */
  about?: string
  disabled?: boolean
}

/** Options that belong together. */
export interface ChoiceGroup {
  /** '' for none. */
  label: string
  choices: readonly Choice[]
}

/** What a select is given, whether its list is loaded yet or not. */
export interface SelectProps {
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
