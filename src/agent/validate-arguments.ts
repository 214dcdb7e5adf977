import { Validator, type OutputUnit, type Schema } from '@cfworker/json-schema'
import type { JsonObject } from '#contracts/json.ts'

/** Where arguments break their schema, in words for a model: "limit: …". Empty where they hold. */
export type SchemaProblems = readonly string[]

// One compiled validator per schema object: schemas are frozen with their specs.
const validators = new WeakMap<JsonObject, Validator>()

const MAX_PROBLEMS = 5
/** Says only that something below failed; the units below say what. */
const WRAPPERS = new Set(['false', 'properties', 'items', 'prefixItems', '$ref', 'allOf', 'additionalProperties'])

/**
 * Checks arguments against a JSON Schema (draft 2020-12; draft-07 where it says so). Needs no `eval`.
 * Throws where the schema itself cannot be used.
 */
export function validateArguments(schema: JsonObject, args: JsonObject): SchemaProblems {
  let validator = validators.get(schema)
  if (validator === undefined) {
    const draft = String(schema['$schema'] ?? '').includes('draft-07') ? '7' : '2020-12'
    // A copy: the validator writes into the schema it is given, and a spec's is frozen.
    validator = new Validator(structuredClone(schema) as Schema, draft, false)
    validators.set(schema, validator)
  }
  const result = validator.validate(args)
  if (result.valid) return []
  const named = result.errors.filter((error) => !WRAPPERS.has(error.keyword) || isUnknownProperty(error))
  const problems = (named.length > 0 ? named : result.errors).map(inWords)
  return [...new Set(problems)].slice(0, MAX_PROBLEMS)
}

/** The names of required top-level arguments that are not there. */
export function missingArguments(schema: JsonObject, args: JsonObject): string[] {
  const required = schema['required']
  if (!Array.isArray(required)) return []
  return required.filter((name): name is string => typeof name === 'string' && !Object.hasOwn(args, name))
}

function isUnknownProperty(error: OutputUnit): boolean {
  return error.keyword === 'additionalProperties' && error.error.includes('does not match additional properties')
}

function inWords(error: OutputUnit): string {
  const path = error.instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.')
  if (isUnknownProperty(error)) {
    const name = /"([^"]*)"/.exec(error.error)?.[1] ?? 'a name'
    return `"${name}" is not known${path === '' ? ' as an argument' : ` in ${path}`}.`
  }
  return `${path === '' ? 'the arguments' : path}: ${error.error}`
}
