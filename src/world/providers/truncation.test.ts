import { describe, expect, it } from 'vitest'
import { MADE_DIALECTS, madeStream, type MadeStream } from '#e2e/doubles/made-streams.ts'
import { spliced, withBadLine, type Replay } from '#e2e/doubles/byte-replayer.ts'
import { playStep } from '#e2e/probe/stream.ts'

/** What a step would run: the only thing that must never be wrong. */
async function runs(dialect: MadeStream['dialect'], replay: Replay) {
  const step = await playStep(dialect, replay)
  return step.finalized.map(({ providerId, name, rawArguments }) => ({
    id: providerId,
    name,
    arguments: JSON.parse(rawArguments === '' ? '{}' : rawArguments) as unknown,
  }))
}

describe.each(MADE_DIALECTS)('a stream in the dialect %s', (dialect) => {
  const made = madeStream(dialect)

  it('yields text, reasoning and both calls when it is whole', async () => {
    const step = await playStep(dialect, { body: made.body, pieceBytes: 7 })
    const prose = (type: string) =>
      step.parts.flatMap((part) => (part.type === type && 'text' in part ? [part.text] : [])).join('')
    expect({ text: prose('text'), reasoning: prose('reasoning'), finish: step.finish, refused: step.refused }).toEqual({
      text: made.text,
      reasoning: made.reasoning,
      finish: 'tool-calls',
      refused: [],
    })
    expect(await runs(dialect, { body: made.body })).toEqual(made.calls)
    expect({ input: step.usage.input, output: step.usage.output }).toEqual({ input: 90, output: 40 })
  })

  /** The bytes around every border between two events, and one in the middle of each event. */
  function borders(): number[] {
    const found = new Set<number>()
    let start = 0
    for (const event of made.body.split('\n\n')) {
      const end = start + Buffer.byteLength(event) + 2
      for (const at of [start + 1, Math.floor((start + end) / 2), end - 2, end - 1, end]) found.add(at)
      start = end
    }
    return [...found].filter((at) => at < Buffer.byteLength(made.body))
  }

  /** Every byte from where the first call is first named; before it there is nothing that could run. */
  function bytesOfCalls(): number[] {
    const bytes = Buffer.from(made.body)
    const first = bytes.indexOf('write_note')
    return Array.from({ length: bytes.length - first }, (_, at) => first + at)
  }

  // A reset is an error wherever it comes, so its borders are enough; a clean end is told by its bytes alone.
  it.each([
    { kind: 'cut', where: 'any byte since its first call', bytes: [...new Set([...borders(), ...bytesOfCalls()])] },
    { kind: 'reset', where: 'any border of an event', bytes: borders() },
  ] as const)(
    'never finalizes a wrong call when it ends by $kind at $where',
    { timeout: 300_000 },
    async ({ kind, bytes }) => {
      const wrong: unknown[] = []
      let complete = 0
      for (const at of bytes) {
        const found = await runs(dialect, { body: made.body, end: { kind, at } })
        if (found.length === 0) continue
        if (JSON.stringify(found) === JSON.stringify(made.calls)) complete += 1
        else wrong.push({ at, found })
      }
      expect(wrong).toEqual([])
      // Once everything but a closing line has come, the calls are complete; that is a small tail of the stream.
      expect(complete).toBeLessThan(bytes.length / 4)
    },
  )

  it('refuses its calls when one line in it is broken', async () => {
    const lines = made.body.split('\n').length
    for (const share of [0.2, 0.5, 0.8]) {
      const at = Math.floor((lines * share) / 3) * 3
      expect(await runs(dialect, { body: withBadLine(made.body, at) })).toEqual([])
    }
  })

  it('never takes arguments from two answers that a proxy joined', async () => {
    const bytes = Buffer.byteLength(made.body)
    for (let at = 1; at < bytes; at += 97) {
      const found = await runs(dialect, { body: spliced(made.body, at, made.body) })
      for (const call of found)
        expect(made.calls).toContainEqual({ ...call, id: made.calls.find(({ name }) => name === call.name)?.id })
    }
  })
})
