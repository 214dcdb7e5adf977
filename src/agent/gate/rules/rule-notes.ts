import type { NewRule } from './suggest-rule.ts'

/** What a rule does not reach although it may seem to, as whole sentences: said where it is made. */
export function ruleNotes({ verdict, target, source, tool }: NewRule): string[] {
  const notes: string[] = []
  if (verdict === 'allow') {
    notes.push('Plan mode stays read-only whatever a rule allows.')
    if (source === 'user')
      notes.push('Calls that use a key, spend money or leave the sandbox are asked about all the same.')
    if (source === 'user' && target.kind === 'any')
      notes.push(
        tool === '*'
          ? 'It lets calls run that delete files or act outside this tab, unasked.'
          : 'It lets every call of this tool run unasked, whatever its arguments.',
      )
  }
  if (target.kind === 'path') {
    notes.push(
      verdict === 'allow'
        ? 'A wildcard does not stand for the dot of a hidden file, and commands are not covered by a path.'
        : 'A command is held against the paths that it names or that its wildcards may become, and the folders that it goes through as a whole. What a program opens by itself cannot be seen from here.',
    )
  }
  if (target.kind === 'command' && verdict === 'allow')
    notes.push('It covers a script only if every command in it is one of these and nothing goes to or from a file.')
  return notes
}
