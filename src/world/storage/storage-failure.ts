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

/**
 * True where the browser refuses its database to this page as a whole, so that nothing of ours can be in it: a private
 * window, a frame of another site, site data not allowed. Only for what opening threw.
 */
export function refusesDatabases(error: FailureError): boolean {
  const { error: name, message } = error.failure.detail ?? {}
  if (name === 'SecurityError' || name === 'InvalidStateError') return true
  // Chromium, where site data is not allowed, gives the name that a broken disk has too, and this text
  // (third_party/blink/renderer/modules/indexeddb/idb_factory.cc).
  return name === 'UnknownError' && typeof message === 'string' && message.includes('denied permission to access')
}

/** A start that must stop: data is there, or may be, and could not be opened. Nothing was changed. */
export function failedStart(error: FailureError): FailureError {
  const { kind, detail } = error.failure
  // Ours say already what to do: a newer database, another tab that blocks.
  if (detail === undefined) return error
  const cause = typeof detail['error'] === 'string' && detail['error'] !== '' ? ` (${detail['error']})` : ''
  const message =
    kind === 'storage-full'
      ? 'The disk is full, so the browser cannot open what Sallyport keeps here. Free disk space, then reload this page. Nothing was changed.'
      : `The browser could not open what Sallyport keeps here${cause}. Nothing was changed. Close its other tabs and reload this page, then restart the browser. Clear the data of this site only if nothing else helps: sessions, settings and keys are in it.`
  return fail('storage', kind, message, { retryable: true, detail })
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

/** The database was deleted while this tab had it open. */
export function deletedData(): FailureError {
  return fail(
    'storage',
    'storage-unavailable',
    'What Sallyport stored in this browser was deleted while this tab was open: nothing on this screen is stored any more. Copy what you still need, then reload the page to begin anew.',
  )
}
