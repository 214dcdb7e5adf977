import fc from 'fast-check'
import { gzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { ByteSink } from './byte-sink.ts'
import { gunzipInto } from './gunzip-bytes.ts'

const sink = (limit: number) => new ByteSink(limit, (bytes) => new Error(`over ${bytes}`))
const joined = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const members = fc.array(fc.uint8Array({ maxLength: 40_000, size: 'max' }), { minLength: 1, maxLength: 3 })

test('all members are unpacked, wherever one ends', () => {
  fc.assert(
    fc.property(members, (parts) => {
      const made = sink(1_000_000)
      gunzipInto(joined(parts.map((part) => gzipSync(part))), made)
      expect(made.take()).toEqual(joined(parts))
    }),
    { numRuns: 20 },
  )
})

test('cut anywhere, it is an error and not a part', () => {
  const packed = joined([gzipSync(new TextEncoder().encode('one two one two')), gzipSync(new Uint8Array(300))])
  const first = gzipSync(new TextEncoder().encode('one two one two')).length
  for (let end = 0; end < packed.length; end += 1)
    if (end !== first) expect(() => gunzipInto(packed.subarray(0, end), sink(1_000)), String(end)).toThrow(Error)
})

test('a bomb is refused after a few steps', () => {
  const made = sink(1_000)
  expect(() => gunzipInto(gzipSync(new Uint8Array(20_000_000)), made)).toThrow('over 1000')
  expect(made.length).toBeLessThanOrEqual(1_000)
})
