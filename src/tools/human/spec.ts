import { z } from '#contracts/zod.ts'
import type { CapabilityGroup } from '#contracts/capability.ts'
import { defineCapability } from '../define-capability.ts'

// Both only talk to the person, so no gate question stands before them; they wait as long as the person does.
const shared = {
  group: 'human',
  risk: 'read-only-local',
  concurrency: 'alone',
  target: { kind: 'none' },
  needs: ['human'],
  timeoutMs: null,
} as const

export const askUserQuestionSpec = defineCapability({
  ...shared,
  name: 'ask_user_question',
  description:
    'Asks the person one question and waits. Use it when the answer changes what you do and you cannot find it out yourself. ' +
    'Offer two to four options where you can; without options the person answers in their own words. ' +
    'Must be the only call of its step. Returns the answer.',
  input: z.strictObject({
    question: z.string().min(1).max(2_000).describe('One whole question.'),
    options: z
      .array(
        z.strictObject({
          label: z.string().min(1).max(200),
          description: z.string().max(1_000).optional().describe('What choosing it means.'),
        }),
      )
      .max(10)
      .default([])
      .describe('The choices; empty for free text.'),
    allow_several: z.boolean().default(false).describe('More than one option may be chosen.'),
  }),
  words: { done: 'Ask: {question}', ask: 'Ask: {question}' },
})

export const confirmSpec = defineCapability({
  ...shared,
  name: 'confirm',
  description:
    'Asks the person to agree to an effect before you cause it, and waits. Use it for what cannot be undone or reaches beyond ' +
    'what was asked for. It does not replace the permission question of the tool that you then call. ' +
    'Must be the only call of its step. Returns whether the person agreed.',
  input: z.strictObject({
    action: z.string().min(1).max(500).describe('What you are about to do: "Delete the old reports".'),
    target: z.string().min(1).max(500).describe('What it acts on: a path, an address, an account.'),
    scope: z.string().min(1).max(500).describe('How far it reaches: "12 files under reports/".'),
    consequence: z
      .string()

      .min(1)
      .max(1_000)
      .describe('What will be different afterwards, and whether it can be undone.'),
  }),
  words: { done: 'Confirm: {action}', ask: 'Confirm: {action}' },
})

export const HUMAN: CapabilityGroup = Object.freeze({
  name: 'human',
  instructions:
    'Ask the person only what you cannot find out yourself, one question at a time, each as the only call of its step. ' +
    'When nobody is there to answer, go on with your best judgement and say what you assumed.',
  specs: [askUserQuestionSpec, confirmSpec],
})
