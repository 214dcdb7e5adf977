import { z } from '#contracts/zod.ts'
import type { CapabilityGroup } from '#contracts/capability.ts'
import { TOOL_TIMEOUT_MS } from '#contracts/limits.ts'
import { defineCapability } from '../define-capability.ts'

// Mode and model are missing here on purpose: they are what the gate and the planner read, set by the person as
// with the boxes below the message. As calls they would be decided by the very thing that they change.

export const listToolsSpec = defineCapability({
  name: 'list_tools',
  group: 'session',
  description: 'Lists every tool of this session: which the model sees, which it does not, and why.',
  input: z.strictObject({}),
  risk: 'read-only-local',
  concurrency: 'parallel',
  target: { kind: 'none' },
  needs: ['session'],
  callers: 'person',
  words: { done: 'List the tools', ask: 'List the tools?' },
  timeoutMs: TOOL_TIMEOUT_MS,
})

export const clearConversationSpec = defineCapability({
  name: 'clear_conversation',
  group: 'session',
  description:
    'Starts the context of the model anew in the same session and workspace. The messages so far stay readable.',
  input: z.strictObject({}),
  // It touches this conversation and nothing else, loses nothing that was stored, and must work in every mode:
  // that is what the mildest class says. Only what the model is told of the past becomes less.
  risk: 'read-only-local',
  concurrency: 'serial',
  target: { kind: 'none' },
  needs: ['session'],
  callers: 'person',
  words: { done: 'Clear the context of the model', ask: 'Clear the context of the model?' },
  timeoutMs: TOOL_TIMEOUT_MS,
})

// Giving trust is no call: it is the person's word on what was looked at, and on nothing else.
export const distrustWorkspaceSpec = defineCapability({
  name: 'distrust_workspace',
  group: 'session',
  description: 'Takes the trust in this workspace away: it contributes no skills, rules or instructions from then on.',
  input: z.strictObject({}),
  // Later sessions on the workspace see it too.
  risk: 'shared-state-mutation',
  concurrency: 'serial',
  target: { kind: 'none' },
  needs: ['session', 'trust'],
  callers: 'person',
  words: { done: 'Take the trust in this workspace away', ask: 'Take the trust in this workspace away?' },
  timeoutMs: TOOL_TIMEOUT_MS,
})

export const SESSION: CapabilityGroup = Object.freeze({
  name: 'session',
  // No model ever sees one of these.
  instructions: '',
  specs: [listToolsSpec, clearConversationSpec, distrustWorkspaceSpec],
})
