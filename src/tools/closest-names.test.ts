import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { closestNames } from './closest-names.ts'

const known = ['read_file', 'write_file', 'edit_file', 'grep', 'glob']

test.each([
  ['reed_file', ['read_file']],
  ['ReadFile', ['read_file']],
  ['write-file', ['write_file', 'edit_file']],
  ['file', ['read_file', 'write_file', 'edit_file']],
  ['glop', ['glob']],
  ['gerp', ['grep']],
  ['zzz', []],
  ['', []],
])('%j is near %j', (name, closest) => {
  expect(closestNames(name, known)).toEqual(closest)
})

test('whatever the name, only known names come back, at most three, and an exact one first', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom(...known)), (name) => {
      const closest = closestNames(name, known)
      expect(closest.length).toBeLessThanOrEqual(3)
      expect(closest.every((one) => known.includes(one))).toBe(true)
      if (known.includes(name)) expect(closest[0]).toBe(name)
    }),
  )
})

test('a name of a million characters is answered at once', () => {
  expect(closestNames('x'.repeat(1_000_000), known)).toEqual([])
})
