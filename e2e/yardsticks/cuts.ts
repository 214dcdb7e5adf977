import type { RecordedAnswer } from '../probe/recorded-stream.ts'

/** A place where a recording is cut: `at` counts the bytes of all its answers, `answer` is the one that is cut. */
export interface Cut {
  readonly at: number
  readonly answer: number
  /** The answer had not said how it ended: nothing of it may be final. */
  readonly beforeFinish: boolean
}

/** How an answer says that it is complete, in the words of each wire format. */
const FINISH =
  /"stop_reason":\s*"|"type":\s*"response\.(completed|incomplete)"|"finishReason":\s*"|"finish_reason":\s*"/

/** Every event boundary of every answer, and `samples` bytes spread evenly over each answer. Ascending, none twice. */
export function cutsOf(answers: readonly RecordedAnswer[], samples: number): Cut[] {
  const cuts: Cut[] = []
  let before = 0
  for (const [answer, { status, body }] of answers.entries()) {
    const size = Buffer.byteLength(body)
    if (status === 200) {
      const finish = finishAt(body)
      const places = new Set(boundaries(body))
      for (let sample = 1; sample <= samples; sample += 1) places.add(Math.floor((size * sample) / (samples + 1)))
      const inside = [...places].filter((place) => place > 0 && place < size).toSorted((a, b) => a - b)
      cuts.push(...inside.map((place) => ({ at: before + place, answer, beforeFinish: place < finish })))
    }
    before += size
  }
  return cuts
}

/** Bytes after which an event has just ended. */
function boundaries(body: string): number[] {
  let at = 0
  return body.split(/(?<=\n\n)/).map((event) => (at += Buffer.byteLength(event)))
}

/** The byte at which the event that says how the answer ended is complete; past the end where there is none. */
export function finishAt(body: string): number {
  const found = FINISH.exec(body)
  if (found === null) return Number.POSITIVE_INFINITY
  const end = body.indexOf('\n', found.index)
  return Buffer.byteLength(body.slice(0, end === -1 ? body.length : end))
}
