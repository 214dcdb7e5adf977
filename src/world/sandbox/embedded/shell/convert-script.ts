import { COMMAND_MAX_DEPTH, COMMAND_MAX_NODES } from '#contracts/limits.ts'
import type {
  ShellAssignment,
  ShellBody,
  ShellCommand,
  ShellComparison,
  ShellOperation,
  ShellPipeline,
  ShellRedirection,
  ShellScript,
  ShellStatement,
  ShellWord,
  ShellWordPart,
} from '#contracts/ports/shell-grammar.ts'
import { convertArithmetic, type Arithmetic } from './convert-arithmetic.ts'
import type { Script } from './syntax-tree.ts'

type Statement = Script['statements'][number]
type Pipeline = Statement['pipelines'][number]
type Command = Pipeline['commands'][number]
type Simple = Extract<Command, { type: 'SimpleCommand' }>
type Test = Extract<Command, { type: 'ConditionalCommand' }>['expression']
type Redirection = Simple['redirections'][number]
type Assignment = Simple['assignments'][number]
type Word = Simple['args'][number]
type Part = Word['parts'][number]
type Parameter = Extract<Part, { type: 'ParameterExpansion' }>
type Operation = NonNullable<Parameter['operation']>

/** Turns the library's tree into ours. Throws for what it does not know, and for trees that are too large or too deep. */
export function convertScript(script: Script): ShellScript {
  return new Converter().script(script)
}

class Converter {
  #nodes = 0
  #depth = 0

  script({ statements }: Script): ShellScript {
    return { statements: this.body(statements) }
  }

  private body(statements: readonly Statement[] | null): ShellBody {
    return (statements ?? []).map((statement) => this.within(() => this.statement(statement)))
  }

