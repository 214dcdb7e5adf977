import { exact, mayBeOption, type Argument } from './argument.ts'
import { asksVersion } from './asks-version.ts'
import type { Judge, Rule, Rules } from './judge.ts'
import { isOutside } from './paths.ts'

const runsCode = (judge: Judge): void => judge.found('destructive-local', 'runs code given on the command line')

/** What a shell is started for: a string, the script on its standard input, or a file. */
const shell: Rule = (judge, call) => {
  const { args, input } = call
  if (args.length === 1 && /^--(?:version|help)$/u.test(args[0]?.text ?? '')) return
  let at = 0
  let given = false
  let onlyReads = false
  for (; at < args.length; at += 1) {
    const text = args[at]?.text
    if (text === undefined || text === null) break
    if (text === '--') {
      at += 1
      break
    }
    if (!/^[-+]/u.test(text) || text === '-') break
    // -l reads the person's own start-up files, which lie outside what a command in the workspace may change unseen.
    if (!/^-[celnuxvs]*o?$/u.test(text) && !/^--(?:norc|noprofile|posix|login)$/u.test(text))
      return judge.found('destructive-local', `runs ${call.name} with ${text}`)
    if (text.startsWith('--')) continue
    given ||= text.includes('c')
    onlyReads ||= text.includes('n')
    if (text.endsWith('o')) {
      at += 1
      if (!/^(?:pipefail|errexit|nounset|xtrace|noglob|posix)$/u.test(args[at]?.text ?? ''))
        return judge.found('destructive-local', `runs ${call.name} with ${args[at]?.shown ?? text}`)
    }
  }
  const script = args[at]
  if (given) {
    if (script === undefined) return
    if (script.text === null) return judge.found('destructive-local', 'runs a script that is only known when it runs')
    return judge.script(script.text, args.slice(at + 1))
  }
  if (script === undefined) {
    if (input.kind === 'text' && input.text !== undefined) return judge.script(input.text)
    if (args.length === 1 && onlyReads) return
    return judge.found('destructive-local', 'runs what it is given as a script')
  }
  if (onlyReads && script.text !== null) return
  judge.found('destructive-local', `runs the script ${script.shown}`)
}

/** An interpreter: `code` are the options whose value is a program. */
const interpreter =
  (code: RegExp): Rule =>
  (judge, call) => {
    if (asksVersion(call.name, call.args)) return
    const [first] = call.args
    if (first === undefined) {
      if (call.input.kind === 'none')
        return judge.found('destructive-local', `starts ${call.name}, which runs what is typed`)
      return judge.found('destructive-local', 'runs code that it is given')
    }
    if (call.args.some(({ text }) => text !== null && code.test(text))) return runsCode(judge)
    const script = call.args.find((argument) => !mayBeOption(argument))
    judge.found(
      'destructive-local',
      script === undefined ? 'runs code that it is given' : `runs the script ${script.shown}`,
    )
  }

const NODE_TEST =
  /^--test(?:-(?:only|concurrency=\d+|timeout=\d+|name-pattern=.*|skip-pattern=.*|reporter=(?:spec|tap|dot|junit|lcov)|force-exit))?$/u

const node: Rule = (judge, call) => {
  const texts = call.args.map(({ text }) => text)
  const [first, second, ...rest] = texts
  if (
    (first === '--check' || first === '-c') &&
    second !== undefined &&
    second !== null &&
    !second.startsWith('-') &&
    rest.length === 0
  )
    return
  if (
    first === '--test' &&
    texts.every((text) => text !== null && (!text.startsWith('-') || NODE_TEST.test(text)) && !isOutside(exact(text)))
  )
    return judge.found('shared-state-mutation', 'runs tests')
  interpreter(/^(?:-[a-zA-Z]*[ep]|--eval|--print|--eval=.*|--print=.*|-pe)$/u)(judge, call)
}

/** `python -m name …`. */
const module: Rule = (judge, call) => {
  const words = call.args.map(({ text }) => text)
  if (words[1] === 'json.tool') {
    const operands = call.args
      .slice(2)
      .filter(
        (argument) =>
          !/^--(?:sort-keys|indent(?:=\d+)?|no-indent|compact|tab|json-lines|no-ensure-ascii)$/u.test(
            argument.text ?? '',
          ) && !/^\d+$/u.test(argument.text ?? ''),
      )
    if (operands.length <= 1 && operands.every((operand) => !mayBeOption(operand) && !operand.many)) return
    return operands.length === 2 && operands[1] !== undefined ? judge.writes(operands[1]) : runsCode(judge)
  }
  if (/^(?:pytest|tox|nox|mypy|ruff|flake8|pylint|black|pip)$/u.test(words[1] ?? ''))
    return judge.program(call.args.slice(1), call.input)
  if (/^(?:unittest|doctest)$/u.test(words[1] ?? '') && call.args.every((each) => !isOutside(each)))
    return judge.found('shared-state-mutation', `runs ${words[1] ?? ''}`)
  if (words[1] === 'py_compile') return judge.found('workspace-write', 'writes compiled files')
  interpreter(/^-[A-Za-z]*c/u)(judge, call)
}

const python: Rule = (judge, call) => {
  // Left out of the search for modules, the folder in which it runs brings none of its own.
  if (/^-[IP]$/u.test(call.args[0]?.text ?? '') && call.args[1]?.text === '-m')
    return module(judge, { ...call, args: call.args.slice(1) })
  if (call.args[0]?.text === '-m') {
    judge.found(
      'shared-state-mutation',
      `runs a module, from this folder where one of the name lies there: ${call.args[1]?.shown ?? ''}`,
    )
    return module(judge, call)
  }
  interpreter(/^-[A-Za-z]*c/u)(judge, call)
}

const onlyVersion =
  (effect: string): Rule =>
  (judge, call) => {
    if (!asksVersion(call.name, call.args)) judge.found('destructive-local', `${effect}${shownArgs(call.args)}`)
  }

function shownArgs(args: readonly Argument[]): string {
  return args.length === 0 ? '' : ` ${args.map(({ shown }) => shown).join(' ')}`
}

/** Programs that run code. */
export const INTERPRETERS: Rules = [
  ['sh bash dash ash zsh ksh mksh rbash', shell],
  ['node nodejs', node],
  ['python python2 python3 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3', python],
  ['perl', interpreter(/^-[A-Za-z0-9]*[eE]/u)],
  ['ruby irb', interpreter(/^-[A-Za-z]*e/u)],
  ['php', interpreter(/^-[a-z]*[rBRE]$/u)],
  ['lua luajit', interpreter(/^-e/u)],
  ['Rscript R julia octave', interpreter(/^-e|^--eval/u)],
  ['tsx ts-node esno', interpreter(/^(?:-e|-p|--eval|--print)/u)],
  [
    'osascript expect tclsh wish guile sbcl racket swift scala kotlin groovy elixir erl ghci runghc',
    onlyVersion('runs code:'),
  ],
  ['java javac kotlinc scalac gcc g++ cc c++ clang clang++ rustc ghc swiftc ld as', onlyVersion('compiles or runs')],
  ['sqlite3 psql mysql mariadb mongo mongosh redis-cli duckdb', onlyVersion('works on a database:')],
  ['gdb lldb strace ltrace dtrace perf valgrind script flock parallel entr', onlyVersion('runs a program:')],
  ['fish pwsh powershell cmd nu xonsh csh tcsh', onlyVersion('runs a script in another shell:')],
  ['dc m4', onlyVersion('runs a program in its own language:')],
]
