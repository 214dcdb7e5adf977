import { expect, it } from 'vitest'
import fc from 'fast-check'
import { isJson, isJsonObject, JSON_MAX_DEPTH } from './json.ts'

it('takes whatever JSON.parse gives', () => {
  fc.assert(fc.property(fc.json(), (text) => isJson(JSON.parse(text))))
})

it.each([
  [undefined],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [1n],
  [() => {}],
  [Symbol('x')],
  [new Date()],
  [new Map()],
  [[undefined]],
  [{ a: { b: undefined } }],
  [new Uint8Array(1)],
])('refuses %s', (value) => {
  expect(isJson(value)).toBe(false)
})

it('refuses what is nested too deeply, without walking off the stack', () => {
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
  expect([isJson(nested(JSON_MAX_DEPTH)), isJson(nested(JSON_MAX_DEPTH + 1)), isJson(nested(200_000))]).toEqual([
    true,
    false,
    false,
  ])
})

it('tells objects from the rest', () => {
  expect([{}, [], null, 'x'].map(isJsonObject)).toEqual([true, false, false, false])
})
