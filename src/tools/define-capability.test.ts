import { expect, test } from 'vitest'
import { z } from '#contracts/zod.ts'
import { FailureError } from '#contracts/failure.ts'
import { defineCapability, type CapabilityDefinition } from './define-capability.ts'

const sound = {
  name: 'sample_tool',
  group: 'samples',
  description: 'Does a thing.',
  input: z.strictObject({ path: z.string(), times: z.number().int().default(1) }),
  risk: 'workspace-write',
  concurrency: 'serial',
  target: { kind: 'path', argument: 'path' },
  needs: ['sandbox'],
  words: { done: 'Did {path}', ask: 'Do {path}?' },
  timeoutMs: 1_000,
} satisfies CapabilityDefinition<z.ZodObject>

/** Defines a spoiled capability; what comes from outside the type system is handed in as it is. */
function define(change: Record<string, unknown>): unknown {
  return defineCapability({ ...sound, ...change } as CapabilityDefinition<z.ZodObject>)
}

test('a sound capability becomes a frozen spec with its input schema', () => {
  const spec = defineCapability(sound)
  expect(spec).toEqual({
    ...sound,
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string' }, times: { type: 'integer', default: 1 } },
      required: ['path'],
      additionalProperties: false,
    },
  })
  expect([spec, spec.target, spec.needs, spec.words, spec.inputSchema].map(Object.isFrozen)).toEqual(
    Array(5).fill(true),
  )
})

test.each<[string, Record<string, unknown>, RegExp]>([
  ['a name with a dot', { name: 'files.read' }, /"files\.read" is refused: its name does not match/],
  ['a name that is too long', { name: 'a'.repeat(65) }, /its name does not match/],
  ['an empty name', { name: '' }, /its name does not match/],
  [
    'an inherited name',
    { name: 'constructor' },
    /"constructor" is refused: its name is a member of every JavaScript object/,
  ],
  ['another inherited name', { name: 'toString' }, /a member of every JavaScript object/],
  ['a provider name', { name: 'web_search' }, /providers reserve its name/],
  ['a provider name in other letters', { name: 'Computer' }, /providers reserve its name/],
  ['a provider prefix', { name: 'tool_search_tool_bm25' }, /providers reserve its name/],
  ['no risk class', { risk: undefined }, /it declares no legal risk class/],
  ['an unknown risk class', { risk: 'harmless' }, /it declares no legal risk class/],
  ['a blank description', { description: '  ' }, /its description is empty/],
  [
    'a target that is no argument',
    { target: { kind: 'path', argument: 'file' } },
    /its target "file" is not one of its arguments/,
  ],
  [
    'a folder of its command that is no argument',
    { target: { kind: 'command', argument: 'path', folderArgument: 'cwd' } },
    /its target "cwd" is not one of its arguments/,
  ],
  [
    'input of its command that is no argument',
    { target: { kind: 'command', argument: 'path', inputArgument: 'stdin' } },
    /its target "stdin" is not one of its arguments/,
  ],
  ['words that name no argument', { words: { done: 'Did {file}', ask: 'Do {path}?' } }, /its words name "\{file\}"/],
  [
    'an inherited placeholder',
    { words: { done: 'Did {path}', ask: '{constructor}?' } },
    /its words name "\{constructor\}"/,
  ],
  ['untrusted content without words for it', { brings: 'untrusted' as const }, /without words for it/],
  [
    'words for content that it does not bring',
    { words: { done: 'Did {path}', ask: 'Do {path}?', brought: 'a page of {host}' } },
    /words for none/,
  ],
  ['blank words', { words: { done: ' ', ask: 'Do?' } }, /its words are empty/],
  ['a timeout of nothing', { timeoutMs: 0 }, /its timeout is not above zero/],
  ['a timeout argument that is none', { timeoutArgument: 'patience' }, /its timeout argument "patience"/],
  ['input that drops unknown arguments', { input: z.object({ path: z.string() }) }, /admits unknown arguments/],
  [
    'a union at the top',
    { input: z.union([z.strictObject({ path: z.string() }), z.strictObject({ id: z.string() })]) },
    /not an object/,
  ],
  ['an input that is no object', { input: z.array(z.string()) }, /not an object/],
  [
    'a type that JSON Schema lacks',
    { input: z.strictObject({ path: z.string(), when: z.date() }) },
    /cannot be written as JSON Schema/,
  ],
])('%s is refused with name and reason', (_, change, message) => {
  expect(() => define(change)).toThrow(FailureError)
  expect(() => define(change)).toThrow(message)
})

test('tool_search itself is free, since providers only reserve names that begin with it', () => {
  expect(defineCapability({ ...sound, name: 'tool_search' }).name).toBe('tool_search')
})
