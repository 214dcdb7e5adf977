import { ERR, LIVE, OUT, TICK } from './device-files.ts'
import { IS_LIVE } from './internal-names.ts'
import { seesLastCode } from './last-code.ts'
import {
  anything,
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
import { twoBodiedFunctions } from './two-bodied-functions.ts'

/** Output of these goes nowhere or must not be touched: `exec` would keep the redirection for good. */
export const LEFT_ALONE = new Set(['exec', 'exit', 'return', 'break', 'continue'])
/** Programs that hand scripts to the shell, print nothing between them, and so pass on where they print to. */
const PASS_ON = new Set(['bash', 'sh', 'xargs', 'timeout', 'time', 'env'])
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
  const streaming = new Streaming(outlets, twoBodiedFunctions(script))
  for (const statement of script.statements) streaming.statement(statement)
  streaming.functions()
  return streaming.marked
}

/** What a function does where it prints as it goes, and where it does not. */
type Bodies = readonly [live: Statement, gathering: Statement]

class Streaming {
  readonly marked = new Set<unknown>()
  private readonly names: ReadonlySet<string>
  private readonly called = new Set<string>()

  /** `single`: functions with one body, that may be given another. */
  constructor(
    private readonly outlets: Outlets,
    private single: readonly FunctionDef[],
  ) {
    this.names = new Set(single.map(({ name }) => name))
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
      const next = this.single.filter(({ name }) => this.called.has(name))
      if (next.length === 0) return
      this.single = this.single.filter(({ name }) => !this.called.has(name))
      for (const definition of next) this.function(definition)
    }
  }

  private function(definition: FunctionDef): void {
    const { body } = definition
    if (definition.redirections.some(isOutput)) {
      // They go for whatever stands in the body: none of it prints to the outlets.
      definition.body = { type: 'Group', body: [closed([statementOf(body)])], redirections: [] }
      return
    }
    const live = structuredClone(body)
    this.command(live)
    const bodies = [closed([statementOf(live)]), closed([statementOf(body)])] as const
    const choice = seesLastCode([statementOf(body)]) ? this.chosenByCommand(bodies) : chosenByDescriptor(bodies)
    definition.body = { type: 'Group', body: [statementOf(choice)], redirections: [] }
  }

  /** The exit code before the call stays what the function sees as `$?`. A third of the time of a call goes by here. */
  private chosenByCommand([live, gathering]: Bodies): Command {
    const question = simple(IS_LIVE, [word(livePath(this.outlets)), lastExitCode()])
    // Asked at each call: it costs no more than it must, and whoever calls yields.
    this.marked.add(question)
    return {
      type: 'Case',
      word: substitution(question),
      items: [
        { type: 'CaseItem', patterns: [word('live')], body: [live], terminator: ';;' },
        { type: 'CaseItem', patterns: [anything()], body: [gathering], terminator: ';;' },
      ],
      redirections: [],
    }
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
    const isFunction = this.names.has(program)
    // The second body of a function prints to the outlets of its own script only.
    if (isFunction && path === livePath(this.outlets)) this.called.add(program)
    else if (isFunction && words[0] === program) return []
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

/** Asks for nothing but whether the descriptor is open, which it is for a function of these outlets only. */
function chosenByDescriptor([live, gathering]: Bodies): Command {
  const asked: Redirection = { type: 'Redirection', fd: null, operator: '>&', target: word(String(LIVE_FD)) }
  // No command: a script could have a function of its name. What the shell says where it is closed goes nowhere.
  const question: Command = {
    type: 'ConditionalCommand',
    expression: { type: 'CondWord', word: word('open') },
    redirections: [redirection(2, TICK), asked],
  }
  return {
    type: 'If',
    clauses: [{ condition: [statementOf(question)], body: [live] }],
    elseBody: [gathering],
    redirections: [],
  }
}

function closed(body: Statement[]): Statement {
  const closing: Redirection = { type: 'Redirection', fd: LIVE_FD, operator: '>&', target: word('-') }
  return statementOf({ type: 'Group', body, redirections: [closing] })
}

function substitution(command: Command): Word {
  const body: Script = { type: 'Script', statements: [statementOf(command)] }
  return { type: 'Word', parts: [{ type: 'CommandSubstitution', body, legacy: false }] }
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
