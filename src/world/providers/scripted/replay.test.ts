import { expect, it } from 'vitest'
import type { Heard } from './read-history.ts'
import { asksToGoOn, replay } from './replay.ts'
import { call, ok, type CallResult, type Passage } from './script.ts'

/** Two calls, then one that depends on them, then the last words. */
function* script(): Passage<void> {
  const [one, two] = yield {
    text: 'Both.',
    calls: [call('read_file', { path: 'a' }), call('write_file', { path: 'b', content: '' })],
  }
  const [cut] = yield { text: 'Cut.', calls: [call('write_file', { path: 'c', content: 'long' })], cutAfter: 5 }
  yield { text: `${ok(one)} ${ok(two)} ${cut?.kind}` }
}

const OPENING: Heard = { kind: 'person', text: 'Do it.' }
const STOP: Heard = { kind: 'note', text: '[The user stopped this turn.]' }
const GO_ON: Heard = { kind: 'person', text: 'Go on.' }
const good = (name: string): CallResult => ({ name, status: 'ok', kind: '', text: 'fine' })
const stopped = (name: string): CallResult => ({ name, status: 'cancelled', kind: 'aborted', text: 'It was stopped.' })
const cut = (because: string): CallResult => ({
  name: 'write_file',
  status: 'invalid',
  kind: 'cut-arguments',
  text: `The call was not run, because ${because}.`,
})
const LIMIT = "the answer reached the model's output limit"
const step = (...results: CallResult[]): Heard => ({ kind: 'step', said: true, results })
const next = (...heard: Heard[]) => replay(script, 'Do it.', [OPENING, ...heard])

const BOTH = [call('read_file', { path: 'a' }), call('write_file', { path: 'b', content: '' })]
const FIRST = step(good('read_file'), good('write_file'))
const CUT = {
  kind: 'step',
  step: { text: 'Cut.', calls: [call('write_file', { path: 'c', content: 'long' })], cutAfter: 5 },
  again: null,
}

it('begins with the first step and goes on with what the results say', () => {
  expect(next()).toEqual({ kind: 'step', step: { text: 'Both.', calls: BOTH }, again: null })
  expect(next(FIRST)).toEqual(CUT)
  const denied: CallResult = { name: 'write_file', status: 'denied', kind: 'denied', text: 'The user denied it.' }
  expect(next(step(good('read_file'), denied), step(cut(LIMIT)))).toEqual({
    kind: 'step',
    step: { text: 'true false cut-arguments' },
    again: null,
  })
})

it('makes a stopped step again, without the calls that went well', () => {
  expect(next(step(good('read_file'), stopped('write_file')), STOP, GO_ON)).toEqual({
    kind: 'step',
    step: { text: 'Both.', calls: BOTH.slice(1) },
    again: 'stopped',
  })
  // What the second try brings is put to what the first one brought.
  expect(next(step(good('read_file'), stopped('write_file')), STOP, GO_ON, step(good('write_file')))).toEqual(CUT)
})

it('makes a step again whose words were stopped before its calls were complete', () => {
  const whole = { kind: 'step', step: { text: 'Both.', calls: BOTH }, again: 'stopped' }
  expect(next(step(), STOP, GO_ON)).toEqual(whole)
  expect(next(step({ ...cut('the answer was stopped'), name: 'read_file' }), STOP, GO_ON)).toEqual(whole)
})

it('takes a cut as meant only where the output limit made it', () => {
  expect(next(FIRST, step(cut('the answer was stopped')), STOP, GO_ON)).toEqual({ ...CUT, again: 'stopped' })
  expect(next(FIRST, step(cut(LIMIT)))).toMatchObject({ step: { text: 'true true cut-arguments' } })
})

it('says that an outcome is unknown before it repeats the call', () => {
  const lost: CallResult = { name: 'write_file', status: 'unknown', kind: 'interrupted', text: 'The tab closed.' }
  expect(next(step(good('read_file'), lost), GO_ON)).toMatchObject({ step: { calls: BOTH.slice(1) }, again: 'unknown' })
})

it('answers nothing but its opening and a wish to go on, and knows where it stands', () => {
  const other: Heard = { kind: 'person', text: 'What is this?' }
  expect(replay(script, 'Do it.', [other])).toEqual({ kind: 'aside', where: 'before' })
  expect(next(FIRST, STOP, other)).toEqual({ kind: 'aside', where: 'middle' })
  // The answer to that is no step of the script.
  expect(next(FIRST, STOP, other, step(), GO_ON)).toEqual(CUT)
  const over = [FIRST, step(cut(LIMIT)), step()]
  expect(next(...over, other)).toEqual({ kind: 'aside', where: 'after' })
  expect(next(...over, GO_ON)).toEqual({ kind: 'aside', where: 'after' })
})

it('says its last words again where they were stopped', () => {
  expect(next(FIRST, step(cut(LIMIT)), step(), STOP, GO_ON)).toMatchObject({
    kind: 'step',
    step: { text: 'true true cut-arguments' },
  })
})

it('sees a past that is not its own', () => {
  expect(next(step(good('execute')))).toEqual({ kind: 'lost' })
  expect(next(step(good('read_file'), good('write_file'), good('write_file')))).toEqual({ kind: 'lost' })
})

it('knows a wish to go on from a message that only begins like one', () => {
  expect(['Go on.', 'go on', 'Continue', 'Yes, please.', 'ok!', 'start'].filter(asksToGoOn)).toHaveLength(6)
  expect(['go on and delete it', 'yes but not the second file', ''].filter(asksToGoOn)).toEqual([])
})
