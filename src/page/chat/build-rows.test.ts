import { describe, expect, it } from 'vitest'
import { agent, call, note, read, user } from '#e2e/doubles/page-records.ts'
import { Transcript } from '../transcript.ts'
import { buildRows } from './build-rows.ts'

const calls = (...ids: string[]) => ids.map((callId) => ({ type: 'call' as const, callId }))

describe('buildRows', () => {
  it('lists parts in the order in which they came, without empty ones', () => {
    const transcript = new Transcript()
    transcript.merge({
      messages: [
        user('s', 0, 'Hi'),
        agent('s', 1, [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: '  ' },
          ...calls('c1'),
          { type: 'text', text: 'Done.' },
        ]),
        note('s', 2, 'stopped', 'You stopped it.'),
      ],
      calls: [call('s', 'c1', 'execute', 'Ran x')],
    })
    expect(buildRows(transcript, true).map((row) => [row.key, row.kind])).toEqual([
      ['older', 'older'],
      ['0', 'user'],
      ['1/0', 'reasoning'],
      ['call/c1', 'call'],
      ['1/3', 'text'],
      ['2', 'note'],
    ])
  })

  it('folds a run of finished reads, also across steps, and nothing else', () => {
    const transcript = new Transcript()
    const running = { ...read('s', 'c4', 'd.ts', 1), state: 'started' as const }
    delete running.status
    transcript.merge({
      messages: [agent('s', 0, calls('c1', 'c2')), agent('s', 1, calls('c3', 'c4', 'c5'))],
      calls: [
        read('s', 'c1', 'a.ts', 1),
        read('s', 'c2', 'b.ts', 1),
        read('s', 'c3', 'c.ts', 1),
        running,
        call('s', 'c5', 'execute', 'Ran x'),
      ],
    })
    expect(buildRows(transcript, false)).toMatchObject([
      { kind: 'fold', key: 'fold/c1', callIds: ['c1', 'c2', 'c3'], words: 'reads' },
      { kind: 'call', callId: 'c4' },
      { kind: 'call', callId: 'c5' },
    ])
  })

  it('leaves a line that the reader has opened where it is, and folds what stands round it', () => {
    const transcript = new Transcript()
    const ids = ['c1', 'c2', 'c3', 'c4', 'c5']
    transcript.merge({
      messages: [agent('s', 0, calls(...ids))],
      calls: ids.map((id) => read('s', id, `${id}.ts`, 1)),
    })
    const keys = () => buildRows(transcript, false).map(({ key }) => key)
    transcript.setOpened(['call/c3'], true)
    expect(keys()).toEqual(['fold/c1', 'call/c3', 'fold/c4'])
    transcript.setOpened(['call/c3'], false)
    expect(keys()).toEqual(['fold/c1'])
    // One that is opened inside of a fold stays in it.
    transcript.setOpened(['fold/c1', 'folded/c3'], true)
    expect(keys()).toEqual(['fold/c1'])
  })

  it('folds a long run of calls that were refused for one reason, and leaves a short one', () => {
    const transcript = new Transcript()
    const refused = (callId: string, message: string) =>
      call('s', callId, 'ls', 'Listed', {
        status: 'invalid',
        failure: { stage: 'parameters', kind: 'too-large', message, retryable: false },
      })
    const ids = Array.from({ length: 9 }, (_, index) => `c${index}`)
    transcript.merge({
      messages: [agent('s', 0, calls(...ids))],
      calls: ids.map((id, index) => refused(id, index < 3 ? 'It was cut.' : 'Too many calls.')),
    })
    expect(buildRows(transcript, false)).toMatchObject([
      { kind: 'call', callId: 'c0' },
      { kind: 'call', callId: 'c1' },
      { kind: 'call', callId: 'c2' },
      { kind: 'fold', key: 'fold/c3', callIds: ids.slice(3), words: 'unrun' },
    ])
  })

  it('leaves what ended with an exit code other than 0 out of a fold', () => {
    const transcript = new Transcript()
    const shell = (callId: string, exitCode: number | null) =>
      call('s', callId, 'grep', 'Searched', {
        client: {
          kind: 'shell',
          summary: `exit ${exitCode}`,
          command: 'grep x',
          output: '',
          omittedChars: 0,
          exitCode,
          durationMs: 1,
          cwd: '/workspace',
        },
      })
    const ran = [shell('c1', 0), shell('c2', 0), shell('c3', 2), shell('c4', 0), shell('c5', null)]
    transcript.merge({ messages: [agent('s', 0, calls('c1', 'c2', 'c3', 'c4', 'c5'))], calls: ran })
    expect(buildRows(transcript, false).map(({ key }) => key)).toEqual(['fold/c1', 'call/c3', 'call/c4', 'call/c5'])
  })

  it('shows a cut call as refused, a draft last, and a message that failed as ended', () => {
    const transcript = new Transcript()
    const cut = agent('s', 0, [], { state: 'failed' })
    const refused = {
      id: 'r1',
      providerId: null,
      name: 'write_file',
      rawArguments: '{"path":',
      position: 0,
      source: 'provider' as const,
      failure: { stage: 'parameters' as const, kind: 'cut-arguments' as const, message: 'Cut.', retryable: true },
    }
    transcript.merge({ messages: [{ ...cut, metadata: { ...cut.metadata, refusedCalls: [refused] } }], calls: [] })
    transcript.apply({ type: 'call-draft', sessionId: 's', seq: 1, index: 0, name: 'ls', argumentChars: 2 })
    expect(buildRows(transcript, false).map((row) => row.kind)).toEqual(['refused', 'ended', 'draft'])
  })

  it('says once that an answer failed: in the note below it, where there is one', () => {
    const below = (state: 'failed' | 'interrupted', kind?: 'failed' | 'retry' | 'stopped') => {
      const transcript = new Transcript()
      const text = [{ type: 'text' as const, text: 'Half of' }]
      transcript.merge({
        messages: [
          agent('s', 0, text, { state }),
          ...(kind === undefined ? [] : [note('s', 1, kind, 'It broke off.')]),
          note('s', 2, 'failed', 'Nothing answers.'),
        ],
        calls: [],
      })
      return buildRows(transcript, false).map((row) => (row.kind === 'note' ? [row.kind, row.endsAnswer] : row.kind))
    }
    expect([
      below('failed'),
      below('failed', 'failed'),
      below('failed', 'retry'),
      below('interrupted', 'stopped'),
    ]).toEqual([
      ['text', ['note', true]],
      ['text', ['note', true], ['note', false]],
      ['text', 'ended', ['note', false], ['note', false]],
      ['text', 'ended', ['note', false], ['note', false]],
    ])
  })
})
