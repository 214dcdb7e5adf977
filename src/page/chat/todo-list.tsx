import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDot from 'lucide-react/icons/circle-dot'
import type { Todo } from '#contracts/views.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { words } from '../words.ts'
import styles from './todos.module.css'

const GLYPHS = { pending: Circle, in_progress: CircleDot, completed: CircleCheck }

/** Tasks with their states. */
export function TodoList({ todos }: { todos: readonly Todo[] }) {
  return (
    <ul className={styles.list} tabIndex={todos.length > 6 ? 0 : undefined}>
      {todos.map((todo) => {
        const Glyph = GLYPHS[todo.status]
        return (
          <li key={todo.id} data-status={todo.status}>
            <Glyph size={14} aria-hidden="true" />
            <span>
              <span className="visually-hidden">{words.todos.states[todo.status]}: </span>
              {showInvisible(todo.text)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
