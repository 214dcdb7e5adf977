import type { Argument } from './argument.ts'
import type { Judge, ProgramCall, Rule } from './judge.ts'
import { reachesNamed, reachesNumbers } from './reaches-named.ts'

/** What the subcommands of one manager are. What is in no list runs a script of that name, or is not known. */
interface Manager {
  readonly reads: RegExp
  readonly asks: RegExp
  /** Older or newer ones run a script of that name instead. */
  readonly perhapsScripts: RegExp
  /** Scripts that almost every project has, by the names that start them. */
  readonly scripts: RegExp
  readonly sends: RegExp
  readonly runners: RegExp
  /** Options that take the next word. */
  readonly values: RegExp
}

const SENDS = /^(?:publish|unpublish|deprecate|login|logout|adduser|token|star|unstar|hook|org|trust)$/u
const SCRIPTS = /^(?:test|start|dev|build|lint|typecheck|format|check)$/u
const NONE = /^$/u

const MANAGERS: Readonly<Record<string, Manager>> = {
  npm: {
    reads: /^(?:ls|list|ll|la|why|explain|root|bin|prefix|pkg|query|fund|config|c|get|help-search|completion)$/u,
    asks: /^(?:view|v|info|show|search|s|outdated|audit|ping|whoami|dist-tag|owner|access|team|profile)$/u,
    perhapsScripts: NONE,
    scripts: /^(?:test|t|tst|start|stop|restart|build|dev|lint|typecheck|format|check)$/u,
    sends: SENDS,
    runners: /^(?:exec|x)$/u,
    values: /^(?:depth|omit|include|only|loglevel|workspace|w|registry|audit-level|searchlimit)$/u,
  },
  pnpm: {
    reads: /^(?:ls|list|ll|la|why|licenses|root|bin|config|c|get|help)$/u,
    asks: /^(?:view|v|info|show|search|s|outdated|audit|ping|whoami)$/u,
    perhapsScripts: NONE,
    scripts: SCRIPTS,
    sends: SENDS,
    runners: /^(?:exec|dlx)$/u,
    values: /^(?:depth|filter|F|registry|audit-level|loglevel|reporter)$/u,
  },
  yarn: {
    reads: /^(?:why|bin|config)$/u,
    asks: /^(?:info)$/u,
    perhapsScripts: /^(?:list|licenses|outdated|audit|check|versions|help)$/u,
    scripts: SCRIPTS,
    sends: /^(?:publish|login|logout|owner|tag|team)$/u,
    runners: /^(?:exec|dlx)$/u,
    values: /^(?:depth|pattern|registry|level|groups)$/u,
  },
  bun: {
    reads: /^(?:pm)$/u,
    asks: NONE,
    perhapsScripts: /^(?:why|info|outdated|audit)$/u,
    scripts: /^(?:test|start|dev|lint|typecheck|format|check)$/u,
    sends: /^(?:publish)$/u,
    runners: /^(?:x)$/u,
    values: /^(?:filter|registry|timeout|t|test-name-pattern)$/u,
  },
}

/** Options that only change what is printed or looked at. */
const HARMLESS =
  /^(?:json|long|l|all|a|parseable|p|depth|omit|include|only|prod|production|dev|D|P|r|recursive|silent|s|quiet|q|d|dd|ddd|loglevel|verbose|color|no-color|link|package-lock-only|unicode|no-unicode|workspace|w|workspaces|ws|include-workspace-root|if-present|global|g|offline|prefer-offline|prefer-online|audit-level|no-audit|no-fund|no-update-notifier|registry|filter|F|reporter|level|groups|pattern|stream|no-bail|bail|watch|coverage|ci|run|fix|timeout|t|test-name-pattern|searchlimit|no-progress|frozen-lockfile|non-interactive)$/u
/** Options that decide what is run, where, or by which settings. Their abbreviations count as well. */
const STEERING =
  'script-shell shell prefix userconfig globalconfig node-options cwd dir location ignore-scripts eval require import preload editor browser viewer git init-module call package cache logs-dir python local-prefix global-dir store-dir modules-folder modules-dir cache-folder use-yarnrc config env-file define loader cafile proxy https-proxy noproxy'.split(
    ' ',
  )

interface Line {
  readonly name: string
  readonly rest: readonly Argument[]
  readonly operands: readonly string[]
  readonly options: readonly string[]
  /** Its options may make it something else. */
  readonly steered: boolean
}

/** Tells the words apart; those after `--` belong to the script. */
function readLine({ args }: ProgramCall, { values }: Manager): Line {
  const end = args.findIndex(({ text }) => text === '--')
  const own = end < 0 ? args : args.slice(0, end)
  const words: string[] = []
  const options: string[] = []
  let rest: readonly Argument[] = []
  let steered = false
  for (let at = 0; at < own.length; at += 1) {
    const text = own[at]?.text ?? null
    if (text === null) steered = true
    else if (text.startsWith('-')) {
      const name = text.replace(/^-+/u, '').replace(/=.*$/su, '')
      options.push(name)
      const known = HARMLESS.test(name) && (text.startsWith('--') || name.length === 1 || /^(?:d+|ws)$/u.test(name))
      // Before the subcommand, one that takes a word would hide which it is.
      steered ||= !known && (words.length === 0 || !text.startsWith('--') || isSteering(name))
      if (values.test(name) && !text.includes('=')) {
        if (words.length === 0 || own[at + 1]?.text?.startsWith('-') === true) steered = true
        at += 1
        steered ||= own[at]?.text === null
      }
    } else {
      if (words.length === 0) rest = args.slice(at + 1)
      words.push(text)
    }
  }
  const [name = '', ...operands] = words
  return { name, rest, operands, options, steered }
}

