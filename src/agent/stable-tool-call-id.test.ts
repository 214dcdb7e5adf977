import fc from 'fast-check'
import { expect, it } from 'vitest'
import { WIRE_NAME } from '#contracts/calls.ts'
import { stableToolCallId } from './stable-tool-call-id.ts'

const call = fc.record({
  sessionId: fc.string(),
  turnId: fc.string(),
  step: fc.integer({ min: 0, max: 60 }),
  position: fc.integer({ min: 0, max: 300 }),
  name: fc.string({ unit: 'binary' }),
  rawArguments: fc.string({ unit: 'binary' }),
})

it('is the same for the same call and legal for every provider', () => {
  fc.assert(
    fc.property(call, (one) => {
      expect(stableToolCallId({ ...one })).toBe(stableToolCallId(one))
      expect(stableToolCallId(one)).toMatch(WIRE_NAME)
    }),
  )
})

it('differs as soon as any one thing differs', () => {
  fc.assert(
    fc.property(call, call, (a, b) => {
      fc.pre(JSON.stringify(a) !== JSON.stringify(b))
      expect(stableToolCallId(a)).not.toBe(stableToolCallId(b))
    }),
  )
})

it('differs where the same call is made again in a later turn', () => {
  const one = { sessionId: 's', turnId: 't1', step: 0, position: 0, name: 'ls', rawArguments: '{}' }
  expect(stableToolCallId({ ...one, turnId: 't2' })).not.toBe(stableToolCallId(one))
})

it('stays what it was: stored sessions know calls by these ids', () => {
  const id = stableToolCallId({
    sessionId: 's',
    turnId: 't',
    step: 2,
    position: 1,
    name: 'ls',
    rawArguments: '{"path":"/"}',
  })
  expect(id).toMatchInlineSnapshot(`"call_2_1_96405fcfc8919d15ecc64244519d0b79"`)
})
