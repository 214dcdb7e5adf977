import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import type { Todo } from '#contracts/views.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { TodoList } from './todo-list.tsx'
import { words } from '../words.ts'
import styles from './todos.module.css'

/** The session's tasks: one line with the present one, opening to all. */
export function Todos({ todos }: { todos: readonly Todo[] }) {
  const [open, setOpen] = useState(false)
  const done = todos.filter((todo) => todo.status === 'completed').length
  const present = todos.find((todo) => todo.status === 'in_progress') ?? todos.find((todo) => todo.status === 'pending')
  return (
    <section className={styles.todos} aria-label={words.regions.todos}>
      <button type="button" className={styles.line} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight className={styles.chevron ?? ''} size={14} aria-hidden="true" />
        <span className={styles.present}>
          {present === undefined ? words.regions.todos : showInvisible(present.text)}
        </span>
        <span className={styles.count}>{words.todos.title(done, todos.length)}</span>
        <progress className="visually-hidden" value={done} max={todos.length} aria-label={words.regions.todos} />
      </button>
      {open && <TodoList todos={todos} />}
    </section>
  )
}
