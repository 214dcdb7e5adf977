import { describe, expect, it, vi } from 'vitest'
import { agent, call, user } from '#e2e/doubles/page-records.ts'
import { callKey, partKey, STRUCTURE, Transcript } from './transcript.ts'

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

  it('drops drafts once their message is finished, and live output once its call is settled', () => {
    const transcript = new Transcript()
    transcript.apply({ type: 'call-draft', sessionId: 's', seq: 1, index: 0, name: 'write_file', argumentChars: 9 })
    transcript.apply({ type: 'message', message: streaming() })
    expect([...transcript.drafts.keys()]).toEqual(['1/0'])
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
})
