import { z } from '#contracts/zod.ts'
import type { CapabilityGroup } from '#contracts/capability.ts'
import { TOOL_TIMEOUT_MS } from '#contracts/limits.ts'
import { defineCapability } from '../define-capability.ts'

export const uiOpenFileSpec = defineCapability({
  name: 'ui_open_file',
  group: 'ui',
  description:
    'Shows a file of the workspace to the person, in the pane beside the conversation, at a line where one is given. ' +
    'Use it when they ask to see a file or should look at one place; it returns no content: to read a file, use read_file.',
  input: z.strictObject({
    path: z.string().min(1).max(4_096).describe('The file, absolute or relative to the workspace.'),
    line: z.number().int().min(1).max(10_000_000).optional().describe('The line to show, from 1.'),
  }),
  // It moves what the page shows and touches nothing else.
  risk: 'read-only-local',
  concurrency: 'serial',
  target: { kind: 'path', argument: 'path' },
  needs: ['sandbox', 'client'],
  words: { done: 'Show {path}', ask: 'Show {path}?' },
  timeoutMs: TOOL_TIMEOUT_MS,
})

export const UI: CapabilityGroup = Object.freeze({
  name: 'ui',
  instructions: '',
  specs: [uiOpenFileSpec],
})
