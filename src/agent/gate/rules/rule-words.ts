import type { Rule, RuleTarget } from '#contracts/rules.ts'
import { commandText } from './read-command.ts'

type Said = Pick<Rule, 'verdict' | 'tool' | 'target' | 'workspaceId'>

const VERDICTS = { allow: 'Allow', ask: 'Ask before', deny: 'Deny' } as const

/**
 * What a rule means, as a sentence without its full stop: "Allow `write_file` for `src/*`, in every workspace". `place`
 * says where one of a single workspace holds; '' where that is said beside it.
 */
export function ruleWords(rule: Said, place = 'in one workspace'): string {
  const where = rule.workspaceId === null ? 'in every workspace' : place
  return `${VERDICTS[rule.verdict]} ${subject(rule)}${where === '' ? '' : `, ${where}`}`
}

function subject({ verdict, tool, target }: Said): string {
  const who = tool === '*' ? 'every tool' : `\`${tool}\``
  if (target.kind === 'any') return tool === '*' ? 'every call of every tool' : `every call of ${who}`
  return `${who} ${about(target, verdict === 'allow')}`
}

function about(target: Exclude<RuleTarget, { kind: 'any' }>, allows: boolean): string {
  switch (target.kind) {
    case 'path':
      return `for \`${target.glob}\``
    case 'address':
      return `at \`${target.origin}\``
    case 'command': {
      const commands = target.commands.map((command) => `\`${commandText(command)}\``)
      const last = commands.at(-1) ?? ''
      const listed =
        commands.length === 1 ? last : `${commands.slice(0, -1).join(', ')} ${allows ? 'and' : 'or'} ${last}`
      return allows ? `for scripts of nothing but ${listed}` : `for scripts with ${listed}`
    }
  }
}
