import { expect, it } from 'vitest'
import type { EventBatch, RuntimeEvent } from '#contracts/events.ts'
import { EVENTS_KEPT, EVENTS_KEPT_CHARS } from '#contracts/limits.ts'
import { EventLog } from './event-log.ts'

const event = (n: number): RuntimeEvent => ({ type: 'notice', level: 'info', text: String(n) })

function port() {
  const batches: EventBatch[] = []
  const numbers = (): [number, string][] =>
    batches.flatMap((batch) =>
      batch.kind === 'events'
        ? batch.events.map((entry, index): [number, string] => [
            batch.first + index,
            entry.type === 'notice' ? entry.text : '',
          ])
        : [],
    )
  return { batches, numbers, postMessage: (message: unknown) => void batches.push(message as EventBatch) }
}

it('sends everything since n, then what follows, each once and in one batch a turn', async () => {
  const log = new EventLog()
  for (let n = 1; n <= 5; n += 1) log.emit(event(n))
  const late = port()
  log.subscribe(3, late)
  log.emit(event(6))
  log.emit(event(7))
  await Promise.resolve()
  expect(late.numbers()).toEqual([
    [3, '3'],
    [4, '4'],
    [5, '5'],
    [6, '6'],
    [7, '7'],
  ])
  expect(late.batches.length).toBe(2)
})

it('a subscriber that joins between an event and its batch gets it once', async () => {
  const log = new EventLog()
  const first = port()
  log.subscribe(0, first)
  log.emit(event(1))
  const second = port()
  log.subscribe(0, second)
  await Promise.resolve()
  expect([first.numbers(), second.numbers()]).toEqual([[[1, '1']], [[1, '1']]])
})

it('knows what nobody has heard: all before the first subscriber, and what comes once the last one has left', async () => {
  const log = new EventLog()
  log.emit(event(1))
  log.emit(event(2))
  expect(log.unheard).toBe(1)
  const first = port()
  log.subscribe(log.unheard, first)
  log.emit(event(3))
  expect(log.unheard).toBe(4)
  await Promise.resolve()
  // What had not gone out when it left is unheard, too.
  log.emit(event(4))
  log.unsubscribe(first)
  log.emit(event(5))
  await Promise.resolve()
  expect([log.unheard, first.numbers().map(([number]) => number)]).toEqual([4, [1, 2, 3]])
  const second = port()
  log.subscribe(log.unheard, second)
  expect(second.numbers()).toEqual([
    [4, '4'],
    [5, '5'],
  ])
})

it('tells who asks for too old a number to read the state anew, and keeps a bounded number', () => {
  const log = new EventLog()
  const count = EVENTS_KEPT * 3
  for (let n = 1; n <= count; n += 1) log.emit(event(n))
  const old = port()
  log.subscribe(2, old)
  expect(old.batches).toEqual([{ kind: 'reset', next: count + 1 }])
  const everything = port()
  log.subscribe(0, everything)
  expect(everything.numbers().length).toBeLessThanOrEqual(EVENTS_KEPT * 2)
  expect(everything.numbers().at(-1)).toEqual([count, String(count)])
})

it('sends nothing more to a port that has left', async () => {
  const log = new EventLog()
  const gone = port()
  log.subscribe(0, gone)
  log.unsubscribe(gone)
  log.emit(event(1))
  await Promise.resolve()
  expect(gone.batches).toEqual([])
})

it('keeps a bounded number of characters, however few events they come in', () => {
  const log = new EventLog()
  const picture = 'x'.repeat(EVENTS_KEPT_CHARS / 4)
  for (let n = 1; n <= 12; n += 1) log.emit({ type: 'notice', level: 'info', text: picture })
  log.emit(event(13))
  const late = port()
  log.subscribe(0, late)
  const kept = late.numbers()
  expect(kept.reduce((chars, [, text]) => chars + text.length, 0)).toBeLessThanOrEqual(EVENTS_KEPT_CHARS * 2)
  expect([kept.length >= 2, kept.at(-1)]).toEqual([true, [13, '13']])
})

it('one event that is larger than all that is kept still reaches who listens', async () => {
  const log = new EventLog()
  const here = port()
  log.subscribe(0, here)
  log.emit({ type: 'notice', level: 'info', text: 'x'.repeat(EVENTS_KEPT_CHARS * 2 + 1) })
  log.emit(event(2))
  await Promise.resolve()
  expect(here.numbers().map(([n, text]) => [n, text.length])).toEqual([
    [1, EVENTS_KEPT_CHARS * 2 + 1],
    [2, 1],
  ])
  const late = port()
  log.subscribe(1, late)
  expect(late.batches).toEqual([{ kind: 'reset', next: 3 }])
})
