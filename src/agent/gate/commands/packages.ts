import { decidesWhatRuns } from '../steering-files.ts'
import { exact, mayBeOption, type Argument } from './argument.ts'
import { asksVersion } from './asks-version.ts'
import type { Judge, ProgramCall, Rule, Rules } from './judge.ts'
import { parseOptions } from './options.ts'
import { manager } from './package-managers.ts'
import { isOutside } from './paths.ts'
import { reachesNamed, reachesNumbers } from './reaches-named.ts'

const shown = (args: readonly Argument[]): string => args.map((argument) => argument.shown).join(' ')
const texts = (call: ProgramCall): readonly string[] => call.args.map(({ text }) => text ?? '\0')
/** The first words that are no options: subcommand and what it works on. */
function subcommand(words: readonly string[]): string {
  return words.find((word) => !word.startsWith('-') && word !== '\0') ?? ''
}

/** Tools that are run from the project's own packages; they read its settings, which are code. */
const TOOLS =
  /^(?:tsc|vue-tsc|vitest|jest|mocha|ava|tap|eslint|oxlint|prettier|biome|stylelint|playwright|cypress|vite|tsup|rollup|webpack|esbuild|next|astro|nuxt|turbo|nx|knip|depcheck|c8|nyc|svelte-check|madge)$/u

const runner: Rule = (judge, call) => {
  const words = texts(call)
  if (asksVersion(call.name, call.args)) return
  const at = words.findIndex(
    (word) => !/^(?:--no|--no-install|--yes|-y|--offline|--prefer-offline|--silent|-q|--quiet|--)$/u.test(word),
  )
  const tool = words[at] ?? ''
  if (!TOOLS.test(tool))
    return judge.found(
      'destructive-local',
      `runs ${tool === '\0' || tool === '' ? 'a package' : tool}, from this project or from the registry`,
    )
  // Even to say its version, it is the project's own copy that runs.
  judge.found('shared-state-mutation', `runs ${tool} of this project`)
  judgeTool(judge, tool, call.args.slice(at + 1))
}

/** A path outside the project or in what steers other programs, alone or as the value of an option. */
function leadsOutside({ text }: Argument): boolean {
  return (
    text !== null &&
    [text, text.replace(/^--?[\w.-]+=?(?=[/.~])/u, ''), text.replace(/^[^=]*=/u, '')].some(
      (path) => isOutside(exact(path)) || path.startsWith('/tmp') || decidesWhatRuns(path),
    )
  )
}

function judgeTool(judge: Judge, tool: string, args: readonly Argument[]): void {
  const words = args.map(({ text }) => text ?? '\0')
  if (asksVersion(tool, args)) return
  if (words.some((word) => word === '\0' || /^(?:deploy|publish|login|codegen|open)$/u.test(word)))
    return judge.found('destructive-local', `runs ${tool} ${shown(args)}`)
  if (args.some(leadsOutside))
    return judge.found('destructive-local', `runs ${tool} with what lies outside this project: ${shown(args)}`)
  judge.found('shared-state-mutation', `runs ${tool} with the settings of this project`)
}

const tool: Rule = (judge, call) => judgeTool(judge, call.name, call.args)

const make: Rule = (judge, call) => {
  const words = texts(call)
  if (words.length === 1 && /^(?:-v|--version|-h|--help)$/u.test(words[0] ?? '')) return
  // Even a dry run evaluates what the file asks to be evaluated.
  const parsed = parseOptions(call.args, {
    flags: 'kisnqBvw',
    attached: 'j',
    long: 'keep-going ignore-errors silent quiet just-print dry-run recon always-make jobs? trace no-print-directory verbose',
  })
  const odd = words.some((word) => word === '\0' || /^[\w.-]+[:+?!]*=/u.test(word))
  if (odd || parsed.unknown !== null || parsed.unresolved !== null)
    return judge.found('destructive-local', `runs ${call.name} ${shown(call.args)}`)
  judge.found(
    'shared-state-mutation',
    `runs ${words.length === 0 ? 'the first target' : words.join(' ')} of the ${call.name === 'just' ? 'justfile' : 'Makefile'}`,
  )
}

