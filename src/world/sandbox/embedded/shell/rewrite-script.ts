import { TICK } from './device-files.ts'
import { BY_PATH, NOTHING_RUN, REFUSE, STATE, TICKED } from './internal-names.ts'
import { LEFT_ALONE, OUTERMOST, streamScript, type Outlets } from './stream-script.ts'
import {
  anything,
  bodiesOf,
  isSimple,
  lastExitCode,
  literal,
  pipelineOf,
  redirection,
  simple,
  statementOf,
  walk,
  word,
  type Command,
  type Pipeline,
  type Redirection,
  type Script,
  type Simple,
  type Statement,
  type Word,
} from './syntax-tree.ts'

/** A file descriptor that scripts do not use. */
const TICK_FD = 19
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
 * Changes a script in place so that it prints as it goes and can be stopped. Where output is not the script's own
 * (`$(…)`, pipes, redirected loops), commands touch a device, at which the thread yields. At the end, and before
 * each `exit`, the directory and the exported variables are noted.
 */
export function rewriteScript(script: Script): void {
  rewriteInner(script, OUTERMOST)
  noteStateBeforeExit(script.statements)
  script.statements.push(statementOf(simple(STATE, [lastExitCode()])))
}

/** The part of it that scripts inside the script need: they yield, and print where their command does, if to outlets. */
export function rewriteInner(script: Script, outlets: Outlets | null): void {
  runInPlace(script)
  addTicks(script, outlets === null ? new Set() : streamScript(script, outlets), false)
}

/**
 * Where the library runs things in another way than a shell does: `exec command` ends the script with the command's
 * exit code, a script that is run by its path is a script of its own, which comes by here as others do, and what
 * stands for the command may be several words.
 */
function runInPlace(script: Script): void {
  walk(script, (node) => {
    if (node['type'] === 'Pipeline') {
      const pipeline = node as unknown as Pipeline
      pipeline.commands = pipeline.commands.map((command) =>
        command.type === 'SimpleCommand' ? withoutExec(command) : command,
      )
    } else if (isSimple(node) && node.name !== null) {
      if (isPath(node.name)) {
        node.args.unshift(word(BY_PATH), node.name)
        node.name = word('/usr/bin/bash')
      } else if (mayBeSeveral(node.name)) {
        // The library takes the name for one word. Where it expands to nothing, the first argument is the command.
        node.args.unshift(node.name)
        node.name = { type: 'Word', parts: [NOTHING] }
      }
    }
  })
}

/**
 * `exec a b` as `{ a b && exit $? || case $? in NOTHING_RUN) ;; *) exit $? ;; esac; }`, with `command a b` where the
 * name is written, else with `bash BY_PATH a b`: it runs no functions, as a script runs it that has `set -e`, too, and
 * where its words expand to nothing the script goes on.
 */
function withoutExec(command: Simple): Simple | Extract<Command, { type: 'Group' }> {
  const words = command.name !== null && literal(command.name) === 'exec' ? programOf(command.args) : []
  const [first] = words
  if (first === undefined) return command
  const ending = (): Command => ({ ...simple('exit', [lastExitCode()]), name: word('exit') })
  const item = (pattern: Word, run: Command): Extract<Command, { type: 'Case' }>['items'][number] => ({
    type: 'CaseItem',
    patterns: [pattern],
    body: [statementOf(run)],
    terminator: ';;',
  })
  const otherwise: Command = {
    type: 'Case',
    word: lastExitCode(),
    items: [item(word(String(NOTHING_RUN)), simple(TICKED, [word('0')])), item(anything(), ending())],
    redirections: [],
  }
  const byName = literal(first) !== '' && !isPath(first)
  const running: Command = byName
    ? { ...command, name: word('command'), args: words }
    : { ...command, name: word('/usr/bin/bash'), args: [word(BY_PATH), ...words] }
  const pipelines = [running, ending(), otherwise].map(pipelineOf)
  const statement: Statement = { type: 'Statement', pipelines, operators: ['&&', '||'], background: false }
  return { type: 'Group', body: [statement], redirections: [] }
}

/**
 * The words behind the options of `exec`. Of these `-l` and `-a name` only change what a program is told that it is
 * called, and `-c` takes away its variables. Empty where there are none, or an option that does not exist.
 */
function programOf(args: readonly Word[]): Word[] {
  const rest = [...args]
  let bare = false
  for (let option = rest[0]; option !== undefined && literal(option).startsWith('-'); option = rest[0]) {
    rest.shift()
    if (literal(option) === '--') break
    if (!/^-[cl]*a?$/u.test(literal(option))) return []
    if (literal(option).includes('c')) bare = true
    if (literal(option).endsWith('a')) rest.shift()
  }
  return bare && rest.length > 0 ? [word('env'), word('-i'), ...rest] : rest
}

/** `${#:+}`, which is always empty. */
const NOTHING: Word['parts'][number] = {
  type: 'ParameterExpansion',
  parameter: '#',
  operation: { type: 'UseAlternative', word: { type: 'Word', parts: [] }, checkEmpty: true },
}

/** True where a word may expand to more than one, or to none. */
function mayBeSeveral({ parts }: Word): boolean {
  return parts.some((part) =>
    part.type === 'DoubleQuoted'
      ? part.parts.some((inner) => inner.type === 'ParameterExpansion' && /^(?:@|.+\[@\])$/u.test(inner.parameter))
      : ['ParameterExpansion', 'CommandSubstitution', 'BraceExpansion'].includes(part.type),
  )
}

/** True where a word is certain to hold a slash, and does not name one of the shell's own programs. */
function isPath(name: Word): boolean {
  if (/^\/(?:usr\/)?bin\//u.test(literal(name))) return false
  return name.parts.some((part) =>
    part.type === 'Literal' || part.type === 'SingleQuoted'
      ? part.value.includes('/')
      : part.type === 'DoubleQuoted' &&
        part.parts.some((inner) => inner.type === 'Literal' && inner.value.includes('/')),
  )
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

/** Adds yields inside loops and functions. Returns whether anything below `node` yields. */
function addTicks(node: unknown, marked: ReadonlySet<unknown>, inside: boolean): boolean {
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
