import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Attachment } from '#contracts/sessions.ts'
import { type Draft, Drafts, FRESH, KEPT_MAX_CHARS } from './drafts.ts'
import { ANSWERS_KEPT_CHARS, answerKey } from './half-written.ts'

const FILE: Attachment = { kind: 'file', name: 'a.csv', base64: 'YQ==' }
const kept = new Map<string, string>()
const draft = (changed: Partial<Draft>): Draft => ({
  text: '',
  attachments: [],
  reading: [],
  waiting: false,
  sending: false,
  refused: null,
  ...changed,
})

beforeEach(() => {
  vi.useFakeTimers()
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('drafts', () => {
  it('keep text and attachments of each session apart, and the text over a reload', () => {
    const drafts = new Drafts()
    drafts.change('s1', { text: 'one', attachments: [FILE] })
    drafts.change('s2', { text: 'two' })
    expect(drafts.of('s1')).toEqual(draft({ text: 'one', attachments: [FILE], sending: false }))
    expect(drafts.of('s2')).toEqual(draft({ text: 'two', attachments: [], sending: false }))
    vi.runAllTimers()
    expect(new Drafts().of('s1')).toEqual(draft({ text: 'one', attachments: [], sending: false }))
  })

  it('are emptied once by a message that arrives, which never returns', () => {
    const drafts = new Drafts()
    drafts.change(FRESH, { text: 'Hello', attachments: [FILE] })
    expect(drafts.take(FRESH)).toEqual({ text: 'Hello', attachments: [FILE] })
    expect(drafts.take(FRESH)).toBeNull()
    drafts.move(FRESH, 's1')
    expect(drafts.of('s1')).toEqual(draft({ text: '', attachments: [], sending: true }))
    drafts.settle('s1', true)
    vi.runAllTimers()
    for (const key of [FRESH, 's1']) {
      expect(drafts.of(key)).toEqual(draft({ text: '', attachments: [], sending: false }))
      expect(new Drafts().of(key).text).toBe('')
    }
    expect([...kept.keys()]).toEqual([])
  })

  it('get back what did not arrive, before what was written since', () => {
    const drafts = new Drafts()
    drafts.change(FRESH, { text: 'Hello', attachments: [FILE] })
    drafts.take(FRESH)
    drafts.change(FRESH, { text: 'And more' })
    drafts.move(FRESH, 's1')
    drafts.settle('s1', false)
    expect(drafts.of('s1')).toEqual(draft({ text: 'Hello\n\nAnd more', attachments: [FILE], sending: false }))
    expect(drafts.of(FRESH)).toEqual(draft({ text: '', attachments: [], sending: false }))
  })

  it('take what is typed under the key they left until the page shows where they went', () => {
    const drafts = new Drafts()
    drafts.shown(FRESH)
    drafts.change(FRESH, { text: 'Hello' })
    drafts.take(FRESH)
    drafts.change(FRESH, { text: 'And' })
    drafts.move(FRESH, 's1')
    drafts.change(FRESH, { text: `${drafts.of(FRESH).text} more` })
    expect(drafts.of(FRESH)).toEqual(draft({ text: 'And more', sending: true }))
    expect(drafts.of('s1')).toBe(drafts.of(FRESH))
    drafts.settle('s1', true)
    drafts.shown('s1')
    drafts.change(FRESH, { text: 'Of the next session' })
    expect(drafts.of('s1')).toEqual(draft({ text: 'And more' }))
    vi.runAllTimers()
    expect(new Drafts().of('s1').text).toBe('And more')
    expect(new Drafts().of(FRESH).text).toBe('Of the next session')
  })

  it('are two at once where the page showed the new session before they moved', () => {
    const drafts = new Drafts()
    drafts.shown(FRESH)
    drafts.change(FRESH, { text: 'Hello' })
    drafts.take(FRESH)
    drafts.shown('s1')
    drafts.move(FRESH, 's1')
    drafts.settle('s1', true)
    drafts.shown(FRESH)
    drafts.change(FRESH, { text: 'Another' })
    expect(drafts.of('s1')).toEqual(draft({}))
    expect(drafts.of(FRESH)).toEqual(draft({ text: 'Another' }))
  })

  it('lose no message on its way where the page goes away meanwhile', () => {
    const drafts = new Drafts()
    drafts.change('s1', { text: 'On its way' })
    drafts.take('s1')
    drafts.keepAll()
    expect(new Drafts().of('s1').text).toBe('On its way')
    drafts.settle('s1', true)
    expect(new Drafts().of('s1').text).toBe('')
  })

  it('tell their readers, and forget a session that is gone', () => {
    const drafts = new Drafts()
    const told = vi.fn()
    drafts.change('s1', { text: 'one' })
    vi.runAllTimers()
    drafts.subscribe(told)
    drafts.forget('s1')
    expect(told).toHaveBeenCalledTimes(1)
    expect(drafts.of('s1').text).toBe('')
    expect(kept.size).toBe(0)
  })

  it('are not taken while a file is read, and then with it', async () => {
    const drafts = new Drafts()
    drafts.change('s1', { text: 'Look' })
    const reading = drafts.beginReading('s1', 'a.csv')
    expect(drafts.of('s1')).toEqual(draft({ text: 'Look', reading: [reading] }))
    expect(drafts.take('s1')).toBeNull()
    const read = drafts.untilRead('s1')
    expect(drafts.of('s1').waiting).toBe(true)
    expect(await drafts.untilRead('s1')).toBe(false)
    drafts.endReading(reading.id, FILE)
    expect(await read).toBe(true)
    expect(drafts.take('s1')).toEqual({ text: 'Look', attachments: [FILE] })
  })

  it('wait for the last of several files, and for none once it is called off', async () => {
    const drafts = new Drafts()
    const [one, two] = [drafts.beginReading('s1', 'a'), drafts.beginReading('s1', 'b')]
    const first = drafts.untilRead('s1')
    drafts.endReading(one.id, FILE)
    expect(drafts.of('s1')).toEqual(draft({ attachments: [FILE], reading: [two], waiting: true }))
    drafts.callOff('s1')
    expect(await first).toBe(false)
    drafts.endReading(two.id, FILE)
    expect(drafts.of('s1')).toEqual(draft({ attachments: [FILE, FILE] }))
    expect(await drafts.untilRead('s1')).toBe(true)
  })

  it('take a file along that is still read when their session is made', () => {
    const drafts = new Drafts()
    drafts.change(FRESH, { text: 'Hello' })
    drafts.take(FRESH)
    const { id } = drafts.beginReading(FRESH, 'a.csv')
    drafts.move(FRESH, 's1')
    drafts.endReading(id, FILE)
    drafts.settle('s1', true)
    expect(drafts.of('s1')).toEqual(draft({ attachments: [FILE] }))
    expect(drafts.of(FRESH)).toEqual(draft({}))
  })

  it('stop a reading that is taken back, and all of a session that is gone', async () => {
    const drafts = new Drafts()
    const [one, two] = [drafts.beginReading('s1', 'a'), drafts.beginReading('s1', 'b')]
    drafts.endReading(one.id, null)
    expect([one.signal.aborted, two.signal.aborted]).toEqual([true, false])
    drafts.endReading(one.id, FILE)
    expect(drafts.of('s1').attachments).toEqual([])
    const waits = drafts.untilRead('s1')
    drafts.forget('s1')
    expect([two.signal.aborted, await waits]).toEqual([true, false])
    drafts.endReading(two.id, FILE)
    expect(drafts.of('s1')).toEqual(draft({}))
  })

  it('leave nothing older behind over a reload where a text became too long to be kept', () => {
    const drafts = new Drafts()
    drafts.change('s1', { text: 'short' })
    vi.runAllTimers()
    drafts.change('s1', { text: 'x'.repeat(KEPT_MAX_CHARS + 1) })
    vi.runAllTimers()
    expect(drafts.of('s1').text).toHaveLength(KEPT_MAX_CHARS + 1)
    expect(new Drafts().of('s1')).toEqual(draft({}))
    drafts.change('s1', { text: 'x'.repeat(KEPT_MAX_CHARS) })
    vi.runAllTimers()
    expect(new Drafts().of('s1').text).toHaveLength(KEPT_MAX_CHARS)
  })

  it('take a text behind what is written', () => {
    const drafts = new Drafts()
    drafts.add('s1', 'one')
    drafts.add('s1', 'two')
    expect(drafts.of('s1')).toEqual(draft({ text: 'one\n\ntwo' }))
  })

  it('hold what is begun beside the message by session and key, until it is let go of', () => {
    const drafts = new Drafts()
    const told = vi.fn()
    drafts.halfWritten.subscribe(told)
    drafts.halfWritten.put('s1', 'a', 'one')
    drafts.halfWritten.put('s2', 'a', 'other')
    drafts.halfWritten.put('s1', 'b', '')
    expect([...drafts.halfWritten.of('s1')]).toEqual([
      ['a', 'one'],
      ['b', ''],
    ])
    drafts.halfWritten.put('s1', 'a', null)
    expect([...drafts.halfWritten.of('s1')]).toEqual([['b', '']])
    drafts.forget('s1')
    expect([...drafts.halfWritten.of('s1')]).toEqual([])
    expect([...drafts.halfWritten.of('s2')]).toEqual([['a', 'other']])
    expect(told).toHaveBeenCalledTimes(4)
  })

  it('keep begun answers over a reload, bounded, until what they answer no longer waits or the session is gone', () => {
    const begun = new Drafts().halfWritten
    begun.put('s1', answerKey('a1'), 'Use another folder.')
    begun.put('s1', answerKey('a2'), 'No.')
    begun.put('s1', 'queued/m1', 'changed')
    begun.put('s2', answerKey('a3'), 'Later.')
    const reloaded = () => new Drafts().halfWritten
    const next = () => ['s1', 's2'].map((id) => Object.fromEntries(reloaded().of(id)))
    expect(next()).toEqual([{ 'answer/a1': 'Use another folder.', 'answer/a2': 'No.' }, { 'answer/a3': 'Later.' }])
    reloaded().forgetAnswered('s1', (id) => id === 'a2')
    expect(next()).toEqual([{ 'answer/a2': 'No.' }, { 'answer/a3': 'Later.' }])
    reloaded().put('s1', answerKey('a2'), null)
    reloaded().put('s2', answerKey('a3'), 'x'.repeat(ANSWERS_KEPT_CHARS + 1))
    expect(next()).toEqual([{}, {}])
    reloaded().put('s1', answerKey('a4'), 'Yes.')
    new Drafts().forget('s1')
    expect(next()).toEqual([{}, {}])
  })
})
