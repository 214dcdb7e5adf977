import { atMost, figure, type Row } from '../bench/report.ts'
import { probeStream, type StreamProbe } from '../probe/stream.ts'
import { cutsOf, type Cut } from './cuts.ts'
import { dataFolder } from './data-folder.ts'
import { readRecordings, type Recording } from './recordings.ts'

/** Bytes sampled in each recording beside its event boundaries. */
const SAMPLES = 24
/** The cutting stops here, says what it left out, and counts only what it did. */
const TIME_MAX_MS = 180_000

// Steps of this size fall evenly on every part of the unit interval, however many are taken.
const GOLDEN = 0.618_033_988_749_895

interface Tally {
  streams: number
  cuts: number
  whole: number
  refused: number
  wrong: number
}

interface Trial {
  readonly recording: Recording
  readonly tally: Tally
  readonly cut: Cut
  /** The calls that may be final after the first 0, 1, 2 … answers. */
  readonly upTo: readonly (readonly string[])[]
  /** Where in the order of trials it comes, so that a stop leaves every stream and every part of it tried. */
  readonly turn: number
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

  const tallies = new Map<string, Tally>()
  const trials: Trial[] = []
  for (const recording of recordings) {
    const tally = tallies.get(recording.dialect) ?? { streams: 0, cuts: 0, whole: 0, refused: 0, wrong: 0 }
    tallies.set(recording.dialect, tally)
    trials.push(...(await playWhole(recording, tally)))
  }
  const deadline = performance.now() + TIME_MAX_MS
  const order = trials.toSorted((a, b) => a.turn - b.turn)
  for (const [index, trial] of order.entries()) {
    if (performance.now() > deadline) {
      const minutes = TIME_MAX_MS / 60_000
      console.log(
        `Skipped: ${order.length - index} of ${order.length} cuts, spread over all streams, because ${minutes} minutes were over.`,
      )
      break
    }
    await playCut(trial)
  }
  return [...tallies].flatMap(([dialect, tally]) => [
    figure(`${dialect}: recorded streams`, 'streams', tally.streams),
    figure(`${dialect}: calls final in whole streams`, 'calls', tally.whole),
    figure(`${dialect}: calls refused in whole streams`, 'calls', tally.refused),
    figure(`${dialect}: truncations tried`, 'cuts', tally.cuts),
    atMost(0, `${dialect}: wrong calls in them`, 'calls', tally.wrong),
  ])
}

/** Plays one recording to its end and returns the cuts that are to be tried on it. */
async function playWhole(recording: Recording, tally: Tally): Promise<Trial[]> {
  const { provider, text, answers } = recording
  const whole = await probeStream(provider, text)
  tally.streams += answers.length
  tally.whole += whole.finalized.length
  tally.refused += whole.failed.filter(({ name }) => name !== '').length
  const upTo = await finalUpTo(recording, whole)
  const cuts = cutsOf(answers, Math.ceil(SAMPLES / answers.length))
  return cuts.map((cut, index) => ({ recording, tally, cut, upTo, turn: (index * GOLDEN) % 1 }))
}

async function playCut({ recording, tally, cut, upTo }: Trial): Promise<void> {
  const wrong = wrongCalls(await probeStream(recording.provider, recording.text, cut.at), cut, upTo)
  tally.cuts += 1
  tally.wrong += wrong.length
  for (const call of wrong) console.log(`Wrong: ${recording.file} cut at byte ${cut.at}: ${call}`)
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
