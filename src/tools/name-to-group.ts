/**
 * Wire name to group (spec RG4): how projection and compaction, which know a call by its name only, find
 * what they share. Written out, and not derived, so that `assertConsistent` has a second witness.
 */
export const NAME_TO_GROUP: ReadonlyMap<string, string> = new Map([
  ['ls', 'files'],
  ['read_file', 'files'],
  ['write_file', 'files'],
  ['edit_file', 'files'],
  ['glob', 'files'],
  ['grep', 'files'],
  ['execute', 'shell'],
  ['fetch_url', 'web'],
  ['todo_write', 'tasks'],
  ['current_time', 'tasks'],
  ['ask_user_question', 'human'],
  ['confirm', 'human'],
  ['ui_open_file', 'ui'],
  ['list_tools', 'session'],
  ['clear_conversation', 'session'],
  ['distrust_workspace', 'session'],
])
