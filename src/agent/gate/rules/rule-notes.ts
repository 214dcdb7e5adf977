import type { Rule } from '#contracts/rules.ts'
import type { NewRule } from './suggest-rule.ts'

/** What an allow rule never lets run, as a sentence; null for a rule that lets nothing run. */
export function ruleLimits({ verdict, source }: Pick<Rule, 'verdict' | 'source'>): string | null {
  if (verdict !== 'allow') return null
  const always = 'calls that use a key, spend money or leave the sandbox'
  const classes = source === 'user' ? always : `calls that delete files or act outside this tab, nor ${always}`
  return `Never covers ${classes}, nor changes to files that steer later work (such as AGENTS.md, .git/ or .env) unless it names them.`
}

/** What a rule does not reach although it may seem to, as whole sentences: said where it is made. */
export function ruleNotes(rule: NewRule): string[] {
  const { verdict, target, source, tool } = rule
  const notes: string[] = []
  const limits = ruleLimits(rule)
  if (limits !== null) {
    notes.push('Plan mode stays read-only whatever a rule allows.', limits)
    if (source === 'user' && target.kind === 'any')
      notes.push(
        tool === '*'
          ? 'It lets calls run that delete files or act outside this tab, unasked.'
          : 'It lets calls of this tool run unasked, whatever their other arguments.',
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
    notes.push(
      'It covers a script only if every command in it is one of these and no redirection goes to or from a file.',
    )
  return notes
}
