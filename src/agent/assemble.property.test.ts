import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FinalizedCall, RefusedCall } from '#contracts/calls.ts'
import { Part } from '#contracts/messages.ts'
import { NO_USAGE } from '#contracts/models.ts'
import type { ModelDelta } from '#contracts/ports/model.ts'
import { createAssembler, type Assembled } from './assemble.ts'

const scope = { providerId: 'p', dialect: 'openai-chat', modelId: 'm', keyHint: '' }
const index = fc.integer({ min: 0, max: 4 })
const json = fc.oneof(
  fc.json(),
  fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
)

/** Any delta at any time: what a broken library could say. */
const anything: fc.Arbitrary<ModelDelta> = fc.oneof(
  fc.record({ type: fc.constant('start' as const), echoScope: fc.constant(scope) }),
  fc.record({
    type: fc.constantFrom('text' as const, 'reasoning' as const),
    index,
    text: fc.string({ unit: 'binary' }),
  }),
  fc.record({ type: fc.constantFrom('text-end' as const, 'reasoning-end' as const), index }),
  fc.record({
    type: fc.constant('call-start' as const),
    index,
    name: fc.constantFrom('ls', 'rm'),
    providerId: fc.constant(null),
    textInput: fc.boolean(),
  }),
  fc.record({ type: fc.constant('call-delta' as const), index, text: json }),
  fc.record({
    type: fc.constant('call' as const),
    index,
    name: fc.constantFrom('ls', 'rm'),
    providerId: fc.constantFrom('same', null),
    input: json,
    ranAtProvider: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('finish' as const),
    unified: fc.constantFrom('stop', 'tool-calls', 'length', 'error'),
    raw: fc.constantFrom('stop', undefined),
    usage: fc.constant(NO_USAGE),
  }),
)

/** A clean answer: blocks one after the other, arguments in pieces of any size, one finish. */
const clean: fc.Arbitrary<ModelDelta[]> = fc
  .array(
    fc.record({
      value: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
      size: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((calls) => [
    { type: 'start', echoScope: scope },
    ...calls.flatMap(({ value, size }, at): ModelDelta[] => {
      const input = JSON.stringify(value)
      const pieces = Array.from({ length: Math.ceil(input.length / size) }, (_, n) =>
        input.slice(n * size, (n + 1) * size),
      )
      return [
        { type: 'call-start', index: at, name: 'ls', providerId: null, textInput: false },
        ...pieces.map((text): ModelDelta => ({ type: 'call-delta', index: at, text })),
        { type: 'call', index: at, name: 'ls', providerId: null, input, ranAtProvider: false },
      ]
    }),
    { type: 'finish', unified: 'tool-calls', raw: 'tool_calls', usage: NO_USAGE },
  ])

function assemble(deltas: readonly ModelDelta[]): Assembled {
  const assembler = createAssembler({ sessionId: 's', turnId: 't', step: 1 })
  for (const delta of deltas) {
    assembler.push(delta)
    assembler.parts()
  }
  return assembler.end()
}

it('answers for every call that began, exactly once, whatever comes', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 30 }), (deltas) => {
      const step = assemble(deltas)
      const ids = [...step.finalized, ...step.refused].map((call) => call.id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(step.parts.flatMap((part) => (part.type === 'call' ? [part.callId] : [])).toSorted()).toEqual(
        ids.toSorted(),
      )
      expect(step.finalized.every((call) => FinalizedCall.safeParse(call).success)).toBe(true)
      expect(step.refused.every((call) => RefusedCall.safeParse(call).success)).toBe(true)
      expect(step.parts.every((part) => Part.safeParse(part).success)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

it('runs nothing unless the stream held exactly one finish and no error', () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 30 }), (deltas) => {
      const step = assemble(deltas)
      const finishes = deltas.filter((delta) => delta.type === 'finish')
      const good =
        finishes.length === 1 &&
        finishes.every(({ unified, raw }) => raw !== undefined && (unified === 'stop' || unified === 'tool-calls'))
      if (!good) expect(step.finalized).toEqual([])
      for (const call of step.finalized) {
        const said = deltas.filter((delta) => delta.type === 'call' && delta.input === call.rawArguments)
        expect(said.length).toBeGreaterThan(0)
      }
    }),
    { numRuns: 500 },
  )
})

it('runs every call of a clean answer as it was said, and none of any beginning of it', () => {
  fc.assert(
    fc.property(clean, fc.nat(), (deltas, where) => {
      const said = deltas.flatMap((delta) => (delta.type === 'call' ? [delta.input] : []))
      expect(assemble(deltas).finalized.map((call) => call.rawArguments)).toEqual(said)
      const cut = deltas.slice(0, where % deltas.length)
      expect(assemble(cut).finalized).toEqual([])
    }),
  )
})

it('runs nothing where an error came, wherever it came', () => {
  fc.assert(
    fc.property(clean, fc.nat(), (deltas, where) => {
      const at = where % (deltas.length + 1)
      const failure = { stage: 'model', kind: 'overloaded', message: 'Busy.', retryable: true } as const
      const broken = [...deltas.slice(0, at), { type: 'error', failure } as const, ...deltas.slice(at)]
      expect({ runs: assemble(broken).finalized, failure: assemble(broken).failure }).toEqual({ runs: [], failure })
    }),
  )
})
