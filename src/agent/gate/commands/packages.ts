import { mayBeOption, type Argument } from './argument.ts'
import type { Judge, ProgramCall, Rule, Rules } from './judge.ts'

const VERSION = /^(?:-v|-V|--version|version|-h|--help|help)$/u
const shown = (args: readonly Argument[]): string => args.map((argument) => argument.shown).join(' ')
const texts = (call: ProgramCall): readonly string[] => call.args.map(({ text }) => text ?? '\0')
const scripts = (judge: Judge): void => judge.found('shared-state-mutation', 'runs scripts from package.json')

/** Where an option of the runner decides what is run, or is not known, its scripts are not those of package.json. */
function steered(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  const own = end < 0 ? words : words.slice(0, end)
  return own.some(
    (word) =>
      word === '\0' ||
      /^--(?:script-shell|prefix|userconfig|globalconfig|node-options|cwd|dir|shell|global|location|ignore-scripts=false|eval|require|import)|^-[gCc]$/u.test(
        word,
      ),
  )
}

/** The first words that are no options: subcommand and what it works on. */
function subcommand(words: readonly string[]): string {
  return words.find((word) => !word.startsWith('-') && word !== '\0') ?? ''
}

const READS_LOCAL =
  /^(?:ls|list|ll|la|why|explain|root|bin|prefix|pkg|query|fund|licenses|config|c|get|help|help-search|completion)$/u
const READS_NETWORK =
  /^(?:view|v|info|show|search|s|outdated|audit|ping|docs|repo|bugs|whoami|dist-tag|owner|access|team|profile)$/u

const npm: Rule = (judge, call) => {
  const words = texts(call)
  if (words.length === 0 || (words.length === 1 && VERSION.test(words[0] ?? ''))) return
  const name = subcommand(words)
  const rest = words.filter((word) => word !== name)
  if (steered(words)) return judge.found('destructive-local', `runs ${call.name} ${shown(call.args)}`)
  if (/^(?:test|t|tst|start|stop|restart|run|run-script|rum|urn|build|dev|lint|typecheck|format|check)$/u.test(name)) {
    // `npm run` alone lists the scripts.
    if (name.startsWith('run') && words.length === 1) return
    // Some of them take a file just as well.
    if (name.startsWith('run') && rest.some((word) => !word.startsWith('-') && /[./\\]/u.test(word)))
      return judge.found('destructive-local', `runs the script ${shown(call.args)}`)
    return scripts(judge)
  }
  if (READS_LOCAL.test(name)) {
    const changes =
      rest.some((word) => /^(?:set|delete|fix|edit|--fix|--set)$/u.test(word)) ||
      rest.some((word) => word.startsWith('--output'))
    if (changes) return judge.found('destructive-local', `changes the settings of ${call.name}: ${shown(call.args)}`)
    if (/^(?:c|config|get)$/u.test(name) && rest.some((word) => /auth|token|password|^list$|^ls$/iu.test(word)))
      return judge.found('credential-access', 'reads settings that may hold tokens')
    return
  }
  if (READS_NETWORK.test(name)) {
    if (
      rest.some((word) => /^(?:fix|add|rm|remove|set|grant|revoke|create|destroy|public|restricted|--fix)$/u.test(word))
    )
      return judge.found('destructive-local', `changes packages: ${shown(call.args)}`)
    return judge.found('read-only-network', 'asks the package registry')
  }
  if (/^(?:publish|unpublish|deprecate|login|logout|adduser|token|star|unstar|hook|org|trust)$/u.test(name))
    return judge.found('external-side-effect', `${name}: changes the package registry`)
  if (
    /^(?:install|i|in|ins|add|ci|clean-install|install-test|it|install-ci-test|cit|update|up|upgrade|uninstall|un|remove|rm|r|dedupe|ddp|prune|rebuild|rb|link|ln|import|pack|shrinkwrap)$/u.test(
      name,
    )
  )
    return judge.found('destructive-local', `installs or removes packages, whose scripts may run: ${shown(call.args)}`)
  if (name === 'exec' || name === 'x' || name === 'dlx')
    return runner(judge, { ...call, args: call.args.slice(call.args.findIndex(({ text }) => text === name) + 1) })
  // Yarn and pnpm run a script under its own name.
  judge.found('destructive-local', `runs ${call.name} ${shown(call.args)}, which is not known here`)
}

