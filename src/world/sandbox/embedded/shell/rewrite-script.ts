import type { Bash } from 'just-bash/browser'
import { ERR, OUT, TICK } from './device-files.ts'

// The library exports the tree's types only through this method.
export type Script = ReturnType<Bash['transform']>['ast']
type Statement = Script['statements'][number]
type Pipeline = Statement['pipelines'][number]
type Command = Pipeline['commands'][number]
type Simple = Extract<Command, { type: 'SimpleCommand' }>
type Redirection = Simple['redirections'][number]
type Word = Simple['args'][number]

/** Internal commands that rewritten scripts call; see `internal-commands.ts`. Names that nobody types. */
export const STATE = '.sallyport-state'
export const TICKED = '.sallyport-tick'
export const REFUSE = '.sallyport-refuse'

/** A file descriptor that scripts do not use. */
const TICK_FD = 19
/** Output of these goes nowhere or must not be touched: `exec` would keep the redirection for good. */
const LEFT_ALONE = new Set(['exec', 'exit', 'return', 'break', 'continue'])
const STANDARD_INPUT = new Set(['/dev/stdin', '/dev/fd/0'])
/** Programs to which `-` is their standard input. */
const READ_DASH = new Set(
  'cat wc sort uniq cut paste tac rev grep egrep fgrep sed jq diff comm join column od xxd hexdump cmp base64 md5sum sha1sum sha256sum sha384sum sha512sum cksum sum gzip gunzip zcat shuf less more bc'.split(
    ' ',
  ),
)
/** Programs that read it where they are given no file. */
const READ_WITHOUT_FILE = new Set(['head', 'tail', 'nl', 'fold', 'strings', 'expand', 'unexpand', 'awk'])
const CHANGES_STATE = new Set(['cd', 'pushd', 'popd', 'export', 'declare', 'typeset', 'unset', 'eval', 'source', '.'])

/** True where a script starts a job with `&`, anywhere: this shell would silently run it in the foreground. */
export function hasBackgroundJob(script: Script): boolean {
  let found = false
  walk(script, (node) => {
    if (node['type'] === 'Statement' && node['background'] === true) found = true
  })
  return found
}

/** True where a script may leave its directory or change what is exported: one of `exported`, or another variable. */
export function changesState(script: Script, exported: readonly string[]): boolean {
  let found = false
  walk(script, (node) => {
    if (!isSimple(node)) return
    if (node.name !== null && CHANGES_STATE.has(literal(node.name))) found = true
    if (node.name === null && node.assignments.some(({ name }) => exported.includes(name))) found = true
  })
  return found
}

/** Puts a refusal in place of a whole script, so that no half of it runs. */
export function refuse(script: Script): void {
  script.statements = [statementOf(simple(REFUSE, []))]
}

/**
 * Changes a script in place so that it prints as it goes and can be stopped. Each command whose output is
 * the script's own gets redirections to devices that send it on; they come before the user's, which
 * therefore still win. Where output is not the script's own (function bodies, `$(…)`, pipes, redirected
 * loops), commands touch a device instead, at which the thread yields. At the end, and before each `exit`,
 * the directory and the exported variables are noted.
 */
export function rewriteScript(script: Script): void {
  const marked = new Set<unknown>()
  if (!redirectsForGood(script)) for (const statement of script.statements) streamStatement(statement, marked)
  addTicks(script, marked, false)
  noteStateBeforeExit(script.statements)
  script.statements.push(statementOf(simple(STATE, [lastExitCode()])))
}

/** The part of it that scripts inside the script need: yields, and no output of their own. */
export function makeStoppable(script: Script): void {
  addTicks(script, new Set(), false)
}

/** Makes `command -v node` and `type node` say no where that name would only explain why it does not run. */
export function hideNames(script: Script, isHidden: (name: string) => boolean): void {
  walk(script, (node) => {
    if (!isSimple(node) || node.name === null) return
    const words = [node.name, ...node.args].map(literal)
    const asked =
      words[0] === 'command' ? words[2] : words[0] === 'type' || words[0] === 'hash' ? words.at(-1) : undefined
    if (asked === undefined || !isHidden(asked) || (words[0] === 'command' && !/^-[vV]$/u.test(words[1] ?? ''))) return
    node.name = word('false')
    node.args = []
  })
}

/** There is no `/dev/stdin`: where a program that reads its standard input is given it, and behind `<`, it is meant so. */
export function nameStandardInput(script: Script): void {
  const isStandardInput = (part: Word) => STANDARD_INPUT.has(literal(part))
  walk(script, (node) => {
    const redirections = node['redirections']
    if (Array.isArray(redirections)) {
      for (const each of redirections as Redirection[]) {
        if (each.operator !== '<' || each.target.type !== 'Word' || !isStandardInput(each.target)) continue
        each.operator = '<&'
        each.target = word('0')
      }
    }
    if (!isSimple(node) || node.name === null) return
    const program = literal(node.name)
    if (READ_DASH.has(program)) node.args = node.args.map((part) => (isStandardInput(part) ? word('-') : part))
    if (READ_WITHOUT_FILE.has(program)) node.args = node.args.filter((part) => !isStandardInput(part))
  })
}

