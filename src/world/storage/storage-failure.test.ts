import { expect, test } from 'vitest'
import { fail } from '#contracts/failure.ts'
import { refusesDatabases, storageFailure } from './storage-failure.ts'

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

test.each([
  ['SecurityError', 'The operation is insecure.', true],
  ['InvalidStateError', 'A mutation operation was attempted on a database that did not allow mutations.', true],
  ['UnknownError', 'The user denied permission to access the database.', true],
  ['UnknownError', 'Internal error opening backing store for indexedDB.open.', false],
  ['AbortError', 'Version change transaction was aborted in upgradeneeded event handler.', false],
  ['QuotaExceededError', '', false],
  ['VersionError', '', false],
])('a database whose opening ends in %s (%s) is refused as a whole: %s', (name, message, refused) => {
  expect(refusesDatabases(storageFailure(new DOMException(message, name)))).toBe(refused)
})

test('a failure that is one already stays as it is', () => {
  const failure = fail('storage', 'corrupt-record', 'damaged')
  expect(storageFailure(failure)).toBe(failure)
})

test('whatever is thrown becomes a failure', () => {
  expect(storageFailure('text').failure.detail).toEqual({ error: '', message: 'text' })
})