/** A tool of a language, by subcommand. */
const language =
  (forms: { reads: RegExp; tests: RegExp; network?: RegExp; sends?: RegExp; chosenBy?: string }): Rule =>
  (judge, call) => {
    const words = texts(call)
    const name = subcommand(words)
    // Whatever it is asked for: which program that is, and what it starts, the project says.
    if (forms.chosenBy !== undefined)
      judge.found('shared-state-mutation', `runs ${call.name} as ${forms.chosenBy} of this project says`)
    if (words.length === 0 || asksVersion(call.name, call.args)) return
    reachesNamed(judge, call.args)
    const line = words.join(' ')
    const unknown =
      words.includes('\0') ||
      words.some((word) =>
        /^--?(?:config|manifest-path|toolexec|exec|modfile|overlay|target-dir|artifact-dir|out-dir|init-script|settings|global-settings|file|build-file|project-dir|vettool|ldflags|gcflags|asmflags|gccgoflags|pkgdir|outputdir|cpuprofile|memprofile|blockprofile|mutexprofile|trace|coverprofile|run_under)(?:=|$)|^-[ZCI]|^-D[\w.]+=|^-(?:o|f|s|gs|t|b|p)(?:=|$)/u.test(
          word,
        ),
      )
    if (unknown) return judge.found('destructive-local', `runs ${call.name} ${shown(call.args)}`)
    if (forms.reads.test(line)) return
    if (forms.network?.test(line) === true) {
      reachesNumbers(judge, call.args)
      return judge.found('read-only-network', 'asks a package registry')
    }
    if (forms.sends?.test(line) === true) return judge.found('external-side-effect', `${name}: sends to a registry`)
    if (forms.tests.test(line))
      return judge.found('shared-state-mutation', `builds or tests this project with ${call.name}`)
    judge.found('destructive-local', `runs ${call.name} ${shown(call.args)}`)
  }

const tests: Rule = (judge, call) => {
  if (asksVersion(call.name, call.args)) return
  if (call.args.some((argument) => argument.text === null && mayBeOption(argument)))
    return judge.found('destructive-local', `runs ${call.name} ${shown(call.args)}`)
  if (
    call.args.some(({ prefix }) =>
      /^(?:--pdb|-[pcoSrI]|--rootdir|--config|--confcutdir|--basetemp|--override-ini|--ini|--loa|--pyth|--boot|--req|--build|--exec|--rc|--plug|--set)/u.test(
        prefix,
      ),
    ) ||
    call.args.some(leadsOutside)
  )
    return judge.found('destructive-local', `runs ${call.name} ${shown(call.args)}`)
  judge.found('shared-state-mutation', `runs ${call.name} on this project`)
}

const PIP_OPTIONS =
  /^(?:-[volf]|--(?:verbose|outdated|uptodate|not-required|user|local|editable|all|files|pre|exclude-editable|format(?:=\w+)?|disable-pip-version-check|no-color|json|tree))$/u

const pip: Rule = (judge, call) => {
  const words = texts(call)
  const name = subcommand(words)
  if (words.length === 0 || asksVersion(call.name, call.args)) return
  if (
    /^(?:list|show|freeze|check|debug|inspect|help)$/u.test(name) &&
    words.every((word) => word !== '\0' && (!word.startsWith('-') || PIP_OPTIONS.test(word)))
  ) {
    // To one of them `-l` means the latest, and another looks up what is known to be unsafe.
    const asks =
      words.some((word) => /^(?:-o|--outdated|--uptodate)$/u.test(word)) ||
      (call.name === 'poetry' && words.includes('-l')) ||
      (call.name === 'pipenv' && name === 'check')
    if (asks) judge.found('read-only-network', 'asks the package registry')
    return
  }
  reachesNamed(judge, call.args)
  if (name === 'index' && words.includes('\0'))
    return judge.found('external-side-effect', `sends a name to the package registry: ${shown(call.args)}`)
  if (name === 'index' || (name === 'download' && words[1] === '--help')) {
    reachesNumbers(judge, call.args)
    return judge.found('read-only-network', 'asks the package registry')
  }
  judge.found('destructive-local', `installs or removes packages, whose scripts may run: ${shown(call.args)}`)
}

/** Package managers that fetch their lists anew, whatever they are asked. */
const FETCHES_LISTS = /^(?:dnf|yum|zypper)$/u
/** Those that look up elsewhere what is not installed. The others read lists that lie here. */
const LOOKS_UP = /^(?:brew|snap|flatpak)$/u

const system: Rule = (judge, call) => {
  const words = texts(call)
  if (asksVersion(call.name, call.args)) return
  const name = subcommand(words)
  if (
    /^(?:list|show|search|info|policy|depends|rdepends|madison|pkgnames|leaves|deps|config|--prefix)$/u.test(name) &&
    !words.includes('\0') &&
    words.every(
      (word) =>
        !word.startsWith('-') ||
        /^(?:-[aqvnl1]|--(?:installed|upgradable|upgradeable|all-versions|all|json|cask|formula|versions|names-only|prefix|verbose|quiet))$/u.test(
          word,
        ),
    )
  ) {
    if (FETCHES_LISTS.test(call.name) || (LOOKS_UP.test(call.name) && /^(?:search|info|show)$/u.test(name)))
      judge.found('read-only-network', 'asks a package registry')
    return
  }
  judge.found('destructive-local', `changes the programs of the system: ${call.name} ${shown(call.args)}`)
}

