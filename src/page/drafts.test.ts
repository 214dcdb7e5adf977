import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Attachment } from '#contracts/sessions.ts'
import { Drafts, FRESH } from './drafts.ts'

const FILE: Attachment = { kind: 'file', name: 'a.csv', base64: 'YQ==' }
const kept = new Map<string, string>()

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
    expect(drafts.of('s1')).toEqual({ text: 'one', attachments: [FILE], sending: false })
    expect(drafts.of('s2')).toEqual({ text: 'two', attachments: [], sending: false })
    vi.runAllTimers()
    expect(new Drafts().of('s1')).toEqual({ text: 'one', attachments: [], sending: false })
  })

  it('are emptied once by a message that arrives, which never returns', () => {
    const drafts = new Drafts()
    drafts.change(FRESH, { text: 'Hello', attachments: [FILE] })
    expect(drafts.take(FRESH)).toEqual({ text: 'Hello', attachments: [FILE] })
    expect(drafts.take(FRESH)).toBeNull()
    drafts.move(FRESH, 's1')
    expect(drafts.of('s1')).toEqual({ text: '', attachments: [], sending: true })
    drafts.settle('s1', true)
    vi.runAllTimers()
    for (const key of [FRESH, 's1']) {
      expect(drafts.of(key)).toEqual({ text: '', attachments: [], sending: false })
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
    expect(drafts.of('s1')).toEqual({ text: 'Hello\n\nAnd more', attachments: [FILE], sending: false })
    expect(drafts.of(FRESH)).toEqual({ text: '', attachments: [], sending: false })
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
})