function streamStatement(statement: Statement, marked: Set<unknown>): void {
  for (const { commands, pipeStderr } of statement.pipelines) {
    commands.forEach((command, i) => {
      const last = i === commands.length - 1
      if (last) streamCommand(command, marked)
      else if (pipeStderr?.[i] !== true && command.type !== 'FunctionDef') unit(command, [redirection(2, ERR)], marked)
    })
  }
}

function streamCommand(command: Command, marked: Set<unknown>): void {
  switch (command.type) {
    case 'FunctionDef':
      return
    case 'ArithmeticCommand':
    case 'ConditionalCommand':
      return unit(command, [redirection(2, ERR)], marked)
    case 'SimpleCommand':
      return unit(command, [redirection(1, OUT), redirection(2, ERR)], marked)
    default:
      if (command.redirections.some(isOutput)) return unit(command, [redirection(1, OUT), redirection(2, ERR)], marked)
      for (const statement of bodiesOf(command)) streamStatement(statement, marked)
  }
}

function unit(command: Exclude<Command, { type: 'FunctionDef' }>, added: Redirection[], marked: Set<unknown>): void {
  if (command.type === 'SimpleCommand' && (command.name === null || LEFT_ALONE.has(literal(command.name)))) return
  command.redirections.unshift(...added)
  marked.add(command)
}

function bodiesOf(command: Command): Statement[] {
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

/** True where a bare `exec` redirects: our redirections would then go past what the user set up. */
function redirectsForGood(script: Script): boolean {
  let found = false
  walk(script, (node) => {
    if (isSimple(node) && node.name !== null && literal(node.name) === 'exec') found = true
  })
  return found
}

/** Adds yields inside loops and functions. Returns whether anything below `node` yields. */
function addTicks(node: unknown, marked: Set<unknown>, inside: boolean): boolean {
  if (typeof node !== 'object' || node === null) return false
  if (Array.isArray(node)) return node.map((child) => addTicks(child, marked, inside)).includes(true)
  const typed = node as Record<string, unknown>
  const loop = ['For', 'CStyleFor', 'While', 'Until'].includes(String(typed['type']))
  const within = inside || loop || typed['type'] === 'FunctionDef'
  let ticks = marked.has(node)
  for (const child of Object.values(typed)) if (addTicks(child, marked, within)) ticks = true
  if (isSimple(typed) && inside && !marked.has(node) && typed.name !== null && !LEFT_ALONE.has(literal(typed.name))) {
    typed.redirections.unshift(redirection(TICK_FD, TICK))
    ticks = true
  }
  // A loop of assignments alone has nothing to hang a redirection on.
  if (loop && !ticks) (typed['body'] as Statement[]).unshift(statementOf(simple(TICKED, [lastExitCode()])))
  return ticks || loop
}

/** `exit` forgets the state, so it is noted right before. Only where `exit` ends the script itself. */
function noteStateBeforeExit(statements: readonly Statement[]): void {
  for (const statement of statements) {
    for (const pipeline of statement.pipelines) {
      const command = pipeline.commands[0]
      if (command === undefined || pipeline.commands.length > 1 || command.type === 'Subshell') continue
      if (command.type === 'SimpleCommand' && command.name !== null && literal(command.name) === 'exit') {
        const body = [statementOf(simple(STATE, [lastExitCode()])), statementOf(command)]
        pipeline.commands[0] = { type: 'Group', body, redirections: [] }
      } else if (command.type === 'FunctionDef') noteStateBeforeExit(bodiesOf(command.body))
      else noteStateBeforeExit(bodiesOf(command))
    }
  }
}

function isOutput({ operator }: Redirection): boolean {
  return !['<', '<&', '<<<', '<<', '<<-'].includes(operator)
}

function isSimple(node: Record<string, unknown>): node is Record<string, unknown> & Simple {
  return node['type'] === 'SimpleCommand'
}

/** The text of a word without quotes or expansions, else empty. */
function literal(word: Word): string {
  const part = word.parts[0]
  return word.parts.length === 1 && part?.type === 'Literal' ? part.value : ''
}

function redirection(fd: number, path: string): Redirection {
  return { type: 'Redirection', fd, operator: '>>', target: word(path) }
}

function word(value: string): Word {
  return { type: 'Word', parts: [{ type: 'Literal', value }] }
}

function lastExitCode(): Word {
  return { type: 'Word', parts: [{ type: 'ParameterExpansion', parameter: '?', operation: null }] }
}

// By their full path: neither a function, nor an alias, nor a PATH of the script gets in between.
function simple(name: string, args: Word[]): Simple {
  return { type: 'SimpleCommand', name: word(`/usr/bin/${name}`), args, assignments: [], redirections: [] }
}

function statementOf(command: Command): Statement {
  return {
    type: 'Statement',
    pipelines: [{ type: 'Pipeline', commands: [command], negated: false }],
    operators: [],
    background: false,
  }
}

function walk(node: unknown, see: (node: Record<string, unknown>) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    for (const child of node) walk(child, see)
    return
  }
  const typed = node as Record<string, unknown>
  see(typed)
  for (const child of Object.values(typed)) walk(child, see)
}
