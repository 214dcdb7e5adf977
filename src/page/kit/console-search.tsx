import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import { words } from '../words.ts'
import { IconButton } from './button.tsx'
import fields from './field.module.css'
import { FOUND_MAX } from './find-in-text.ts'
import styles from './console.module.css'

/** Searches an output: Enter goes on, Shift-Enter back, Escape ends it. `at` is the chosen one of `found`, from 0. */
export function ConsoleSearch(props: {
  query: string
  at: number
  found: number
  onQuery: (query: string) => void
  onStep: (by: 1 | -1) => void
  onClose: () => void
}) {
  const { query, at, found, onQuery, onStep, onClose } = props
  const { text } = words
  const all = found === FOUND_MAX ? text.foundMany(found) : String(found)
  return (
    <div className={styles.search} role="search">
      <input
        className={fields.input}
        aria-label={text.find}
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          // Escape means the search here, not the turn.
          event.stopPropagation()
          if (event.key === 'Escape') onClose()
          else onStep(event.shiftKey ? -1 : 1)
        }}
      />
      <span className={styles.found} role="status">
        {query === '' ? '' : found === 0 ? text.foundNone : text.found(at + 1, all)}
      </span>
      <IconButton name={text.previous} icon={ChevronUp} size={14} disabled={found === 0} onClick={() => onStep(-1)} />
      <IconButton name={text.next} icon={ChevronDown} size={14} disabled={found === 0} onClick={() => onStep(1)} />
      <IconButton name={words.actions.close} icon={X} size={14} onClick={onClose} />
    </div>
  )
}
