import { expect, it } from 'vitest'
import type { JsonValue } from '#contracts/json.ts'
import { madeStream, type MadeStream } from '#e2e/doubles/made-streams.ts'
import { playStep } from '#e2e/probe/stream.ts'
import { echoOptions, mergeEcho } from './echo.ts'

/** What each made stream gives that must go back with its reasoning, and with its calls. */
const ECHO: readonly (readonly [MadeStream['dialect'], JsonValue | undefined, (JsonValue | undefined)[]])[] = [
  ['anthropic', { anthropic: { signature: 'c2ln' } }, [undefined, undefined]],
  [
    'openai-responses',
    { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'ZW5j' } },
    [{ openai: { itemId: 'fc_0' } }, { openai: { itemId: 'fc_1' } }],
  ],
  ['openai-chat', undefined, [undefined, undefined]],
  ['google', undefined, [{ google: { thoughtSignature: 'c2ln' } }, undefined]],
  [
    'openrouter',
    {
      openrouter: {
        reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Two things 🧭 to do.', signature: 'c2ln' }],
      },
    },
    [undefined, undefined],
  ],
  ['openai-compatible', undefined, [undefined, undefined]],
]

it.each(ECHO)('keeps what %s wants back, with the part that it belongs to', async (dialect, reasoning, calls) => {
  const step = await playStep(dialect, { body: madeStream(dialect).body })
  const parts = step.parts.flatMap((part) => (part.type === 'reasoning' ? [part.echo] : []))
  expect(parts).toEqual(dialect === 'openai-chat' ? [] : [reasoning])
  expect(step.finalized.map((call) => call.echo)).toEqual(calls)
})

it('lays pieces over each other, vendor by vendor, and drops what is empty', () => {
  const first = mergeEcho(undefined, { a: { one: 1 }, b: {} })
  expect(first).toEqual({ a: { one: 1 } })
  expect(mergeEcho(first, { a: { two: null }, c: { three: [3] } })).toEqual({
    a: { one: 1, two: null },
    c: { three: [3] },
  })
  expect(mergeEcho(undefined, { b: {} })).toBeUndefined()
})

it.each([[undefined], [null], ['text'], [[1]], [{ vendor: 'text' }], [{ vendor: { signature: '' } }]])(
  'makes no options of a stored echo that is not one: %j',
  (echo) => {
    expect(echoOptions(echo)).toBeUndefined()
  },
)
