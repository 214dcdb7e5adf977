import { expect, it } from 'vitest'
import { MADE_DIALECTS, madeStream } from '#e2e/doubles/made-streams.ts'
import { playStep } from '#e2e/probe/stream.ts'
import { pricingOf } from './models-table.ts'
import { toUsage } from './usage.ts'

const unknown = { price: null, upToInputTokens: null }

function said(
  input: Partial<Record<'total' | 'noCache' | 'cacheRead' | 'cacheWrite', number>>,
  output?: number,
  raw?: { cost: number | string },
) {
  return {
    inputTokens: {
      total: input.total,
      noCache: input.noCache,
      cacheRead: input.cacheRead,
      cacheWrite: input.cacheWrite,
    },
    outputTokens: { total: output, text: undefined, reasoning: undefined },
    ...(raw === undefined ? {} : { raw }),
  }
}

it('charges fresh, cached and written input each at its own price', () => {
  const usage = toUsage(said({ total: 1_000_000, noCache: 100_000, cacheRead: 800_000, cacheWrite: 100_000 }, 10_000), {
    price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    upToInputTokens: null,
  })
  expect(usage).toEqual({
    input: 1_000_000,
    cacheRead: 800_000,
    cacheWrite: 100_000,
    output: 10_000,
    reasoning: 0,
    cost: 1.065,
  })
})

it('knows no cost without a price, beyond the length that a price holds for, or without tokens', () => {
  expect(toUsage(said({ total: 10 }, 1), unknown).cost).toBeNull()
  const sonnet = pricingOf('anthropic', 'claude-sonnet-4-5')
  expect(toUsage(said({ total: 200_000 }, 0), sonnet).cost).toBe(0.6)
  expect(toUsage(said({ total: 200_001 }, 0), sonnet).cost).toBeNull()
  expect(toUsage(said({}), sonnet).cost).toBeNull()
})

it('believes a cost that OpenRouter states, and of no other server', async () => {
  const costs = await Promise.all(
    MADE_DIALECTS.map(async (dialect) => {
      // In every dialect the answer states one: any server may, in whatever money it likes.
      const body = madeStream(dialect).body.replaceAll(/"(usage|usageMetadata)":\{/g, '"$1":{"cost":0.00042,')
      return [dialect, (await playStep(dialect, { body })).usage.cost]
    }),
  )
  expect(Object.fromEntries(costs)).toEqual({
    anthropic: null,
    'openai-responses': null,
    'openai-chat': null,
    google: null,
    openrouter: 0.00042,
    'openai-compatible': null,
  })
})

it('believes no nonsense', async () => {
  const step = await playStep('openrouter', { body: madeStream('openrouter').body })
  expect(step.usage).toEqual({ input: 90, cacheRead: 0, cacheWrite: 0, output: 40, reasoning: 0, cost: 0.00042 })
  expect(toUsage(said({ total: 1 }, 1, { cost: 'free' }), unknown, true).cost).toBeNull()
  expect(toUsage(said({ total: 1 }, 1, { cost: -1 }), unknown, true).cost).toBeNull()
  expect(toUsage(said({ total: -5, cacheRead: Number.NaN }, 1), unknown)).toEqual({
    input: 0,
    cacheRead: 0,
    cacheWrite: 0,
    output: 1,
    reasoning: 0,
    cost: null,
  })
})
