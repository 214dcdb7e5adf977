import { expect, it } from 'vitest'
import fc from 'fast-check'
import { copyOf } from './copy-of.ts'

it('copies whatever a database would, and shares nothing with it', () => {
  const bytes = fc.uint8Array({ maxLength: 8 })
  const value = fc.object({
    values: [fc.string(), fc.double(), fc.constant(undefined), fc.date(), bytes],
    withNullPrototype: false,
  })
  fc.assert(
    fc.property(value, (original) => {
      const copy = copyOf(original)
      expect(copy).toEqual(structuredClone(original))
      for (const key of Object.keys(original)) {
        const part = original[key]
        if (typeof part === 'object' && part !== null) expect(copy[key]).not.toBe(part)
      }
    }),
  )
})

it('keeps a field called __proto__ as a field', () => {
  const original: unknown = JSON.parse('{"__proto__":{"a":1}}')
  expect(JSON.stringify(copyOf(original))).toBe('{"__proto__":{"a":1}}')
})

it('refuses what has no copy', () => {
  expect(() => copyOf({ f: () => {} })).toThrow()
})