const dpkg: Rule = (judge, call) => {
  const [first, ...rest] = texts(call)
  // Later options may name a program, or an address to fetch from.
  if (
    rest.every((word) => word !== '\0' && !word.startsWith('-') && !word.includes('://')) &&
    /^(?:-[lLsSpIcW]|--(?:list|listfiles|status|search|version|print-architecture|get-selections)|-q[ailcdRf]*)$/u.test(
      first ?? '',
    )
  )
    return
  judge.found('destructive-local', `changes the programs of the system: ${shown(call.args)}`)
}

/** Options of programs that lay out code. */
const FORMATTING = /^-(?:[ldswei]|-check|-version|-help|-style=[\w-]+|-edition=?\d*)$/u

/** Package managers, builds and tests. */
export const PACKAGES: Rules = [
  ['npm pnpm yarn bun', manager(runner)],
  ['npx pnpx bunx', runner],
  ['tsc vue-tsc vitest jest mocha ava eslint oxlint prettier biome stylelint vite knip', tool],
  ['make gmake just task rake ninja', make],
  ['pytest py.test tox nox phpunit rspec ctest bats mypy ruff flake8 pylint black isort shellcheck hadolint', tests],
  ['pip pip3 pipx uv poetry pipenv conda', pip],
  [
    'cargo',
    language({
      reads: /^(?:--list|tree(?: .*)?|metadata(?: .*)?|locate-project|pkgid|read-manifest|version|help.*)$/u,
      // A path to a whole toolchain; a wrapper or another compiler, which is asked for its version.
      chosenBy: 'rust-toolchain.toml or .cargo/config.toml',
      tests: /^(?:\+\w+ )?(?:test|t|check|c|build|b|clippy|bench|doc|fmt|nextest|run|r|rustc)(?: |$)/u,
      network: /^(?:search|info|owner --list)(?: |$)/u,
      sends: /^(?:publish|login|yank|owner)(?: |$)/u,
    }),
  ],
  [
    'go',
    language({
      reads: /^(?:version|env(?: [A-Z0-9_]+)*|help(?: .*)?|tool)$/u,
      // Also to list what there is, it fetches modules and starts what go.mod and go.work name.
      tests: /^(?:test|build|vet|fmt|list|doc(?! .*-http\b)|mod (?:graph|why|verify))(?: |$)/u,
    }),
  ],
  [
    'gofmt rustfmt clang-format',
    (judge, call) => {
      const words = texts(call)
      const known = words.every((word) => word !== '\0' && (!word.startsWith('-') || FORMATTING.test(word)))
      if (!known) return judge.found('destructive-local', `runs ${call.name} ${shown(call.args)}`)
      // The others print what they would write, unless they are told to write it.
      const writes =
        call.name === 'rustfmt'
          ? !/--(?:check|version|help)/u.test(words.join(' '))
          : /(?:^| )-[wi](?: |$)/u.test(words.join(' '))
      if (writes) for (const file of call.args) if (!mayBeOption(file)) judge.writes(file, 'changes')
    },
  ],
  [
    'mvn gradle gradlew sbt bazel',
    language({
      reads: /^(?:--version|-v)$/u,
      // Also to list what there is to do, the build file is run.
      tests: /^(?:test|check|build|compile|verify|package|dependency:tree|tasks|projects|dependencies)(?: |$)/u,
      sends: /^(?:deploy|publish)/u,
    }),
  ],
  [
    'dotnet',
    language({ reads: /^(?:--info|--list-sdks|--list-runtimes|list(?: .*)?)$/u, tests: /^(?:test|build)(?: |$)/u }),
  ],
  [
    'composer gem',
    language({
      reads: /^(?:show|list|info|env|environment|licenses|validate|check)(?: [\w/][\w/-]*)*$/u,
      tests: /^(?:test)(?: |$)/u,
      network: /^(?:outdated|search)(?: [\w/][\w/-]*)*$/u,
    }),
  ],
  [
    'bundle mix',
    // What they list is written in the project's own code, which is run for it.
    language({ reads: /^--help$/u, tests: /^(?:help|test|show|list|info|outdated|check)(?: |$)/u }),
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
