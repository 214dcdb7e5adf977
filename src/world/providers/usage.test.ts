import { expect, it } from 'vitest'
import { madeStream } from '#e2e/doubles/made-streams.ts'
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

it('believes a cost that the provider states, and no nonsense', async () => {
  const step = await playStep('openrouter', { body: madeStream('openrouter').body })
  expect(step.usage).toEqual({ input: 90, cacheRead: 0, cacheWrite: 0, output: 40, reasoning: 0, cost: 0.00042 })
  expect(toUsage(said({ total: 1 }, 1, { cost: 'free' }), unknown).cost).toBeNull()
  expect(toUsage(said({ total: -5, cacheRead: Number.NaN }, 1), unknown)).toEqual({
    input: 0,
    cacheRead: 0,
    cacheWrite: 0,
    output: 1,
    reasoning: 0,
    cost: null,
  })
})
