import field from '../kit/field.module.css'
import { inspectorWords as words } from './inspector-words.ts'
import { NotReady } from './not-ready.tsx'
import { RovingList } from './roving-list.tsx'
import { useAnswer } from './use-answer.ts'
import styles from './inspector.module.css'

interface ToolListProps {
  sessionId: string
  text: string
  onText(text: string): void
  open: string | null
  onOpen(tool: string): void
  /** Another one when the answer may be another. */
  version: string
}

/** Every registered tool, also those that the model does not see, each with its state in a word. */
export function ToolList({ sessionId, text, onText, open, onOpen, version }: ToolListProps) {
  const answer = useAnswer('inspect.tools', { sessionId }, version)
  const wanted = text.trim().toLowerCase()
  const tools = answer.status === 'ready' ? answer.value.tools : []
  const found = tools.filter(({ name, standing }) =>
    [name, standing.group ?? '', words.standing[standing.state]].some((each) => each.toLowerCase().includes(wanted)),
  )
  return (
    <>
      <div className={styles.filter} role="search">
        <input
          type="search"
          className={field.input}
          aria-label={words.tools.search}
          placeholder={words.tools.search}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      </div>
      {answer.status !== 'ready' ? (
        <NotReady answer={answer} />
      ) : found.length === 0 ? (
        <p className={styles.empty}>{words.tools.noMatch}</p>
      ) : (
        <RovingList label={words.tools.label} items={found} keyOf={(tool) => tool.name} open={open} onOpen={onOpen}>
          {({ name, standing, calls }) => (
            <>
              <code className={styles.words}>{name}</code>
              {calls > 0 && <span className={styles.figure}>{words.tools.calls(calls)}</span>}
              <span className={styles.standing} data-standing={standing.state}>
                {words.standing[standing.state]}
              </span>
            </>
          )}
        </RovingList>
      )}
    </>
  )
}
