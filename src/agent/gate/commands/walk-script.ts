import { COMMAND_MAX_INNER, COMMAND_MAX_STEPS, COMMAND_MAX_VARIABLES } from '#contracts/limits.ts'
import type {
  ShellBody,
  ShellCommand,
  ShellGrammar,
  ShellPipeline,
  ShellScript,
  ShellSimpleCommand,
  ShellStatement,
  ShellWord,
} from '#contracts/ports/shell-grammar.ts'
import { assignVariable } from './assign-variable.ts'
import { changesOf } from './changes-of.ts'
import { checkArithmetic, checkWords } from './check-words.ts'
import { expandIn, expandWords } from './expand-word.ts'
import { Findings } from './findings.ts'
import type { Input, Rule } from './judge.ts'
import { judgeComparisons } from './judge-comparisons.ts'
import { canFail, judgeRedirections } from './judge-redirections.ts'
import { SimpleCommands } from './judge-simple.ts'
import { programName } from './program-name.ts'
import { looksAt } from './looks-at.ts'
import { outputOf } from './output-of.ts'
import { renderCommand } from './render.ts'
import { printsLines } from './prints-lines.ts'
import { nextStage, type Stage } from './lists-names.ts'
import { firstStage } from './may-name-anything.ts'
import { Scope } from './scope.ts'
import { takeInput } from './take-input.ts'
import { GIVEN, isNumeric, NAMES, NUMBER, UNKNOWN } from './value.ts'
import type { ShellKind, Walk } from './walk.ts'

const NOTHING: Input = { kind: 'none' }
/** Rounds of a loop over known words that are each judged with its own word. */
const MAX_UNROLLED = 12

/** Judges every command of a script, in the order in which it would run. */
export class ScriptWalker implements Walk {
  readonly found = new Findings()
  readonly volatile = new Set<string>()
  scope: Scope
  feeds = false
  names = false
  piped = false
  anyName = false
  shows = false
  readonly #simple = new SimpleCommands(this)
  /** What may hold from here on, because an error ended a line early. */
  #ended: Scope | null = null
  #visits = 0
  #inner = 0

  constructor(
    readonly grammar: ShellGrammar,
    readonly rules: ReadonlyMap<string, Rule>,
    readonly shell: ShellKind,
    cwd: string,
  ) {
    this.scope = new Scope(new Set([cwd]))
  }

  script(script: ShellScript): void {
    this.body(script.statements)
  }

