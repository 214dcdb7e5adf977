import { implement, type CapabilityBody } from '#contracts/capability.ts'
import { fail } from '#contracts/failure.ts'
import type { Todo } from '#contracts/views.ts'
import { closestNames } from '../closest-names.ts'
import { currentTimeSpec, todoWriteSpec } from './spec.ts'

const MARKS = { pending: '[ ]', in_progress: '[~]', completed: '[x]' } as const

/** `todo_write`: replaces the list. An odd list is stored and remarked on, not refused: it is only for looking at. */
const todoWrite = implement(todoWriteSpec, {
  async run(run, input) {
    const used = new Set<string>()
    const todos: Todo[] = input.todos.map(({ id, text, status }, index) => {
      let own = id ?? String(index + 1)
      // Two tasks with one id would be one row on the page.
      while (used.has(own)) own = `${own}-${index + 1}`
      used.add(own)
      return { id: own, text, status }
    })
    await run.memory.writeTodos(todos)
    return { todos }
  },

  toModel({ todos }) {
    if (todos.length === 0) return [{ type: 'text', text: 'The task list is empty now.' }]
    const lines = todos.map((todo) => `${MARKS[todo.status]} ${todo.id}. ${todo.text}`)
    const running = todos.filter((todo) => todo.status === 'in_progress').length
    if (running > 1) lines.push(`[${running} tasks are in progress; keep one at a time.]`)
    if (running === 0 && todos.some((todo) => todo.status === 'pending')) lines.push('[No task is in progress.]')
    return [{ type: 'text', text: lines.join('\n') }]
  },
  toClient({ todos }) {
    const done = todos.filter((todo) => todo.status === 'completed').length
    return { kind: 'todos', summary: todos.length === 0 ? 'empty' : `${done} of ${todos.length} done`, todos }
  },
})

/** `current_time`: the time of the run's clock, so that a replayed run tells its own time. */
const currentTime = implement(currentTimeSpec, {
  async run(run, input) {
    const now = run.clock.now()
    const timezone = input.timezone ?? 'UTC'
    return { utc: new Date(now).toISOString(), timezone, ...localTime(now, timezone) }
  },

  toModel({ utc, timezone, local, weekday, offset }) {
    const utcWords = `${utc.slice(0, 19)}Z`
    const text =
      timezone === 'UTC'
        ? `${weekday}, ${utcWords}`
        : `${weekday}, ${local} in ${timezone} (${offset}); UTC ${utcWords}`
    return [{ type: 'text', text }]
  },
  toClient({ timezone, local, weekday, offset }) {
    return {
      kind: 'text',
      summary: local.slice(0, 16).replace('T', ' '),
      text: `${weekday}, ${local.replace('T', ' ')} ${timezone} (${offset})`,
    }
  },
})

function localTime(now: number, timezone: string): { local: string; weekday: string; offset: string } {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      weekday: 'long',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    })
  } catch {
    const near = closestNames(timezone, Intl.supportedValuesOf('timeZone'), 1)
    const hint = near.length > 0 ? ` Close to it: ${near.join()}.` : ''
    throw fail(
      'parameters',
      'schema-violation',
      `There is no time zone "${timezone}". Use an IANA name such as "Europe/Paris".${hint}`,
    )
  }
  const parts = new Map(format.formatToParts(now).map((part) => [part.type, part.value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return {
    local: `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`,
    weekday: part('weekday'),
    offset: part('timeZoneName')
      .replace(/^GMT([+-]00:00)?$/, 'UTC')
      .replace('GMT', 'UTC'),
  }
}

/** The bodies of the group `tasks`. */
export const bodies: readonly CapabilityBody[] = [todoWrite, currentTime]
