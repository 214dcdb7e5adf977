import type { CorruptRecord } from '#contracts/ports/store.ts'

/** What a record that cannot be read means for the person, as a sentence. */
export function corruptWords({ store, key }: CorruptRecord): string {
  switch (store) {
    case 'settings':
      return 'The stored settings cannot be read, so they start anew: providers have to be added again.'
    case 'workspaceFiles':
      return `A file of a workspace cannot be read and is missing there: ${key}.`
    case 'turnDiffs':
      return 'The changes of one turn cannot be read, so they are not shown. The files themselves are untouched.'
    case 'pending':
      return 'A question that waited cannot be read. Stop the turn, and say again what you want.'
    case 'calls':
      return 'The record of one tool call cannot be read: its outcome is unknown.'
    default:
      return `A stored record cannot be read and was left as it is (${store}).`
  }
}