  /** Counts a node and a level. */
  private within<T>(convert: () => T): T {
    this.#nodes += 1
    this.#depth += 1
    if (this.#nodes > COMMAND_MAX_NODES) throw new Error('it is too large')
    if (this.#depth > COMMAND_MAX_DEPTH) throw new Error('it is nested too deeply')
    try {
      return convert()
    } finally {
      this.#depth -= 1
    }
  }

  private statement(statement: Statement): ShellStatement {
    if (statement.deferredError !== undefined) throw new Error(statement.deferredError.message)
    const { pipelines, operators, background } = statement
    return { pipelines: pipelines.map((pipeline) => this.pipeline(pipeline)), operators: [...operators], background }
  }

  private pipeline({ commands, timed, pipeStderr }: Pipeline): ShellPipeline {
    return {
      commands: commands.map((command) => this.within(() => this.command(command))),
      timed: timed === true,
      pipesErrors: pipeStderr?.includes(true) === true,
    }
  }

  private command(command: Command): ShellCommand {
    const redirections = command.redirections.map((redirection) => this.redirection(redirection))
    switch (command.type) {
      case 'SimpleCommand': {
        const words = command.name === null ? command.args : [command.name, ...command.args]
        const assignments = command.assignments.map((assignment) => this.assignment(assignment))
        return { kind: 'simple', assignments, words: words.map((word) => this.word(word)), redirections }
      }
      case 'If':
        return {
          kind: 'if',
          clauses: command.clauses.map(({ condition, body }) => ({
            condition: this.body(condition),
            body: this.body(body),
          })),
          otherwise: this.body(command.elseBody),
          redirections,
        }
      case 'For':
        return {
          kind: 'for',
          variable: command.variable,
          words: command.words?.map((word) => this.word(word)) ?? null,
          body: this.body(command.body),
          redirections,
        }
      case 'CStyleFor': {
        const head = [command.init, command.condition, command.update].flatMap((part) =>
          part === null ? [] : [this.sum(part)],
        )
        return { kind: 'counted', head, body: this.body(command.body), redirections }
      }
      case 'While':
      case 'Until':
        return { kind: 'while', condition: this.body(command.condition), body: this.body(command.body), redirections }
      case 'Case':
        return {
          kind: 'case',
          word: this.word(command.word),
          items: command.items.map(({ patterns, body, terminator }) => ({
            patterns: patterns.map((pattern) => this.word(pattern)),
            body: this.body(body),
            goesOn: terminator !== ';;',
          })),
          redirections,
        }
      case 'Subshell':
        return { kind: 'subshell', body: this.body(command.body), redirections }
      case 'Group':
        return { kind: 'group', body: this.body(command.body), redirections }
      case 'ArithmeticCommand':
        return { kind: 'arithmetic', expression: this.sum(command.expression), redirections }
      case 'ConditionalCommand': {
        const comparisons: ShellComparison[] = []
        this.test(command.expression, comparisons)
        return { kind: 'test', comparisons, redirections }
      }
      case 'FunctionDef':
        return {
          kind: 'function',
          name: command.name,
          body: this.within(() => this.command(command.body)),
          redirections,
        }
      default:
        return unknown(command)
    }
  }

  private test(test: Test, found: ShellComparison[]): void {
    this.within(() => {
      switch (test.type) {
        case 'CondBinary':
          found.push({ operator: test.operator, words: [this.word(test.left), this.word(test.right)] })
          return
        case 'CondUnary':
          found.push({ operator: test.operator, words: [this.word(test.operand)] })
          return
        case 'CondWord':
          found.push({ operator: '', words: [this.word(test.word)] })
          return
        case 'CondNot':
          return this.test(test.operand, found)
        case 'CondGroup':
          return this.test(test.expression, found)
        case 'CondAnd':
        case 'CondOr':
          this.test(test.left, found)
          return this.test(test.right, found)
        default:
          return unknown(test)
      }
    })
  }

  private redirection({ fd, fdVariable, operator, target }: Redirection): ShellRedirection {
    const word = target.type === 'HereDoc' ? this.hereDocument(target) : this.word(target)
    return { fd, fdVariable: fdVariable ?? null, operator, target: word }
  }

  /** A here-document is read like a double-quoted word; with a quoted delimiter nothing in it is expanded. */
  private hereDocument(document: Extract<Redirection['target'], { type: 'HereDoc' }>): ShellWord {
    if (document.terminated === false) throw new Error('a here-document does not end')
    return { parts: this.parts(document.content.parts, true) }
  }

  private assignment({ name, value, append, array }: Assignment): ShellAssignment {
    return {
      ...named(name),
      append,
      value: value === null ? null : this.word(value),
      elements: array?.map((element) => this.word(element)) ?? null,
    }
  }

  private word({ parts }: Word): ShellWord {
    return { parts: this.parts(parts, false) }
  }

  private parts(parts: readonly Part[], quoted: boolean): ShellWordPart[] {
    const [first] = parts
    // `[` begins a pattern; alone it is the command of that name.
    if (parts.length === 1 && first?.type === 'Glob' && first.pattern === '[')
      return [{ kind: 'text', text: '[', quoted: true }]
    const converted: ShellWordPart[] = []
    // As a loop: of all that is done to read a script, this is done most often.
    for (const part of parts) for (const made of this.within(() => this.part(part, quoted))) converted.push(made)
    return converted
  }

  private part(part: Part, quoted: boolean): ShellWordPart[] {
    switch (part.type) {
      case 'Literal':
        return [{ kind: 'text', text: part.value, quoted }]
      case 'SingleQuoted':
      case 'Escaped':
        return [{ kind: 'text', text: part.value, quoted: true }]
      case 'DoubleQuoted':
        // An empty pair of quotes is a word all the same.
        return part.parts.length === 0 ? [{ kind: 'text', text: '', quoted: true }] : this.parts(part.parts, true)
      case 'ParameterExpansion':
        return [
          {
            kind: 'parameter',
            ...named(part.parameter),
            operation: part.operation === null ? null : this.operation(part.operation),
            quoted,
          },
        ]
      case 'CommandSubstitution':
        return [{ kind: 'command', script: this.script(part.body), quoted }]
      case 'ArithmeticExpansion':
        return [{ kind: 'arithmetic', expression: this.sum(part.expression) }]
      case 'ProcessSubstitution':
        return [{ kind: 'process', script: this.script(part.body) }]
      case 'BraceExpansion':
        return [this.brace(part)]
      case 'TildeExpansion':
        return [{ kind: 'tilde', user: part.user }]
      case 'Glob':
        return [{ kind: 'glob', pattern: part.pattern }]
      default:
        return unknown(part)
    }
  }

  private brace({ items }: Extract<Part, { type: 'BraceExpansion' }>): ShellWordPart {
    const [first] = items
    if (items.length === 1 && first?.type === 'Range')
      return { kind: 'range', from: String(first.start), to: String(first.end) }
    return {
      kind: 'brace',
      items: items.map((item) => {
        if (item.type === 'Word') return this.word(item.word)
        return { parts: [{ kind: 'range', from: String(item.start), to: String(item.end) }] }
      }),
    }
  }

  private operation(operation: Operation): ShellOperation {
    const made = (
      kind: ShellOperation['kind'],
      words: readonly (Word | null)[] = [],
      arithmetic: readonly (Arithmetic | null)[] = [],
      letter = '',
    ): ShellOperation => ({
      kind,
      letter,
      words: words.flatMap((word) => (word === null ? [] : [this.word(word)])),
      arithmetic: arithmetic.flatMap((sum) => (sum === null ? [] : [this.sum(sum)])),
    })
    switch (operation.type) {
      case 'DefaultValue':
        return made('default', [operation.word])
      case 'AssignDefault':
        return made('assign', [operation.word])
      case 'ErrorIfUnset':
        return made('error', [operation.word])
      case 'UseAlternative':
        return made('alternative', [operation.word])
      case 'Length':
        return made('length')
      case 'Substring':
        return made('substring', [], [operation.offset, operation.length])
      case 'PatternRemoval':
        return made('remove', [operation.pattern])
      case 'PatternReplacement':
        return made('replace', [operation.pattern, operation.replacement])
      case 'CaseModification':
        return made('case', [operation.pattern])
      case 'Transform':
        return made('transform', [], [], operation.operator)
      case 'Indirection':
        return {
          ...(operation.innerOp === undefined ? made('indirect') : this.operation(operation.innerOp)),
          kind: 'indirect',
        }
      case 'ArrayKeys':
        return made('keys')
      case 'VarNamePrefix':
        return made('names')
      case 'LengthSliceError':
      case 'BadSubstitution':
        throw new Error('bad substitution')
      default:
        return unknown(operation)
    }
  }

  private sum(sum: Arithmetic): ReturnType<typeof convertArithmetic> {
    return this.within(() => convertArithmetic(sum))
  }
}

/** Splits `name[subscript]`. */
function named(written: string): { name: string; subscript: string | null } {
  const at = written.indexOf('[')
  if (at < 1) return { name: written, subscript: null }
  return { name: written.slice(0, at), subscript: written.slice(at + 1, written.endsWith(']') ? -1 : undefined) }
}

function unknown(node: never): never {
  throw new Error(`it holds a ${String((node as { type?: unknown }).type)}, which is not known here`)
}
