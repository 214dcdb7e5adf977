/**
 * Retired and alternative names and what they now mean (spec RG9), so that a saved session never ends on
 * an unknown name. An alias whose target does not exist is refused at start; add it with its target.
 */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ['list_files', 'ls'],
  ['list_directory', 'ls'],
  ['bash', 'execute'],
])
