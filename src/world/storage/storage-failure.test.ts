import { expect, test } from 'vitest'
import { fail } from '#contracts/failure.ts'
import { storageFailure } from './storage-failure.ts'

test.each([
  ['QuotaExceededError', 'storage-full', false],
  ['VersionError', 'newer-database', false],
  ['UnknownError', 'storage-unavailable', true],
  ['SecurityError', 'storage-unavailable', true],
  ['InvalidStateError', 'storage-unavailable', true],
  ['DataCloneError', 'invalid', false],
])('%s becomes %s', (name, kind, retryable) => {
  const { failure } = storageFailure(new DOMException('from the browser', name))
  expect({ stage: failure.stage, kind: failure.kind, retryable: failure.retryable }).toEqual({
    stage: 'storage',
    kind,
    retryable,
  })
})

test('a failure that is one already stays as it is', () => {
  const failure = fail('storage', 'corrupt-record', 'damaged')
  expect(storageFailure(failure)).toBe(failure)
})

test('whatever is thrown becomes a failure', () => {
  expect(storageFailure('text').failure.detail).toEqual({ error: '', message: 'text' })
})
