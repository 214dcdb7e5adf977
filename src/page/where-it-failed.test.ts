import { expect, it } from 'vitest'
import type { OutcomeStatus } from '#contracts/calls.ts'
import type { FailureKind, FailureStage } from '#contracts/failure.ts'
import { whereItFailed } from './where-it-failed.ts'

it.each<[OutcomeStatus | undefined, FailureStage, FailureKind, string]>([
  ['denied', 'authorization', 'denied', 'It was not allowed'],
  ['blocked', 'authorization', 'blocked', 'It was not allowed'],
  // A redirect that nothing lets it follow.
  ['failed', 'authorization', 'denied', 'It was not allowed'],
  // A name that does not resolve, or resolves to a private address.
  ['failed', 'authorization', 'blocked', 'Its address did not pass the outbound guard'],
  ['denied', 'authorization', 'no-one-to-ask', 'Nobody was there to allow it'],
  // The turn had no call left.
  ['failed', 'authorization', 'aborted', 'It was not run'],
  ['failed', 'authorization', 'crashed', 'It was not run'],
  [undefined, 'parameters', 'cut-arguments', 'Its arguments were not usable'],
  ['failed', 'execution', 'denied', 'It failed while running'],
])('says where it failed: %s, %s, %s', (status, stage, kind, said) => {
  expect(whereItFailed({ stage, kind }, status)).toBe(said)
})