function isSteering(name: string): boolean {
  return name === '' || STEERING.some((option) => option.startsWith(name) || name.startsWith(`${option}.`))
}

/** A package manager. `runner` judges what its `exec` starts. */
export const manager =
  (runner: Rule): Rule =>
  (judge, call) => {
    const known = MANAGERS[call.name]
    if (known === undefined) return judge.found('destructive-local', `runs ${call.name}`)
    reachesNamed(judge, call.args)
    const line = readLine(call, known)
    const { name, operands, options } = line
    const shown = call.args.map((argument) => argument.shown).join(' ')
    const destroys = (effect: string): void => judge.found('destructive-local', `${effect}: ${call.name} ${shown}`)
    if (call.args.length === 1 && /^(?:-v|-V|--version|version|-h|--help|help)$/u.test(call.args[0]?.text ?? '')) {
      // Of some, `version` without a hyphen is a script, or makes a new version.
      if (call.args[0]?.text !== 'version' || call.name === 'npm') return
    }
    if (call.args.length === 0) {
      // Yarn alone installs.
      if (call.name === 'yarn') destroys('installs packages, whose scripts may run')
      return
    }
    if (call.name === 'npm' && onlyHelp(call, known)) return
    if (line.steered) return destroys('runs with an option that decides what is run')
    const unknownOption = options.some((option) => !HARMLESS.test(option))
    if (/^(?:run|run-script|rum|urn)$/u.test(name)) return runsScript(judge, call, line)
    if (known.scripts.test(name)) return judge.found('shared-state-mutation', 'runs scripts from package.json')
    if (known.runners.test(name)) {
      if (call.name === 'npm' && options.length > 0) return destroys('runs a package')
      return runner(judge, { ...call, args: line.rest })
    }
    if (known.sends.test(name)) return judge.found('external-side-effect', `${name}: changes the package registry`)
    if (unknownOption || options.includes('fix')) return destroys('runs with an option that is not known here')
    if (known.perhapsScripts.test(name) && operands.length === 0)
      return judge.found('shared-state-mutation', `runs ${call.name} ${name}, or the script of that name`)
    // Which program shows a page, the settings of the project say.
    if (call.name === 'npm' && name === 'help') return destroys('opens a page of the manual in another program')
    if (known.reads.test(name)) return reads(judge, call, line)
    if (known.asks.test(name)) {
      reachesNumbers(judge, call.args)
      return asks(judge, line, destroys)
    }
    destroys('may run scripts, or change packages')
  }

/** `npm test --help` prints what the subcommand takes and runs nothing; behind `--` it is the script's own option. */
function onlyHelp({ args }: ProgramCall, { runners }: Manager): boolean {
  const texts = args.map(({ text }) => text ?? '-')
  const options = texts.filter((text) => text.startsWith('-'))
  return options.length === 1 && /^(?:-h|--help)$/u.test(options[0] ?? '') && !texts.some((text) => runners.test(text))
}

function runsScript(judge: Judge, call: ProgramCall, { operands }: Line): void {
  const [script] = operands
  // Without a name it lists the scripts.
  if (script === undefined && call.name !== 'yarn') return
  // Some of them take a file just as well.
  if (operands.some((word) => /[./\\]/u.test(word)))
    return judge.found('destructive-local', `runs the script ${operands.join(' ')}`)
  judge.found('shared-state-mutation', 'runs scripts from package.json')
}

function reads(judge: Judge, call: ProgramCall, { name, operands }: Line): void {
  const [first, ...more] = operands
  const changes = (): void =>
    judge.found('destructive-local', `changes the settings of ${call.name}: ${name} ${operands.join(' ')}`)
  if (name === 'pkg' && first !== 'get') return changes()
  // It opens the page of a package.
  if (name === 'fund' && first !== undefined) return changes()
  if (name === 'pm' && !/^(?:ls|bin|hash|hash-string|hash-print)$/u.test(first ?? '')) return changes()
  if (!/^(?:config|c|get)$/u.test(name)) return
  if (name !== 'get' && !/^(?:get|list|ls)$/u.test(first ?? '')) return changes()
  const keys = name === 'get' ? operands : more
  if (keys.length === 0 || keys.some((key) => /auth|token|password/iu.test(key)))
    judge.found('credential-access', 'reads settings that may hold tokens')
}

function asks(judge: Judge, { name, operands }: Line, destroys: (effect: string) => void): void {
  const [first] = operands
  const listed = /^(?:dist-tag|owner|access|team|profile)$/u.test(name)
  if (listed && !/^(?:ls|list|get)$/u.test(first ?? '')) return destroys('changes packages')
  if (name === 'audit' && first !== undefined && first !== 'signatures') return destroys('changes packages')
  judge.found('read-only-network', 'asks the package registry')
}
