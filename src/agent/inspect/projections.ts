import type { CallOutcome } from '#contracts/calls.ts'
import { ProjectionName, type Projection } from '#contracts/inspection.ts'
import type { JsonValue } from '#contracts/json.ts'
import { INSPECT_TEXT_MAX_CHARS } from '#contracts/limits.ts'
import { headOf } from '#tools/cut-text.ts'
import { sizeInWords } from '#tools/count.ts'
import { approximateTokens } from './approximate-tokens.ts'
import { headSlice } from './text-slice.ts'

/** A projection written out, and what of it is no text. */
interface Written {
  readonly text: string
  readonly binary: Projection['binary']
}

/** The three projections of a result with their sizes, each with its head. */
export function projectionsOf(outcome: CallOutcome): Projection[] {
  return ProjectionName.options.map((name) => {
    const { text, binary } = writeProjection(outcome, name)
    const bytes = new TextEncoder().encode(text).length
    return { name, head: headSlice(text), bytes, tokens: approximateTokens(text), binary }
  })
}

/**
 * One projection as text: what the model reads, exactly; what the page and the journal hold, as JSON. Binary parts are
 * named in it and listed beside it; text over INSPECT_TEXT_MAX_CHARS is left out and counted.
 */
export function writeProjection(outcome: CallOutcome, name: ProjectionName): Written {
  const binary: Projection['binary'] = []
  const named = (what: string, base64: string): string => {
    const bytes = bytesOfBase64(base64)
    binary.push({ what, bytes })
    return `[${what}, ${sizeInWords(bytes)}, not shown]`
  }
  const text =
    name === 'model'
      ? outcome.model.map((part) => (part.type === 'text' ? part.text : named(part.mediaType, part.base64))).join('\n')
      : outcome[name] === null
        ? ''
        : JSON.stringify(withoutBinary(outcome[name] as JsonValue, named), null, 2)
  const head = headOf(text, INSPECT_TEXT_MAX_CHARS)
  const left = text.length - head.length
  return { text: left === 0 ? text : `${head}\n… ${left.toLocaleString('en-US')} more characters`, binary }
}

/** The same value with each `base64` field, and each text that holds NUL characters, named instead of written out. */
function withoutBinary(value: JsonValue, named: (what: string, base64: string) => string): JsonValue {
  if (typeof value === 'string') return value.includes('\u0000') ? `[binary text, ${value.length} characters]` : value
  if (Array.isArray(value)) return value.map((item) => withoutBinary(item, named))
  if (value === null || typeof value !== 'object') return value
  const { mediaType } = value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'base64' && typeof item === 'string'
        ? named(typeof mediaType === 'string' ? mediaType : 'binary', item)
        : withoutBinary(item, named),
    ]),
  )
}

function bytesOfBase64(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding)
}
