import { ERR, LIVE, OUT } from './device-files.ts'
import { IS_LIVE } from './internal-names.ts'
import {
  bodiesOf,
  isOutput,
  isSimple,
  lastExitCode,
  literal,
  redirection,
  simple,
  statementOf,
  walk,
  word,
  type Command,
  type FunctionDef,
  type Redirection,
  type Script,
  type Statement,
  type Word,
} from './syntax-tree.ts'

/** Output of these goes nowhere or must not be touched: `exec` would keep the redirection for good. */
export const LEFT_ALONE = new Set(['exec', 'exit', 'return', 'break', 'continue'])
/** Programs that hand scripts to the shell, print nothing between them, and so pass on where they print to. */
const PASS_ON = new Set(['bash', 'sh', 'xargs', 'timeout', 'time', 'env'])
/** What may put another function, which nobody rewrote, in the place of one of the script's. */
const DEFINES = new Set(['eval', 'source', '.', 'alias'])

/**
 * Scripts do not use it either. It is open for a command that prints to the outlets of its script, and what it leads
 * to says which they are. Functions inherit it, and close it before anything of theirs runs; scripts do not.
 */
const LIVE_FD = 18
const HOW_OPEN = `__file_append__:${LIVE}`

/** The devices that take what a script prints. */
export interface Outlets {
  readonly out: typeof OUT | typeof ERR
  readonly err: typeof OUT | typeof ERR
}

/** Those of the script that a person or a model ran. */
export const OUTERMOST: Outlets = { out: OUT, err: ERR }

const NAMES = { [OUT]: 'out', [ERR]: 'err' } as const
const DEVICES = { out: OUT, err: ERR } as const

/** The path that stands for a pair of outlets. */
export function livePath({ out, err }: Outlets): string {
  return `${LIVE}${NAMES[out]}-${NAMES[err]}`
}

/** Where a command prints to, from its open descriptors; null where that is not, or not only, an outlet. */
export function outletsOf(descriptors: ReadonlyMap<number, string> | undefined): Outlets | null {
  const open = descriptors?.get(LIVE_FD)
  if (open === undefined || !open.startsWith(HOW_OPEN)) return null
  const [out, err] = open.slice(HOW_OPEN.length).split('-')
  const device = (name: string | undefined) => (name === 'out' || name === 'err' ? DEVICES[name] : null)
  const [o, e] = [device(out), device(err)]
  return o === null || e === null ? null : { out: o, err: e }
}

/**
 * Changes a script in place so that it prints to the outlets as it goes. Each command whose output is the script's
 * own is redirected to them, ahead of the user's redirections, which therefore still win. A function has two bodies
 * then, and takes the one that prints as it goes where it was called by such a command. Returns those commands.
 */
export function streamScript(script: Script, outlets: Outlets): ReadonlySet<unknown> {
  if (redirectsForGood(script)) return new Set()
  const streaming = new Streaming(outlets, redefines(script) ? [] : functionsOf(script))
  for (const statement of script.statements) streaming.statement(statement)
  streaming.functions()
  return streaming.marked
}

class Streaming {
  readonly marked = new Set<unknown>()
  private readonly names: ReadonlySet<string>
  private readonly called = new Set<string>()
  /** Functions with one body, with a copy of it as it was written. */
  private single: { readonly definition: FunctionDef; readonly written: FunctionDef['body'] }[] = []

  constructor(
    private readonly outlets: Outlets,
    defined: readonly FunctionDef[],
  ) {
    this.names = new Set(defined.map(({ name }) => name))
    this.take(defined)
  }

  statement(statement: Statement): void {
    for (const { commands, pipeStderr } of statement.pipelines) {
      commands.forEach((command, i) => {
        if (i === commands.length - 1) this.command(command)
        else if (pipeStderr?.[i] !== true && command.type !== 'FunctionDef') this.mark(command, [this.err()])
      })
    }
  }

  /** Gives every function that is called by a command of the outlets its second body; those may call more of them. */
  functions(): void {
    for (;;) {
      const next = this.single.filter(({ definition }) => this.called.has(definition.name))
      if (next.length === 0) return
      this.single = this.single.filter((each) => !next.includes(each))
      for (const { definition, written } of next) this.function(definition, written)
    }
  }

  private take(definitions: readonly FunctionDef[]): void {
    for (const definition of definitions) this.single.push({ definition, written: structuredClone(definition.body) })
  }

