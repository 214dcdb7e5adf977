import { expect, it } from 'vitest'
import { z } from '#contracts/zod.ts'
import { defineCapability, type CapabilityDefinition } from '#tools/define-capability.ts'
import { digestOf } from './canonical-json.ts'
import { targetOf } from './target.ts'

const text = z.string().optional()
const command = (target: CapabilityDefinition<z.ZodObject>['target']) =>
  defineCapability({
    name: 'start',
    group: 'shell',
    description: 'Starts something.',
    input: z.strictObject({ line: z.string(), where: text, fed: text, cwd: text, stdin: text }),
    risk: 'destructive-local',
    concurrency: 'process',
    target,
    needs: [],
    words: { done: 'Started {line}', ask: 'Start {line}?' },
    timeoutMs: 1_000,
  })
const args = { line: 'make', where: 'a', fed: 'x', cwd: 'b', stdin: 'y' }

it('reads the folder and the input of a command from the arguments that its spec names, and from no others', () => {
  const named = command({ kind: 'command', argument: 'line', folderArgument: 'where', inputArgument: 'fed' })
  expect(targetOf(named, args, '/workspace/now')).toEqual({
    kind: 'command',
    value: 'make',
    cwd: '/workspace/now/a',
    stdin: digestOf('x'),
  })
  expect(targetOf(command({ kind: 'command', argument: 'line' }), args, '/workspace/now')).toEqual({
    kind: 'command',
    value: 'make',
    cwd: '/workspace/now',
  })
})
