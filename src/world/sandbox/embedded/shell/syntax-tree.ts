import type { Bash } from 'just-bash/browser'

// The library exports the tree's types only through this method.
export type Script = ReturnType<Bash['transform']>['ast']
export type Statement = Script['statements'][number]
export type Pipeline = Statement['pipelines'][number]
export type Command = Pipeline['commands'][number]
export type Simple = Extract<Command, { type: 'SimpleCommand' }>
export type FunctionDef = Extract<Command, { type: 'FunctionDef' }>
export type Redirection = Simple['redirections'][number]
export type Word = Simple['args'][number]

/** The statements right inside a compound command. */
export function bodiesOf(command: Command): Statement[] {
  switch (command.type) {
    case 'If':
      return [
        ...command.clauses.flatMap((clause) => [...clause.condition, ...clause.body]),
        ...(command.elseBody ?? []),
      ]
    case 'For':
    case 'CStyleFor':
    case 'Subshell':
    case 'Group':
      return command.body
    case 'While':
    case 'Until':
      return [...command.condition, ...command.body]
    case 'Case':
      return command.items.flatMap((item) => item.body)
    default:
      return []
  }
}

/** True where a redirection changes where output goes. */
export function isOutput({ operator }: Redirection): boolean {
  return !['<', '<&', '<<<', '<<', '<<-'].includes(operator)
}

export function isSimple(node: Record<string, unknown>): node is Record<string, unknown> & Simple {
  return node['type'] === 'SimpleCommand'
}

/** The text of a word without expansions, quoted as a whole or not at all, else empty. */
export function literal(word: Word): string {
  const [part, ...more] = word.parts
  if (part === undefined || more.length > 0) return ''
  // A bracket alone, the command, is read as the beginning of a pattern.
  if (part.type === 'Glob' && part.pattern === '[') return '['
  return part.type === 'Literal' || part.type === 'SingleQuoted' ? part.value : ''
}

/** Adds what the descriptor is given to the end of a file. */
export function redirection(fd: number, path: string): Redirection {
  return { type: 'Redirection', fd, operator: '>>', target: word(path) }
}

export function word(value: string): Word {
  return { type: 'Word', parts: [{ type: 'Literal', value }] }
}

/** The pattern `*`. */
export function anything(): Word {
  return { type: 'Word', parts: [{ type: 'Glob', pattern: '*' }] }
}

/** `$?`. */
export function lastExitCode(): Word {
  return { type: 'Word', parts: [{ type: 'ParameterExpansion', parameter: '?', operation: null }] }
}

// By their full path: neither a function, nor an alias, nor a PATH of the script gets in between.
export function simple(name: string, args: Word[]): Simple {
  return { type: 'SimpleCommand', name: word(`/usr/bin/${name}`), args, assignments: [], redirections: [] }
}

export function pipelineOf(command: Command): Pipeline {
  return { type: 'Pipeline', commands: [command], negated: false }
}

export function statementOf(command: Command): Statement {
  return { type: 'Statement', pipelines: [pipelineOf(command)], operators: [], background: false }
}

/** Calls `see` for a node and everything below it, parents first. */
export function walk(node: unknown, see: (node: Record<string, unknown>) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const child of node) walk(child, see)
    return
  }
  const typed = node as Record<string, unknown>
  see(typed)
  for (const child of Object.values(typed)) walk(child, see)
}
