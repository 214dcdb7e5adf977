import { expect, test } from 'vitest'
import { manualClock } from '#world/manual-clock.ts'
import { openTrial, type Trial } from '#e2e/doubles/trial-run.ts'
import { currentTimeSpec, todoWriteSpec } from './spec.ts'

const trialAt = (time: string): Trial =>
  openTrial({ clock: manualClock(Date.parse(time)), signal: new AbortController().signal })

test('the list is stored, shown and read back', async () => {
  const trial = trialAt('2026-01-01')
  const todos = [
    { id: 'a', text: 'Look', status: 'completed' },
    { text: 'Build', status: 'in_progress' },
    { text: 'Check', status: 'pending' },
  ]
  const stored = [
    { id: 'a', text: 'Look', status: 'completed' },
    { id: '2', text: 'Build', status: 'in_progress' },
    { id: '3', text: 'Check', status: 'pending' },
  ]
  expect(await trial.call(todoWriteSpec, { todos })).toEqual({
    ok: true,
    text: '[x] a. Look\n[~] 2. Build\n[ ] 3. Check',
    model: [{ type: 'text', text: '[x] a. Look\n[~] 2. Build\n[ ] 3. Check' }],
    client: { kind: 'todos', summary: '1 of 3 done', todos: stored },
    durable: { todos: stored },
  })
  expect(trial.todos()).toEqual(stored)
})

test('an odd list is kept and remarked on', async () => {
  const trial = trialAt('2026-01-01')
  const both = [1, 2].map((number) => ({ text: `Task ${number}`, status: 'in_progress' }))
  expect(await trial.call(todoWriteSpec, { todos: both })).toMatchObject({
    text: '[~] 1. Task 1\n[~] 2. Task 2\n[2 tasks are in progress; keep one at a time.]',
  })
  expect(await trial.call(todoWriteSpec, { todos: [{ text: 'Wait', status: 'pending' }] })).toMatchObject({
    text: '[ ] 1. Wait\n[No task is in progress.]',
  })
  expect(await trial.call(todoWriteSpec, { todos: [] })).toMatchObject({
    text: 'The task list is empty now.',
    client: { summary: 'empty' },
  })
})

test('two tasks with one id get two', async () => {
  const trial = trialAt('2026-01-01')
  const todos = [{ id: '2' }, { id: '2' }, { id: '3' }, {}].map((one) => ({ ...one, text: 't', status: 'completed' }))
  await trial.call(todoWriteSpec, { todos })
  expect(trial.todos().map((todo) => todo.id)).toEqual(['2', '2-2', '3', '4'])
})

test.each([
  ['UTC', undefined, 'Sunday, 2026-03-29T00:59:59Z'],
  ['a zone', 'Europe/Paris', 'Sunday, 2026-03-29T01:59:59 in Europe/Paris (UTC+01:00); UTC 2026-03-29T00:59:59Z'],
  [
    'a zone where it is another day',
    'America/New_York',
    'Saturday, 2026-03-28T20:59:59 in America/New_York (UTC-04:00); UTC 2026-03-29T00:59:59Z',
  ],
  [
    'half-hour offsets',
    'Asia/Kolkata',
    'Sunday, 2026-03-29T06:29:59 in Asia/Kolkata (UTC+05:30); UTC 2026-03-29T00:59:59Z',
  ],
])('the time of the run clock in %s', async (_, timezone, text) => {
  expect(await trialAt('2026-03-29T00:59:59Z').call(currentTimeSpec, timezone ? { timezone } : {})).toMatchObject({
    ok: true,
    text,
  })
})

test('midnight is hour 00', async () => {
  expect(await trialAt('2026-03-29T00:00:00Z').call(currentTimeSpec, { timezone: 'Etc/UTC' })).toMatchObject({
    client: { kind: 'text', summary: '2026-03-29 00:00', text: 'Sunday, 2026-03-29 00:00:00 Etc/UTC (UTC)' },
  })
})

test('a zone that does not exist fails with those that are near', async () => {
  expect(await trialAt('2026-01-01').call(currentTimeSpec, { timezone: 'Europe/Pariss' })).toMatchObject({
    failure: {
      stage: 'parameters',
      kind: 'schema-violation',
      message:
        'There is no time zone "Europe/Pariss". Use an IANA name such as "Europe/Paris". Close to it: Europe/Paris.',
    },
  })
})
