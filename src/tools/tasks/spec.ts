import { z } from '#contracts/zod.ts'
import type { CapabilityGroup } from '#contracts/capability.ts'
import { TOOL_TIMEOUT_MS } from '#contracts/limits.ts'
import { Todo } from '#contracts/views.ts'
import { defineCapability } from '../define-capability.ts'

/** Tasks on one list: more is a plan that nobody reads. */
const TODOS_MAX = 50

export const todoWriteSpec = defineCapability({
  name: 'todo_write',
  group: 'tasks',
  description:
    'Replaces the visible task list of this session. Use it for work of three steps or more: write the whole list each time, ' +
    'keep one task in_progress, and mark a task completed as soon as it is done and checked. Returns the list.',
  input: z.strictObject({
    todos: z
      .array(
        z.strictObject({
          id: z.string().min(1).max(64).optional().describe('Keep it the same between calls; the position otherwise.'),
          text: z.string().min(1).max(500).describe('What is to be done.'),
          status: Todo.shape.status,
        }),
      )
      .max(TODOS_MAX)
      .describe('The whole list, in order. Empty clears it.'),
  }),
  // It writes, but only the list that the person sees in this session: nothing in the workspace and nothing
  // outside. Planning must work in every mode without a question, so it is classed as harmless; `serial`
  // keeps two writes of the list in the model's order all the same.
  risk: 'read-only-local',
  concurrency: 'serial',
  target: { kind: 'none' },
  needs: [],
  words: { done: 'Update the task list', ask: 'Update the task list?' },
  timeoutMs: TOOL_TIMEOUT_MS,
})

export const currentTimeSpec = defineCapability({
  name: 'current_time',
  group: 'tasks',
  description:
    'Tells the current date, time and weekday. Use it whenever an answer depends on today; do not guess. ' +
    'Returns UTC, and the local time of a time zone where one is named.',
  input: z.strictObject({
    timezone: z.string().min(1).max(64).optional().describe('IANA name such as "Europe/Paris"; UTC otherwise.'),
  }),
  risk: 'read-only-local',
  concurrency: 'parallel',
  target: { kind: 'none' },
  needs: [],
  words: { done: 'Look at the clock', ask: 'Look at the clock?' },
  timeoutMs: TOOL_TIMEOUT_MS,
})

export const TASKS: CapabilityGroup = Object.freeze({
  name: 'tasks',
  instructions:
    'For work of several steps keep the task list current with todo_write: one task in progress, ' +
    'completed only when its result was checked.',
  specs: [todoWriteSpec, currentTimeSpec],
})