  private function(definition: FunctionDef, live: FunctionDef['body']): void {
    const { body } = definition
    if (definition.redirections.some(isOutput)) {
      // They go for whatever stands in the body: none of it prints to the outlets.
      definition.body = { type: 'Group', body: [closed([statementOf(body)])], redirections: [] }
      return
    }
    // Functions in this one are defined anew with each body.
    this.take(functionsOf(live))
    this.command(live)
    const question = simple(IS_LIVE, [word(livePath(this.outlets)), lastExitCode()])
    // Asked at each call: it costs no more than it must, and whoever calls yields.
    this.marked.add(question)
    const choice: Command = {
      type: 'Case',
      // The exit code before the call stays what the function sees as `$?`.
      word: substitution(question),
      items: [
        { type: 'CaseItem', patterns: [word('live')], body: [closed([statementOf(live)])], terminator: ';;' },
        {
          type: 'CaseItem',
          patterns: [{ type: 'Word', parts: [{ type: 'Glob', pattern: '*' }] }],
          body: [closed([statementOf(body)])],
          terminator: ';;',
        },
      ],
      redirections: [],
    }
    definition.body = { type: 'Group', body: [statementOf(choice)], redirections: [] }
  }

  private command(command: Command): void {
    switch (command.type) {
      case 'FunctionDef':
        return
      case 'ArithmeticCommand':
      case 'ConditionalCommand':
        return this.mark(command, [this.err()])
      case 'SimpleCommand':
        return this.mark(command, [this.out(), this.err(), ...this.live(command)])
      default:
        if (command.redirections.some(isOutput)) return this.mark(command, [this.out(), this.err()])
        for (const statement of bodiesOf(command)) this.statement(statement)
    }
  }

  private mark(command: Exclude<Command, { type: 'FunctionDef' }>, added: Redirection[]): void {
    if (command.type === 'SimpleCommand' && (command.name === null || LEFT_ALONE.has(literal(command.name)))) return
    command.redirections.unshift(...added)
    this.marked.add(command)
  }

  private live({ name, args, redirections }: Extract<Command, { type: 'SimpleCommand' }>): Redirection[] {
    const outlets = redirected(this.outlets, redirections)
    if (name === null || outlets === null) return []
    const words = [name, ...args].map(literal)
    const program = words[words[0] === 'command' ? 1 : 0] ?? ''
    const path = livePath(outlets)
    // The second body of a function prints to the outlets of its own script only.
    if (this.names.has(program) && path === livePath(this.outlets)) this.called.add(program)
    else if (!PASS_ON.has(program.replace(/^\/(?:usr\/)?bin\//u, ''))) return []
    return [redirection(LIVE_FD, path)]
  }

  private out(): Redirection {
    return redirection(1, this.outlets.out)
  }

  private err(): Redirection {
    return redirection(2, this.outlets.err)
  }
}

/** Where a command prints to after its own redirections; null where any of them leads elsewhere. */
function redirected(outlets: Outlets, redirections: readonly Redirection[]): Outlets | null {
  let { out, err } = outlets
  for (const each of redirections) {
    if (!isOutput(each)) continue
    if (each.operator !== '>&' || each.fdVariable !== undefined || each.target.type !== 'Word') return null
    const [from, to] = [each.fd ?? 1, literal(each.target)]
    if (from === 2 && to === '1') err = out
    else if (from === 1 && to === '2') out = err
    else return null
  }
  return { out, err }
}

function closed(body: Statement[]): Statement {
  const closing: Redirection = { type: 'Redirection', fd: LIVE_FD, operator: '>&', target: word('-') }
  return statementOf({ type: 'Group', body, redirections: [closing] })
}

function substitution(command: Command): Word {
  const body: Script = { type: 'Script', statements: [statementOf(command)] }
  return { type: 'Word', parts: [{ type: 'CommandSubstitution', body, legacy: false }] }
}

function functionsOf(node: unknown): FunctionDef[] {
  const found: FunctionDef[] = []
  walk(node, (each) => {
    if (each['type'] === 'FunctionDef') found.push(each as unknown as FunctionDef)
  })
  return found
}

function redefines(script: Script): boolean {
  let found = false
  walk(script, (node) => {
    if (isSimple(node) && node.name !== null && DEFINES.has(literal(node.name))) found = true
  })
  return found
}

/** True where a bare `exec` redirects what the script prints: our redirections would then go past what the user set up. */
function redirectsForGood(script: Script): boolean {
  let found = false
  walk(script, (node) => {
    if (!isSimple(node) || node.name === null || literal(node.name) !== 'exec') return
    if (node.redirections.some((each) => isOutput(each) && (each.fdVariable !== undefined || (each.fd ?? 1) <= 2)))
      found = true
  })
  return found
}
