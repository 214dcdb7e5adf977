import { fail, FailureError } from '#contracts/failure.ts'

function nameOf(error: unknown): string {
  const name = typeof error === 'object' && error !== null ? (error as { name?: unknown }).name : undefined
  return typeof name === 'string' ? name : ''
}

/** Turns what IndexedDB throws into a `FailureError` of stage `storage` that says what to do. */
export function storageFailure(error: unknown): FailureError {
  if (error instanceof FailureError) return error
  const name = nameOf(error)
  const detail = { error: name, message: error instanceof Error ? error.message : String(error) }
  switch (name) {
    case 'QuotaExceededError':
      return fail(
        'storage',
        'storage-full',
        'The browser has no room left for this site, so this was not stored. Delete sessions that you no longer need, or free disk space.',
        { detail },
      )
    case 'VersionError':
      return newerDatabase()
    case 'DataError':
    case 'DataCloneError':
    case 'ConstraintError':
      return fail('storage', 'invalid', 'A record could not be stored in this form. Nothing was changed.', { detail })
    default:
      return fail(
        'storage',
        'storage-unavailable',
        'The browser did not let Sallyport use its storage. Reload the page; if that does not help, allow site data for this address.',
        { retryable: true, detail },
      )
  }
}

/** The database was written by a newer Sallyport than this one. */
export function newerDatabase(): FailureError {
  return fail(
    'storage',
    'newer-database',
    'The data in this browser belongs to a newer version of Sallyport. Close all its tabs and open it again to load that version. Nothing was changed.',
  )
}

/** The upgrade waits for connections that another tab does not give up. */
export function blockedUpgrade(): FailureError {
  return fail(
    'storage',
    'storage-unavailable',
    'Another tab of Sallyport keeps the data in its old form. Close the other tabs, then reload this one.',
    { retryable: true },
  )
}

/** This tab gave its connection up, so that another one could upgrade. */
export function upgradedElsewhere(): FailureError {
  return fail(
    'storage',
    'storage-unavailable',
    'Sallyport was updated in another tab, so this tab no longer stores anything. Reload it to go on.',
  )
}
