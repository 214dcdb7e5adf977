import { createAssembler, type Assembled } from '#agent/assemble.ts'
import { CONFIGURED_GUARD } from '#agent/gate/outbound.ts'
import type { JsonObject } from '#contracts/json.ts'
import type { ProviderConfig } from '#contracts/models.ts'
import type { ModelPort } from '#contracts/ports/model.ts'
import { systemClock } from '#world/clock.ts'
import { createModelPort } from '#world/providers/model-port.ts'
import { replayFetch, type Replay } from '../doubles/byte-replayer.ts'
import { dialectOf, recordedAnswers } from './recorded-stream.ts'

/** What a recorded stream came to. `input` is the parsed arguments. */
export interface StreamProbe {
  readonly finalized: readonly { id: string; providerId: string | null; name: string; input: JsonObject }[]
  readonly failed: readonly { name: string; stage: string; reason: string }[]
  readonly finish: string
  readonly text: string
  readonly reasoning: string
}

/**
 * Plays a recording to the real model port and the real assembler. `provider` is a folder name of the
 * recordings or a dialect; `cut` ends the framed bytes cleanly after that many. A recording of several
 * answers is played one request after the other; `finish` is that of the last one that was played.
 */
export async function probeStream(provider: string, text: string, cut?: number): Promise<StreamProbe> {
  const dialect = dialectOf(provider)
  const answers = recordedAnswers(dialect, text)
  const steps: Assembled[] = []
  let before = 0
  for (const answer of answers) {
    if (cut !== undefined && before > cut) break
    const size = Buffer.byteLength(answer.body)
    const end: Replay['end'] =
      cut !== undefined && before + size > cut ? { kind: 'cut', at: cut - before } : { kind: 'whole' }
    const { status, contentType, body } = answer
    steps.push(await playStep(dialect, { body, status, end, headers: { 'content-type': contentType } }, steps.length))
    before += size
  }
  return {
    finalized: steps.flatMap((step) =>
      step.finalized.map(({ id, providerId, name, rawArguments }) => ({
        id,
        providerId,
        name,
        input: parse(rawArguments),
      })),
    ),
    failed: steps.flatMap((step) => [
      ...step.refused.map(({ name, failure }) => ({ name, stage: failure.stage, reason: failure.message })),
      // A stream that failed before any call still has to say so; it is a failure of no tool.
      ...(step.failure !== undefined && step.refused.length === 0
        ? [{ name: '', stage: step.failure.stage, reason: step.failure.message }]
        : []),
    ]),
    finish: steps.at(-1)?.finish ?? 'interrupted',
    text: proseOf(steps, 'text'),
    reasoning: proseOf(steps, 'reasoning'),
  }
}

/** One answer through port and assembler, with a `fetch` that replays it. */
export async function playStep(dialect: ProviderConfig['dialect'], replay: Replay, step = 0): Promise<Assembled> {
  const assembler = createAssembler({ sessionId: 'probe', turnId: 'probe', step })
  plays += 1
  const providerId = `play-${plays}`
  replays.set(providerId, replay)
  const request = {
    model: { providerId, modelId: 'probe-model' },
    system: '',
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Go on.' }] }],
    tools: [],
    sessionId: 'probe',
  }
  try {
    for await (const delta of portFor(dialect).stream(request, new AbortController().signal)) assembler.push(delta)
  } finally {
    replays.delete(providerId)
  }
  return assembler.end()
}

/** What each play under way answers, by the provider that it asks; one port serves many plays. */
const replays = new Map<string, Replay>()
const ports = new Map<ProviderConfig['dialect'], ModelPort>()
let plays = 0

function portFor(dialect: ProviderConfig['dialect']): ModelPort {
  const known = ports.get(dialect)
  if (known !== undefined) return known
  const clock = systemClock()
  const port = createModelPort({
    guard: CONFIGURED_GUARD,
    config: (id) => ({
      id,
      dialect,
      label: 'The recording',
      baseUrl: `http://recording.invalid/${id}`,
      keyId: null,
      keyHint: '',
      addedAt: 0,
    }),
    openKey: async () => '',
    fetch: replayFetch(({ path }) => replays.get(path.split('/')[1] ?? '') ?? { body: '', status: 500 }),
    clock,
  })
  ports.set(dialect, port)
  return port
}

function parse(text: string): JsonObject {
  // The assembler has checked that it is an object; no text means no arguments.
  const value: unknown = text.trim() === '' ? {} : JSON.parse(text)
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function proseOf(steps: readonly Assembled[], type: 'text' | 'reasoning'): string {
  return steps.flatMap((step) => step.parts.flatMap((part) => (part.type === type ? [part.text] : []))).join('')
}
