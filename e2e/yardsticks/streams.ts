import { atMost, figure, type Row } from '../bench/report.ts'
import { probeStream, type StreamProbe } from '../probe/stream.ts'
import { cutsOf, type Cut } from './cuts.ts'
import { dataFolder } from './data-folder.ts'
import { readRecordings, type Recording } from './recordings.ts'

/** Bytes sampled in each answer beside its event boundaries. */
const SAMPLES = 24
/** The sweep stops here, says what it left out, and counts only what it did. */
const TIME_MAX_MS = 180_000

interface Tally {
  streams: number
  cuts: number
  whole: number
  refused: number
  wrong: number
}

/**
 * Every recorded stream, whole and cut, against the rule that only a complete call may run. A call that is
 * final in a cut stream is wrong unless it is, with the same arguments, one of the complete stream's, and
 * its answer had already said how it ended.
 */
export async function measureStreams(): Promise<Row[]> {
  const root = dataFolder('provider-fixtures', 'recorded provider streams')
  if (root === null) return []
  const { recordings, left } = readRecordings(root)
  for (const { file, reason } of left) console.log(`Skipped: ${file}. ${reason}`)

  const deadline = performance.now() + TIME_MAX_MS
  const tallies = new Map<string, Tally>()
  let untried = 0
  for (const recording of recordings) {
    const tally = tallies.get(recording.dialect) ?? { streams: 0, cuts: 0, whole: 0, refused: 0, wrong: 0 }
    tallies.set(recording.dialect, tally)
    untried += await sweep(recording, tally, deadline)
  }
  if (untried > 0) console.log(`Skipped: ${untried} cuts, because ${TIME_MAX_MS / 60_000} minutes were over.`)
  return [...tallies].flatMap(([dialect, tally]) => [
    figure(`${dialect}: recorded streams`, 'streams', tally.streams),
    figure(`${dialect}: calls final in whole streams`, 'calls', tally.whole),
    figure(`${dialect}: calls refused in whole streams`, 'calls', tally.refused),
    figure(`${dialect}: truncations tried`, 'cuts', tally.cuts),
    atMost(0, `${dialect}: wrong calls in them`, 'calls', tally.wrong),
  ])
}

/** Plays one recording in every way; returns how many cuts were left out for want of time. */
async function sweep(recording: Recording, tally: Tally, deadline: number): Promise<number> {
  const { provider, text, file, answers } = recording
  const whole = await probeStream(provider, text)
  tally.streams += answers.length
  tally.whole += whole.finalized.length
  tally.refused += whole.failed.filter(({ name }) => name !== '').length
  const upTo = await finalUpTo(recording, whole)
  const cuts = cutsOf(answers, SAMPLES)
  for (const [index, cut] of cuts.entries()) {
    if (performance.now() > deadline) return cuts.length - index
    tally.cuts += 1
    const wrong = wrongCalls(await probeStream(provider, text, cut.at), cut, upTo)
    tally.wrong += wrong.length
    for (const call of wrong) console.log(`Wrong: ${file} cut at byte ${cut.at}: ${call}`)
  }
  return 0
}

/** The calls that are final once the first 0, 1, 2 … answers are complete. */
async function finalUpTo({ provider, text, answers }: Recording, whole: StreamProbe): Promise<string[][]> {
  const upTo: string[][] = [[]]
  let bytes = 0
  for (const [index, { body }] of answers.entries()) {
    bytes += Buffer.byteLength(body)
    const last = index === answers.length - 1
    upTo.push(identities(last ? whole : await probeStream(provider, text, bytes)))
  }
  return upTo
}

function wrongCalls(probe: StreamProbe, cut: Cut, upTo: readonly (readonly string[])[]): string[] {
  const allowed = new Set(upTo[cut.beforeFinish ? cut.answer : cut.answer + 1])
  return identities(probe).filter((call) => !allowed.has(call))
}

/** A call as text: our id, which holds its place, its name and its arguments. */
function identities({ finalized }: StreamProbe): string[] {
  return finalized.map(({ id, name, input }) => JSON.stringify([id, name, input]))
}
