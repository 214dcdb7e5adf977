import { z } from '#contracts/zod.ts'
import { WIRE_NAME } from '#contracts/calls.ts'
import type { CapabilitySpec, CapabilityWords, Concurrency, ServiceName, TargetRule } from '#contracts/capability.ts'
import { fail } from '#contracts/failure.ts'
import { JsonObject } from '#contracts/json.ts'
import { RiskClass } from '#contracts/risk.ts'
import { reservedNameReason } from './reserved-names.ts'

/** What a group writes down for one capability. `inputSchema` is made from `input`. */
export interface CapabilityDefinition<Input extends z.ZodObject> {
  name: string
  group: string
  description: string
  /** A `z.strictObject`, so that an argument which does not exist is a schema violation instead of being dropped. */
  input: Input
  risk: RiskClass
  concurrency: Concurrency
  target: TargetRule
  refine?: 'command' | 'path'
  /** Its results are untrusted content; the words then say what came (`brought`). */
  brings?: 'untrusted'
  needs: readonly ServiceName[]
  /** `person`: only what a person typed may call it. */
  callers?: 'person'
  words: CapabilityWords
  timeoutMs: number | null
  /** The argument (milliseconds) with which a call shortens its own time-out. */
  timeoutArgument?: string
}

/**
 * Checks a capability and freezes its spec (spec RG5). Throws a `FailureError` (`discovery`, `invalid`)
 * with the name and the reason, so that a wrong spec stops the start and not a call.
 */
export function defineCapability<Input extends z.ZodObject>(
  definition: CapabilityDefinition<Input>,
): CapabilitySpec<Input> {
  const { name } = definition
  const refuse = (reason: string) => fail('discovery', 'invalid', `The capability "${name}" is refused: ${reason}`)

  if (!WIRE_NAME.test(name)) throw refuse(`its name does not match ${WIRE_NAME.source}.`)
  const reserved = reservedNameReason(name)
  if (reserved !== null) throw refuse(reserved)
  if (!RiskClass.safeParse(definition.risk).success) throw refuse('it declares no legal risk class.')
  if (definition.description.trim() === '') throw refuse('its description is empty.')
  if (definition.timeoutMs !== null && !(definition.timeoutMs > 0)) throw refuse('its timeout is not above zero.')

  const inputSchema = toInputSchema(definition.input, refuse)
  const argumentNames = new Set(Object.keys(definition.input.shape))
  const { target, words } = definition
  const { kind: _, ...named } = target
  for (const argument of Object.values(named)) {
    if (!argumentNames.has(argument)) throw refuse(`its target "${argument}" is not one of its arguments.`)
  }
  const { timeoutArgument } = definition
  if (timeoutArgument !== undefined && !argumentNames.has(timeoutArgument)) {
    throw refuse(`its timeout argument "${timeoutArgument}" is not one of its arguments.`)
  }
  if ((definition.brings === 'untrusted') !== (words.brought !== undefined)) {
    throw refuse('it brings in untrusted content without words for it, or has words for none.')
  }
  for (const sentence of [words.done, words.ask]) {
    if (sentence.trim() === '') throw refuse('its words are empty.')
    for (const [, placeholder = ''] of sentence.matchAll(/\{([^}]*)\}/g)) {
      if (!argumentNames.has(placeholder)) throw refuse(`its words name "{${placeholder}}", which is no argument.`)
    }
  }

  return Object.freeze({
    ...definition,
    target: Object.freeze({ ...target }),
    needs: Object.freeze([...definition.needs]),
    words: Object.freeze({ ...words }),
    inputSchema: Object.freeze(inputSchema),
  })
}

/** Draft 2020-12, input side, without `$schema` (some providers refuse the key). */
function toInputSchema(input: z.ZodType, refuse: (reason: string) => Error): JsonObject {
  let schema: JsonObject
  try {
    const raw = z.toJSONSchema(input, { target: 'draft-2020-12', io: 'input', override: dropSafeIntegerBounds })
    schema = JsonObject.parse(JSON.parse(JSON.stringify(raw)))
  } catch (error) {
    throw refuse(`its input cannot be written as JSON Schema (${error instanceof Error ? error.message : 'unknown'}).`)
  }
  delete schema['$schema']
  if (schema['type'] !== 'object') throw refuse('the top level of its input schema is not an object.')
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    // One such schema makes a provider refuse the whole request, with every other tool in it.
    if (key in schema) throw refuse(`its input schema has "${key}" at the top level.`)
  }
  if (schema['additionalProperties'] !== false) {
    throw refuse('its input admits unknown arguments; build it with z.strictObject.')
  }
  return schema
}

/** zod writes ±(2^53 - 1) on every integer; a model pays tokens for it and learns nothing. */
function dropSafeIntegerBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
