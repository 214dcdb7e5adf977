import { isSimple, literal, walk, type Command, type Statement } from './syntax-tree.ts'

/** What becomes of the exit code from before, once something ran. */
type Fate = 'seen' | 'overwritten' | 'kept'

/** True where a list of statements may look at the exit code, or at anything else, that the command before it left. */
export function seesLastCode(statements: readonly Statement[]): boolean {
  return fateIn(statements) === 'seen'
}

function fateIn(statements: readonly Statement[]): Fate {
  for (const statement of statements) {
    const [command, ...piped] = statement.pipelines[0]?.commands ?? []
    if (command === undefined) continue
    const fate = piped.length > 0 ? unlessSeen(statement) : fateOf(command)
    if (fate !== 'kept') return fate
    if (mayLook(statement)) return 'seen'
  }
  return 'kept'
}

function fateOf(command: Command): Fate {
  switch (command.type) {
    case 'SimpleCommand':
      return command.name === null && !mayLook(command) ? 'kept' : unlessSeen(command)
    case 'Group':
      return mayLook(command.redirections) ? 'seen' : fateIn(command.body)
    case 'If': {
      const fate = mayLook(command.redirections) ? 'seen' : fateIn(command.clauses[0]?.condition ?? [])
      return fate === 'kept' ? unlessSeen(command) : fate
    }
    default:
      return unlessSeen(command)
  }
}

function unlessSeen(node: unknown): Fate {
  return mayLook(node) ? 'seen' : 'overwritten'
}

/** Rather too often than not: a question mark in any text counts. A name that is expanded is not taken for `return`. */
function mayLook(node: unknown): boolean {
  let looks = false
  walk(node, (each) => {
    const texts = Object.values(each).filter((value) => typeof value === 'string')
    if (texts.some((text) => text === '_' || /\?|PIPESTATUS|^Indirection$/u.test(text))) looks = true
    if (isSimple(each) && each.name !== null && ['return', 'exit'].includes(literal(each.name))) looks = true
  })
  return looks
}