  nested(text: string): void {
    const parsed = this.grammar.parse(text)
    if (!parsed.ok) return this.found.note('destructive-local', 'runs a script that cannot be read')
    if (this.#inner >= COMMAND_MAX_INNER)
      return this.found.note('destructive-local', 'nests scripts too deeply to be judged')
    this.#inner += 1
    this.apart(() => this.script(parsed.script))
    this.#inner -= 1
  }

  apart(run: () => void): void {
    const before = this.scope
    this.scope = before.fork()
    run()
    before.join(this.scope)
    this.scope = before
  }

  mayEnd(): void {
    if (this.#ended === null) this.#ended = this.scope.fork()
    else this.#ended.join(this.scope)
  }

  private body(statements: ShellBody): void {
    for (const statement of statements) {
      if (statement.background) this.apart(() => this.lists(statement))
      else this.lists(statement)
      if (this.#ended !== null) this.scope.join(this.#ended)
    }
  }

  /** `a && b || c`: what comes after the first may not run, so that what it changes holds only perhaps. */
  private lists({ pipelines, operators }: ShellStatement): void {
    let left: Scope | null = null
    pipelines.forEach((pipeline, i) => {
      if (i > 0) {
        // The states in which it may have been left so far, as one.
        if (left === null) left = this.scope.fork()
        else left.join(this.scope)
        // After `||` any of them may be the one.
        if (operators[i - 1] !== '&&') this.scope.join(left)
      }
      this.pipeline(pipeline)
    })
    if (left !== null) this.scope.join(left)
  }

  private pipeline({ commands, timed, pipesErrors }: ShellPipeline): void {
    if ((timed || pipesErrors) && this.shell === 'other') this.found.foreign(timed ? 'time' : '|&')
    const [only] = commands
    if (commands.length === 1 && only !== undefined) return this.command(only, NOTHING)
    // Each runs in a shell of its own; some shells keep what the last one changes.
    let stage: Stage = 'names'
    commands.forEach((command, i) => {
      const { feeds, names } = this
      this.feeds ||= i < commands.length - 1
      this.names ||= !commands.slice(i + 1).every((next) => printsLines(next, this.scope))
      this.apart(() => this.command(command, i === 0 ? NOTHING : { kind: 'pipe', computed: stage !== 'names' }))
      stage = i === 0 ? firstStage(command, this.scope) : nextStage(stage, command, expandIn(this.scope))
      this.feeds = feeds
      this.names = names
    })
  }

  private command(command: ShellCommand, input: Input): void {
    this.#visits += 1
    // Each way on which a script may go on is compared in all of its variables.
    if (this.scope.size > COMMAND_MAX_VARIABLES) this.#visits = Math.max(this.#visits, COMMAND_MAX_STEPS + 1)
    if (this.#visits > COMMAND_MAX_STEPS) {
      if (this.#visits === COMMAND_MAX_STEPS + 1) this.found.note('destructive-local', 'does more than can be judged')
      return
    }
    this.found.within(
      () => renderCommand(command),
      () => {
        // Where a redirection fails, the command does not run, and nothing of what it changes has happened.
        const before = command.redirections.some(canFail) ? this.scope.fork() : null
        const from = judgeRedirections(this, command.redirections, input)
        if (command.kind === 'simple') this.#simple.judge(command, from)
        else takeInput(this, from, () => this.compound(command))
        if (before !== null) this.scope.join(before)
      },
    )
  }

  private compound(command: Exclude<ShellCommand, ShellSimpleCommand>): void {
    switch (command.kind) {
      case 'if':
        this.branches(command)
        break
      case 'for':
        this.forLoop(command)
        break
      case 'counted':
        if (this.shell === 'other') this.found.foreign('for ((')
        this.roundStarts(command.body)
        for (const sum of command.head) for (const name of sum.assigns) this.scope.set(name, NUMBER)
        for (const sum of command.head) checkArithmetic(this, sum)
        this.apart(() => this.body(command.body))
        break
      case 'while':
        this.roundStarts([...command.condition, ...command.body])
        this.body(command.condition)
        this.apart(() => this.body(command.body))
        break
      case 'case':
        checkWords(this, [command.word], true)
        for (const { patterns, body, goesOn } of command.items) {
          if (goesOn && this.shell === 'other') this.found.foreign(';&')
          checkWords(this, patterns, true)
          this.apart(() => this.body(body))
        }
        break
      case 'group':
        this.body(command.body)
        break
      case 'subshell':
        this.apart(() => this.body(command.body))
        break
      case 'arithmetic':
        if (this.shell === 'other') this.found.foreign('((')
        checkArithmetic(this, command.expression)
        break
      case 'test':
        if (this.shell === 'other') this.found.foreign('[[')
        judgeComparisons(this, command.comparisons)
        break
      case 'function':
        this.functionDefinition(command)
        break
    }
  }

  private branches({ clauses, otherwise }: Extract<ShellCommand, { kind: 'if' }>): void {
    const ways: Scope[] = []
    for (const { condition, body } of clauses) {
      this.body(condition)
      const before = this.scope
      this.scope = before.fork()
      this.body(body)
      ways.push(this.scope)
      this.scope = before
    }
    this.body(otherwise)
    for (const way of ways) this.scope.join(way)
  }

  private forLoop({ words, variable, body }: Extract<ShellCommand, { kind: 'for' }>): void {
    if (words !== null) checkWords(this, words)
    const values = expandWords(words ?? [], this.scope)
    for (const value of values) looksAt(this, 'for', value)
    assignVariable(this, variable, UNKNOWN, false)
    this.roundStarts(body)
    const known = words !== null && values.every(({ text }) => text !== null)
    if (known && values.length <= MAX_UNROLLED) {
      for (const { text } of values) {
        this.apart(() => {
          this.scope.set(variable, { kind: 'text', text: text ?? '' })
          this.body(body)
        })
        this.roundStarts(body)
      }
      this.scope.set(variable, UNKNOWN)
      return
    }
    const counted = words !== null && words.length > 0 && words.every(isCounted)
    const whole =
      (words?.every(printsWords) ?? false) ||
      (known && values.every(({ text, plain }) => plain && !/\s/u.test(text ?? ' ')))
    const named = values.length > 0 && values.every(({ plain }) => plain)
    this.apart(() => {
      const computed = values.some((value) => value.computed) && !counted
      const given = values.some((value) => value.given)
      // Without words it goes through the parameters.
      const found = words === null ? this.scope.value('@') : given ? GIVEN : NAMES
      const kind = counted ? 'number' : whole ? 'word' : named && !given ? 'name' : null
      this.scope.set(variable, computed ? UNKNOWN : kind === null ? found : { kind })
      this.body(body)
    })
    this.scope.set(variable, UNKNOWN)
  }

  /** At the start of a round, what a round before it may have changed is not known. */
  private roundStarts(body: ShellBody): void {
    const { names, moves } = changesOf(body)
    for (const [name, kind] of names) {
      this.scope.set(name, kind === 'number' && isNumeric(this.scope.value(name)) ? NUMBER : UNKNOWN)
      if (name === 'IFS') this.scope.splits = false
    }
    // A round may also have left the workspace, which is seen only further down.
    if (moves) this.scope.folders = null
  }

  private functionDefinition({ name, body }: Extract<ShellCommand, { kind: 'function' }>): void {
    // Its name in a command's words would say nothing of what it does.
    this.found.commands = null
    // Whether it is defined where that program is called depends on too much: it may be either.
    if (this.rules.has(programName(name)) || this.scope.defines(name))
      this.found.note('destructive-local', `makes ${name} mean something else`)
    // Defined first: it may call itself.
    this.scope.define(name, false)
    const { scope: before, names: namesBefore, shows: showsBefore, piped, anyName } = this
    this.shows = false
    // Whatever is piped in where it is called.
    this.piped = true
    this.anyName = true
    this.scope = before.fork()
    this.scope.forget()
    this.names = true
    this.command(body, NOTHING)
    this.scope = before
    this.scope.define(name, this.shows)
    this.names = namesBefore
    this.shows = showsBefore
    this.piped = piped
    this.anyName = anyName
    // Whoever calls it changes what it assigns; from here on nothing is known of those.
    const { names, moves } = changesOf([asStatement(body)])
    for (const changed of names.keys()) {
      this.volatile.add(changed)
      this.scope.set(changed, UNKNOWN)
      if (changed === 'IFS') this.scope.splits = false
    }
    if (moves) this.scope.folders = null
  }
}

/** True for what prints words of which none is an option, such as hashes: where they are split, each is one. */
function printsWords({ parts: [only, ...more] }: ShellWord): boolean {
  return more.length === 0 && only?.kind === 'command' && !only.quoted && outputOf(only.script, null).kind === 'word'
}

/** True for `{1..9}` and what prints numbers. */
function isCounted({ parts: [only, ...more] }: ShellWord): boolean {
  if (more.length > 0) return false
  if (only?.kind === 'range') return /^-?\d+$/u.test(only.from) && /^-?\d+$/u.test(only.to)
  return only?.kind === 'command' && isNumeric(outputOf(only.script, null))
}

function asStatement(command: ShellCommand): ShellStatement {
  return { pipelines: [{ commands: [command], timed: false, pipesErrors: false }], operators: [], background: false }
}