/** Tools that are run from the project's own packages; they read its settings, which are code. */
const TOOLS =
  /^(?:tsc|vue-tsc|vitest|jest|mocha|ava|tap|eslint|oxlint|prettier|biome|stylelint|playwright|cypress|vite|tsup|rollup|webpack|esbuild|next|astro|nuxt|turbo|nx|knip|depcheck|c8|nyc|svelte-check|madge)$/u

const runner: Rule = (judge, call) => {
  const words = texts(call)
  if (words.length === 1 && VERSION.test(words[0] ?? '')) return
  const at = words.findIndex(
    (word) => !/^(?:--no|--no-install|--yes|-y|--offline|--prefer-offline|--silent|-q|--quiet|--)$/u.test(word),
  )
  const tool = words[at] ?? ''
  if (!TOOLS.test(tool))
    return judge.found(
      'destructive-local',
      `runs ${tool === '\0' || tool === '' ? 'a package' : tool}, from this project or from the registry`,
    )
  judgeTool(judge, tool, call.args.slice(at + 1))
}

function judgeTool(judge: Judge, tool: string, args: readonly Argument[]): void {
  const words = args.map(({ text }) => text ?? '\0')
  if (words.length === 1 && VERSION.test(words[0] ?? '')) return
  if (words.some((word) => word === '\0' || /^(?:deploy|publish|login|codegen|open)$/u.test(word)))
    return judge.found('destructive-local', `runs ${tool} ${shown(args)}`)
  judge.found('shared-state-mutation', `runs ${tool} with the settings of this project`)
}

const tool: Rule = (judge, call) => judgeTool(judge, call.name, call.args)

const make: Rule = (judge, call) => {
  const words = texts(call)
  if (words.length === 1 && /^(?:-v|--version|-h|--help)$/u.test(words[0] ?? '')) return
  // Even a dry run evaluates what the file asks to be evaluated.
  const odd = words.some(
    (word) =>
      word === '\0' ||
      /^-[A-Za-z]*[fCIoWE]|^--(?:file|makefile|directory|eval|include-dir|old-file|new-file|what-if)|^[A-Z_]+[:+?]?=/u.test(
        word,
      ),
  )
  if (odd) return judge.found('destructive-local', `runs make ${shown(call.args)}`)
  judge.found(
    'shared-state-mutation',
    `runs ${words.length === 0 ? 'the first target' : words.join(' ')} of the ${call.name === 'just' ? 'justfile' : 'Makefile'}`,
  )
}

/** A tool of a language, by subcommand. */
const language =
  (forms: { reads: RegExp; tests: RegExp; network?: RegExp; sends?: RegExp }): Rule =>
  (judge, call) => {
    const words = texts(call)
    const name = subcommand(words)
    if (words.length === 0 || (words.length === 1 && VERSION.test(words[0] ?? ''))) return
    const line = words.join(' ')
    const unknown =
      words.includes('\0') ||
      words.some((word) =>
        /^--(?:config|manifest-path|toolexec|exec|modfile|overlay|target-dir|init-script|settings-file)|^-(?:Z|C|exec|toolexec|modfile|overlay|o)(?:=|$)/u.test(
          word,
        ),
      )
    if (unknown) return judge.found('destructive-local', `runs ${call.name} ${shown(call.args)}`)
    if (forms.reads.test(line)) return
    if (forms.network?.test(line) === true) return judge.found('read-only-network', 'asks a package registry')
    if (forms.sends?.test(line) === true) return judge.found('external-side-effect', `${name}: sends to a registry`)
    if (forms.tests.test(line))
      return judge.found('shared-state-mutation', `builds or tests this project with ${call.name}`)
    judge.found('destructive-local', `runs ${call.name} ${shown(call.args)}`)
  }

const tests: Rule = (judge, call) => {
  if (call.args.length === 1 && VERSION.test(call.args[0]?.text ?? '')) return
  if (call.args.some((argument) => argument.text === null && mayBeOption(argument)))
    return judge.found('destructive-local', `runs ${call.name} ${shown(call.args)}`)
  if (
    call.args.some(({ prefix }) =>
      /^(?:--pdb|-p$|--rootdir|-c$|--config|--confcutdir|--basetemp|-o$|--override-ini)/u.test(prefix),
    )
  )
    return judge.found('destructive-local', `runs ${call.name} ${shown(call.args)}`)
  judge.found('shared-state-mutation', `runs ${call.name} on this project`)
}

