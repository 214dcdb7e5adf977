import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { toFailure } from '#contracts/failure.ts'
import { createCallProber, refusedLine, type CallProbeOptions } from './call.ts'
import { parseCommandLine, USAGE } from './command-line.ts'
import { readLines } from './read-lines.ts'
import { dialectOf } from './recorded-stream.ts'
import { probeStream, type StreamProbe } from './stream.ts'

/** Where a command reads and writes. */
export interface Streams {
  readonly stdin: AsyncIterable<Uint8Array | string>
  readonly stdout: Writable
  readonly stderr: Writable
}

/** A line may carry a whole file to write; more than this is refused instead of kept. Characters. */
const LINE_MAX_CHARS = 64_000_000

/** Runs one probe command. Resolves with the exit code: 2 where the command line itself is wrong, else 0. */
export async function run(words: readonly string[], streams: Streams): Promise<number> {
  const command = parseCommandLine(words)
  switch (command.kind) {
    case 'help':
      streams.stdout.write(USAGE)
      return 0
    case 'wrong':
      return wrong(streams, command.reason)
    case 'call':
      await probeCalls(command, streams)
      return 0
    case 'stream':
      return probeRecording(command, streams)
  }
}

async function probeCalls(options: CallProbeOptions, { stdin, stdout }: Streams): Promise<void> {
  const prober = createCallProber(options)
  try {
    for await (const { text, tooLong } of readLines(stdin, LINE_MAX_CHARS)) {
      if (text.trim() === '') continue
      await writeLine(
        stdout,
        tooLong ? refusedLine(`The line has more than ${LINE_MAX_CHARS} characters.`) : await prober.line(text),
      )
    }
  } finally {
    await prober.close()
  }
}

async function probeRecording(
  { provider, file, cut }: { provider: string; file: string; cut?: number },
  streams: Streams,
): Promise<number> {
  try {
    dialectOf(provider)
  } catch (error) {
    return wrong(streams, error instanceof Error ? error.message : String(error))
  }
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    return wrong(
      streams,
      code === 'ENOENT' ? `There is no file "${file}".` : `"${file}" cannot be read (${code ?? 'unknown'}).`,
    )
  }
  await writeLine(streams.stdout, await probeStream(provider, text, cut).catch(unreadable))
  return 0
}

/** What is printed of a file that holds no stream at all: nothing in it is final. */
function unreadable(error: unknown): StreamProbe {
  const reason = `The file holds no stream of this provider (${toFailure(error, 'model').message}).`
  return { finalized: [], failed: [{ name: '', stage: 'model', reason }], finish: 'error', text: '', reasoning: '' }
}

function wrong({ stderr }: Streams, reason: string): number {
  stderr.write(`${reason}\n\n${USAGE}`)
  return 2
}

/** Writes one JSON line, slower than the reader takes it. */
async function writeLine(stdout: Writable, value: object): Promise<void> {
  // Some readers end a line at these two; JSON lets them stand escaped as well.
  const json = JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  if (!stdout.write(`${json}\n`)) await once(stdout, 'drain')
}
