import { describe, expect, it } from 'vitest'
import type { JsonValue } from '#contracts/json.ts'
import { brokenConversation } from './conversation-rules.ts'
import type { RequestFacts, WireFormat } from './request-facts.ts'
import { SAMPLE_BODIES, SAMPLE_FACTS } from './sample-bodies.ts'
import { brokenWireRules } from './wire-rules.ts'

/** Puts a value at a place ("messages.1.content"); without a value takes it out, with a `+` puts it before the place. */
export type Edit = readonly [place: string, value?: JsonValue]

/** A sample with one thing wrong. */
interface RuleCase {
  readonly broken: string
  readonly edits: readonly Edit[]
  /** What the rules of the wire say of it; null where it is none of theirs. */
  readonly wire: RegExp | null
  /** What is said of it as a conversation; null where that does not show it. */
  readonly talk: RegExp | null
  readonly facts?: Partial<RequestFacts>
}

/** The sample body of a format with `edits` made one after the other. */
export function edited(format: WireFormat, edits: readonly Edit[]): JsonValue {
  const body = structuredClone(SAMPLE_BODIES[format])
  for (const [place, value] of edits) {
    const path = place.replace('+', '').split('.')
    const key = path.pop() ?? ''
    let at: JsonValue | undefined = body
    for (const step of path) at = child(at, step)
    if (Array.isArray(at)) {
      const rest = value === undefined ? [] : [value]
      at.splice(Number(key), place.startsWith('+') ? 0 : 1, ...rest)
    } else if (typeof at === 'object' && at !== null) {
      if (value === undefined) delete at[key]
      else at[key] = value
    } else throw new Error(`There is no ${place}.`)
  }
  return body
}

function child(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(key)]
  return typeof value === 'object' && value !== null ? value[key] : undefined
}

/** Tests of both judges: each accepts the sample, and names what is wrong with each of `cases` that it can see. */
export function checkRules(format: WireFormat, cases: readonly RuleCase[]): void {
  describe(`a request body for ${format}`, () => {
    it('is accepted where nothing is wrong', () => {
      expect(brokenWireRules(SAMPLE_BODIES[format], SAMPLE_FACTS[format])).toEqual([])
      expect(brokenConversation(SAMPLE_BODIES[format], format)).toEqual([])
    })

    it.each(cases)('with $broken is refused', ({ edits, wire, talk, facts }) => {
      const body = edited(format, edits)
      const byWire = brokenWireRules(body, { ...SAMPLE_FACTS[format], ...facts })
      const byTalk = brokenConversation(body, format)
      if (wire === null) expect(byWire).toEqual([])
      else expect(byWire.join('\n')).toMatch(wire)
      if (talk === null) expect(byTalk).toEqual([])
      else expect(byTalk.join('\n')).toMatch(talk)
    })

    it.each([null, 'text', [], {}, { messages: 1, input: 1, contents: 1 }])('is refused where it is %j', (body) => {
      expect(brokenWireRules(body, SAMPLE_FACTS[format])).not.toEqual([])
      expect(brokenConversation(body, format)).not.toEqual([])
    })
  })
}
