import type { CorruptRecord } from '#contracts/ports/store.ts'

/** What a record that cannot be read means for the person, as a sentence. */
export function corruptWords({ store, key }: CorruptRecord): string {
  switch (store) {
    case 'settings':
      return key.startsWith('settings/providers/')
        ? 'One provider in the stored settings cannot be read and was left out: add it again. The others are there.'
        : key === 'settings/providers'
          ? 'The providers in the stored settings cannot be read: add them again.'
          : `One of the stored settings cannot be read and starts anew (${key.slice('settings/'.length)}). The others are kept.`
    case 'workspaceFiles':
      return `A file of a workspace cannot be read and is missing there: ${key}.`
    case 'turnDiffs':
      return 'The changes of one turn cannot be read, so they are not shown. The files themselves are untouched.'
    case 'pending':
      return 'A question that waited cannot be read. Stop the turn, and say again what you want.'
    case 'calls':
      return 'The record of one tool call cannot be read: its outcome is unknown.'
    case 'trust':
      return 'Where the content of a workspace came from cannot be read. It is not trusted until you look at it.'
    case 'ruleFiles':
      return 'The rule file that you took on for a workspace cannot be read: its allow rules wait for you again.'
    default:
      return `A stored record cannot be read and was left as it is (${store}).`
  }
}
