import { describe, expect, it } from 'vitest'
import { watchBeginnings, watchNames, type JoinWatch } from './one-answer.ts'

/** The number of the event, from 0, at which a second answer is seen; null where it never is. */
function joinAt(watch: JoinWatch, events: readonly unknown[]): number | null {
  const at = events.findIndex((event) => watch(event))
  return at === -1 ? null : at
}

describe('a beginning', () => {
  const [start, ping, text] = [{ type: 'start' }, { type: 'ping' }, { type: 'text' }]
  it.each([
    ['once', [start, text, text], null],
    ['twice in a row', [start, ping, start, text], null],
    ['again later', [start, text, start, text], 2],
    ['again at the end', [start, text, text, start], 3],
    ['never', [text, null, 'odd', [], 7], null],
    ['only after something', [text, start], 1],
  ])('%s', (_, events, at) => {
    expect(joinAt(watchBeginnings('start'), events)).toBe(at)
  })
})

describe('a name', () => {
  const named = (...names: (string | null)[]) => names.map((id) => ({ id, choices: [] }))
  it.each([
    ['the same throughout', named('a', 'a', 'a'), null],
    ['another from the middle on', named('a', 'a', 'b', 'b'), 2],
    ['another after events without one', [...named('a', 'a', '', null), {}, ...named('b')], 5],
    ['another for every event', named('a', 'b', 'c', 'd'), null],
    ['none', [{}, { id: 7 }, null, 'odd'], null],
  ])('%s', (_, events, at) => {
    expect(joinAt(watchNames('id'), events)).toBe(at)
  })
})