const pip: Rule = (judge, call) => {
  const words = texts(call)
  const name = subcommand(words)
  if (words.length === 0 || (words.length === 1 && VERSION.test(words[0] ?? ''))) return
  if (
    /^(?:list|show|freeze|check|debug|inspect|help)$/u.test(name) &&
    words.every((word) => word !== '\0' && !/^--(?:log|python|cache)/u.test(word))
  )
    return
  if (name === 'index' || (name === 'download' && words[1] === '--help'))
    return judge.found('read-only-network', 'asks the package registry')
  judge.found('destructive-local', `installs or removes packages, whose scripts may run: ${shown(call.args)}`)
}

const system: Rule = (judge, call) => {
  const words = texts(call)
  if (words.length === 1 && VERSION.test(words[0] ?? '')) return
  const name = subcommand(words)
  if (
    /^(?:list|show|search|info|policy|depends|rdepends|madison|pkgnames|leaves|deps|config|--prefix)$/u.test(name) &&
    !words.includes('\0') &&
    words.every((word) => !/^-[oc]|^--option|^--config/u.test(word))
  )
    return
  judge.found('destructive-local', `changes the programs of the system: ${call.name} ${shown(call.args)}`)
}

const dpkg: Rule = (judge, call) => {
  const [first] = texts(call)
  if (
    /^(?:-[lLsSpIcW]|--(?:list|listfiles|status|search|version|print-architecture|get-selections)|-q[a-z]*)$/u.test(
      first ?? '',
    )
  )
    return
  judge.found('destructive-local', `changes the programs of the system: ${shown(call.args)}`)
}

/** Package managers, builds and tests. */
export const PACKAGES: Rules = [
  ['npm pnpm yarn bun', npm],
  ['npx pnpx bunx', runner],
  ['tsc vue-tsc vitest jest mocha ava eslint oxlint prettier biome stylelint vite knip', tool],
  ['make gmake just task rake ninja', make],
  ['pytest py.test tox nox phpunit rspec ctest bats mypy ruff flake8 pylint black isort shellcheck hadolint', tests],
  ['pip pip3 pipx uv poetry pipenv conda', pip],
  [
    'cargo',
    language({
      reads: /^(?:--list|tree(?: .*)?|metadata(?: .*)?|locate-project|pkgid|read-manifest|version|help.*)$/u,
      tests: /^(?:\+\w+ )?(?:test|t|check|c|build|b|clippy|bench|doc|fmt|nextest|run|r|rustc)(?: |$)/u,
      network: /^(?:search|info|owner --list)(?: |$)/u,
      sends: /^(?:publish|login|yank|owner)(?: |$)/u,
    }),
  ],
  [
    'go',
    language({
      reads:
        /^(?:version|env(?: [A-Z0-9_]+)*|list(?: .*)?|doc(?: .*)?|help(?: .*)?|mod (?:graph|why|verify)(?: .*)?|tool)$/u,
      tests: /^(?:test|build|vet|fmt)(?: |$)/u,
    }),
  ],
  [
    'gofmt rustfmt clang-format',
    (judge, call) => {
      const words = texts(call)
      if (
        words.every(
          (word) =>
            word !== '\0' &&
            (!word.startsWith('-') ||
              /^-(?:l|d|s|e)$|^--(?:check|version|help|style=[\w-]+|edition=?\d*)$/u.test(word)),
        )
      )
        return
      judge.found('workspace-write', `changes files: ${call.name} ${shown(call.args)}`)
    },
  ],
  [
    'mvn gradle gradlew sbt bazel',
    language({
      reads: /^(?:--version|-v|dependency:tree|tasks|projects|dependencies)$/u,
      tests: /^(?:test|check|build|compile|verify|package)(?: |$)/u,
      sends: /^(?:deploy|publish)/u,
    }),
  ],
  [
    'dotnet',
    language({ reads: /^(?:--info|--list-sdks|--list-runtimes|list(?: .*)?)$/u, tests: /^(?:test|build)(?: |$)/u }),
  ],
  [
    'composer bundle gem mix',
    language({
      reads: /^(?:show|list|info|outdated|env|licenses|validate|check)(?: [\w/-]+)*$/u,
      tests: /^(?:test)(?: |$)/u,
    }),
  ],
  ['apt apt-get apt-cache aptitude dnf yum apk pacman brew zypper snap flatpak port', system],
  ['dpkg rpm', dpkg],
  [
    'rustup nvm fnm volta pyenv rbenv asdf mise sdk corepack',
    language({
      reads: /^(?:show|list|ls|which|current|versions|version|toolchain list|target list)(?: .*)?$/u,
      tests: /^$/u,
    }),
  ],
]
