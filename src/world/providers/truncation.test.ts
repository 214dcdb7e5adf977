import { describe, expect, it } from 'vitest'
import { MADE_DIALECTS, madeStream, type MadeStream, type Said } from '#e2e/doubles/made-streams.ts'
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

/** Only what could run, with all that is difficult about it, in few bytes: each of them is the last one once. */
const SHORT: Said = {
  reasoning: '',
  text: '',
  calls: [
    { id: 'a1', name: 'put', arguments: { path: 'ü/日.txt', text: '"b" \\ {\n}😀', n: 12 } },
    { id: 'b2', name: 'ls', arguments: {} },
  ],
}

/** The bytes around every border between two events, and one in the middle of each event. */
function bordersOf(body: string): number[] {
  const found = new Set<number>()
  let start = 0
  for (const event of body.split('\n\n')) {
    const end = start + Buffer.byteLength(event) + 2
    for (const at of [start + 1, Math.floor((start + end) / 2), end - 2, end - 1, end]) found.add(at)
    start = end
  }
  return [...found].filter((at) => at < Buffer.byteLength(body))
}

/** The stream with the name that the answer has in each of its events, where the wire format has one. */
function named(body: string, name: string): string {
  return body
    .replaceAll('data: {"choices"', `data: {"id":"${name}","choices"`)
    .replaceAll('data: {"candidates"', `data: {"responseId":"${name}","candidates"`)
}

describe.each(MADE_DIALECTS)('a stream in the dialect %s', (dialect) => {
  const made = madeStream(dialect)
  const short = madeStream(dialect, SHORT)

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
    expect(await runs(dialect, { body: short.body })).toEqual(short.calls)
    expect({ input: step.usage.input, output: step.usage.output }).toEqual({ input: 90, output: 40 })
  })

  // A reset is an error wherever it comes, so borders are enough for it; a clean end is told by its bytes alone.
  it.each([
    { kind: 'cut', where: 'any byte', of: short, bytes: [...Buffer.from(short.body).keys()] },
    { kind: 'cut', where: 'any border of a longer one', of: made, bytes: bordersOf(made.body) },
    { kind: 'reset', where: 'any border of an event', of: made, bytes: bordersOf(made.body) },
  ] as const)(
    'never finalizes a wrong call when it ends by $kind at $where',
    { timeout: 300_000 },
    async ({ kind, of, bytes }) => {
      const wrong: unknown[] = []
      let complete = 0
      for (const at of bytes) {
        const found = await runs(dialect, { body: of.body, end: { kind, at } })
        if (found.length === 0) continue
        if (JSON.stringify(found) === JSON.stringify(of.calls)) complete += 1
        else wrong.push({ at, found })
      }
      expect(wrong).toEqual([])
      // Once everything but a closing line has come, the calls are complete; that is a small tail of the stream.
      expect(complete).toBeLessThan(bytes.length / 4)
    },
  )

  it('refuses its calls when one line in it is broken, whichever that is', async () => {
    const ran: unknown[] = []
    for (let line = 0; line < made.body.split('\n').length; line += 1) {
      const found = await runs(dialect, { body: withBadLine(made.body, line) })
      if (found.length > 0) ran.push({ line, found })
    }
    expect(ran).toEqual([])
  })

  // A proxy that tries again may get other calls, or the same ones from an answer of another name.
  it.each([
    [
      'another',
      madeStream(dialect, {
        calls: [
          { id: 'id_c3', name: 'erase_note', arguments: { path: 'other.txt', text: 'y'.repeat(60), n: 99 } },
          { id: 'id_d4', name: 'list_notes', arguments: {} },
        ],
      }),
    ],
    ['the same', made],
  ])('never runs calls of two answers that a proxy joined: then %s', { timeout: 60_000 }, async (_, second) => {
    const body = named(made.body, 'first')
    const whole = [[], made.calls, second.calls].map((calls) => JSON.stringify(calls))
    const wrong: unknown[] = []
    for (const at of [...bordersOf(body), Buffer.byteLength(body)]) {
      const found = await runs(dialect, { body: spliced(body, at, named(second.body, 'second')) })
      if (!whole.includes(JSON.stringify(found))) wrong.push({ at, found })
    }
    expect(wrong).toEqual([])
  })

  it('runs nothing of two answers that are joined behind a call', async () => {
    const body = named(made.body, 'first')
    // Behind the event that names the second call.
    const at = Buffer.byteLength(body.slice(0, body.indexOf('\n\n', body.indexOf('list_notes')) + 2))
    const step = await playStep(dialect, { body: spliced(body, at, named(made.body, 'second')) })
    expect({ finalized: step.finalized, failure: step.failure }).toEqual({
      finalized: [],
      failure: {
        stage: 'model',
        kind: 'malformed-stream',
        message: 'The recording sent two answers in one, so neither can be relied on. Try again.',
        retryable: true,
      },
    })
  })
})
