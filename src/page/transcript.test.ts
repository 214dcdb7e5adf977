import { describe, expect, it, vi } from 'vitest'
import { agent, call, user } from '#e2e/doubles/page-records.ts'
import { callKey, draftKey, openedKey, partKey, STRUCTURE, Transcript } from './transcript.ts'

const streaming = () => agent('s', 1, [{ type: 'text', text: 'Hello' }], { state: 'streaming' })
const delta = (text: string, part = 0) => ({ type: 'delta', sessionId: 's', seq: 1, part, kind: 'text', text }) as const

describe('Transcript', () => {
  it('appends a delta to its part and wakes only the readers of that part', () => {
    const transcript = new Transcript()
    transcript.apply({ type: 'message', message: streaming() })
    transcript.flush()
    const woken = { part: vi.fn(), other: vi.fn(), rows: vi.fn() }
    transcript.subscribe(partKey(1, 0), woken.part)
    transcript.subscribe(partKey(1, 1), woken.other)
    transcript.subscribe(STRUCTURE, woken.rows)

    transcript.apply(delta(', '))
    transcript.apply(delta('world'))
    expect(woken.part).not.toHaveBeenCalled()
    transcript.flush()

    expect(transcript.part(1, 0)).toEqual({ type: 'text', text: 'Hello, world' })
    expect(woken.part).toHaveBeenCalledTimes(1)
    expect(woken.other).not.toHaveBeenCalled()
    expect(woken.rows).not.toHaveBeenCalled()
  })

  it('creates the part that a delta names and tells whoever lists the rows', () => {
    const transcript = new Transcript()
    transcript.apply({ type: 'message', message: streaming() })
    const before = transcript.structure
    transcript.apply({ ...delta('thinking', 1), kind: 'reasoning' })
    expect(transcript.part(1, 1)).toEqual({ type: 'reasoning', text: 'thinking' })
    expect(transcript.structure).toBe(before + 1)
  })

  it('leaves a delta for a message that it does not hold', () => {
    const transcript = new Transcript()
    transcript.apply(delta('lost'))
    expect(transcript.messages.size).toBe(0)
  })

  it('ends in the same state when an upsert comes twice', () => {
    const once = new Transcript()
    const twice = new Transcript()
    for (const transcript of [once, twice, twice]) {
      transcript.apply({ type: 'message', message: streaming() })
      transcript.apply({ type: 'call', call: call('s', 'c1', 'ls', 'Listed .') })
    }
    expect([...twice.messages]).toEqual([...once.messages])
    expect([...twice.calls]).toEqual([...once.calls])
  })

  it('keeps what streams here ahead of an older stored copy, and takes a longer one', () => {
    const transcript = new Transcript()
    transcript.apply({ type: 'message', message: streaming() })
    transcript.apply(delta(', world'))
    transcript.merge({ messages: [user('s', 0, 'Hi'), streaming()], calls: [] })
    expect(transcript.part(1, 0)).toEqual({ type: 'text', text: 'Hello, world' })
    const longer = agent('s', 1, [{ type: 'text', text: 'Hello, world, and more' }], { state: 'streaming' })
    transcript.merge({ messages: [longer], calls: [] })
    expect(transcript.part(1, 0)).toEqual({ type: 'text', text: 'Hello, world, and more' })
    expect(transcript.seqs()).toEqual([0, 1])
  })

  it('never moves a call back, whatever page comes late', () => {
    const states = ['planned', 'asked', 'started', 'settled'] as const
    const at = (state: (typeof states)[number]) => call('s', 'c1', 'ls', `In state ${state}`, { state })
    for (const [held, heldState] of states.entries())
      for (const [came, cameState] of states.entries()) {
        const transcript = new Transcript()
        transcript.apply({ type: 'call', call: at(heldState) })
        transcript.merge({ messages: [], calls: [at(cameState)] })
        expect(transcript.calls.get('c1')).toEqual(at(came > held ? cameState : heldState))
      }
  })

  it('drops drafts once their message is finished, and live output once its call is settled', () => {
    const transcript = new Transcript()
    transcript.apply({ type: 'call-draft', sessionId: 's', seq: 1, index: 0, name: 'write_file', argumentChars: 9 })
    transcript.apply({ type: 'message', message: streaming() })
    expect([...transcript.drafts.keys()]).toEqual([draftKey(1, 0)])
    transcript.apply({ type: 'message', message: agent('s', 1, []) })
    expect(transcript.drafts.size).toBe(0)

    transcript.apply({ type: 'call-output', sessionId: 's', callId: 'c1', stream: 'stdout', text: 'one\n' })
    transcript.apply({ type: 'call-output', sessionId: 's', callId: 'c1', stream: 'stderr', text: 'two\n' })
    expect(transcript.outputs.get('c1')).toEqual({ text: 'one\ntwo\n', omitted: 0 })
    transcript.apply({ type: 'call', call: call('s', 'c1', 'execute', 'Ran x') })
    expect(transcript.outputs.has('c1')).toBe(false)
  })

  it('wakes nobody who has unsubscribed', () => {
    const transcript = new Transcript()
    const reader = vi.fn()
    transcript.subscribe(callKey('c1'), reader)()
    transcript.apply({ type: 'call', call: call('s', 'c1', 'ls', 'Listed .') })
    transcript.flush()
    expect(reader).not.toHaveBeenCalled()
  })

  it.each([
    ['whole', ['Hello', ', world', '. And'], 'Hello, world. And'],
    ['in other pieces', ['Hel', 'lo, wor', 'ld. And'], 'Hello, world. And'],
    ['in one', ['Hello, world. And'], 'Hello, world. And'],
  ])('says nothing twice where a page came before the deltas that it holds: %s', (_, pieces, whole) => {
    const transcript = new Transcript()
    transcript.apply({ type: 'message', message: agent('s', 1, [], { state: 'streaming' }) })
    const page = agent('s', 1, [{ type: 'text', text: 'Hello, world' }], { state: 'streaming' })
    transcript.open({ messages: [page], calls: [] })
    expect(transcript.part(1, 0)).toEqual({ type: 'text', text: 'Hello, world' })
    for (const text of pieces) transcript.apply(delta(text))
    expect(transcript.part(1, 0)).toEqual({ type: 'text', text: whole })
  })

  it('goes on after a page whose deltas it never gets, also in a part of its own', () => {
    const transcript = new Transcript()
    transcript.apply({ type: 'message', message: streaming() })
    const parts = [
      { type: 'text' as const, text: 'Hello, world' },
      { type: 'reasoning' as const, text: 'Hm' },
    ]
    transcript.open({ messages: [agent('s', 1, parts, { state: 'streaming' })], calls: [] })
    transcript.apply(delta('. And'))
    transcript.apply({ ...delta('Hm', 1), kind: 'reasoning' })
    transcript.apply({ ...delta('. So', 1), kind: 'reasoning' })
    expect(transcript.part(1, 0)).toEqual({ type: 'text', text: 'Hello, world. And' })
    expect(transcript.part(1, 1)).toEqual({ type: 'reasoning', text: 'Hm. So' })
  })

  it('begins anew with a message that is sent again', () => {
    const transcript = new Transcript()
    const empty = agent('s', 1, [], { state: 'streaming' })
    transcript.apply({ type: 'message', message: empty })
    transcript.open({ messages: [streaming()], calls: [] })
    transcript.apply({ type: 'message', message: empty })
    transcript.apply(delta('Hello'))
    expect(transcript.part(1, 0)).toEqual({ type: 'text', text: 'Hello' })
  })

  it('wakes the reader of one draft while its arguments come, and who lists the rows when one comes or goes', () => {
    const transcript = new Transcript()
    const woken = { draft: vi.fn(), other: vi.fn(), rows: vi.fn() }
    transcript.subscribe(draftKey(1, 0), woken.draft)
    transcript.subscribe(draftKey(1, 1), woken.other)
    transcript.subscribe(STRUCTURE, woken.rows)
    const grow = (argumentChars: number) => {
      transcript.apply({ type: 'call-draft', sessionId: 's', seq: 1, index: 0, name: 'ls', argumentChars })
      transcript.flush()
    }
    for (const chars of [0, 10, 20]) grow(chars)
    expect(woken.draft).toHaveBeenCalledTimes(3)
    expect(woken.other).not.toHaveBeenCalled()
    expect(woken.rows).toHaveBeenCalledTimes(1)
    transcript.apply({ type: 'message', message: agent('s', 1, []) })
    transcript.flush()
    expect(transcript.drafts.size).toBe(0)
    expect(woken.rows).toHaveBeenCalledTimes(2)
  })

  it('remembers what the reader opened until he closes it, and tells its reader at once', () => {
    const transcript = new Transcript()
    const woken = vi.fn()
    transcript.subscribe(openedKey('call/a'), woken)
    transcript.setOpened(['call/a', 'call/b'], true)
    transcript.setOpened(['call/b'], false)
    expect([transcript.opened, transcript.closed].map((keys) => [...keys])).toEqual([['call/a'], ['call/b']])
    transcript.setOpened(['call/b'], true)
    expect([transcript.opened, transcript.closed].map((keys) => [...keys])).toEqual([['call/a', 'call/b'], []])
    expect(woken).toHaveBeenCalledTimes(1)
  })
})
