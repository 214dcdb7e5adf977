import { defineCommand, type CustomCommand } from 'just-bash/browser'

const PROGRAM = 'does not run in the embedded sandbox, which has a shell but no processes.'
const NETWORK = 'Commands in the embedded sandbox have no network.'
const JOBS = 'The embedded sandbox has no processes or jobs.'

/** Names that a script may try, each with why it cannot work here and what to do instead. */
const REFUSED: Readonly<Record<string, string>> = {
  node: `${PROGRAM} Use shell tools (jq, awk, sed) for data, and write web pages as plain HTML, CSS and JavaScript files.`,
  npm: `${PROGRAM} Write code without packages, or put the library's files into the workspace.`,
  npx: `${PROGRAM} Do the step with shell tools, or write its result with the file tools.`,
  yarn: `${PROGRAM} Write code without packages, or put the library's files into the workspace.`,
  pnpm: `${PROGRAM} Write code without packages, or put the library's files into the workspace.`,
  deno: `${PROGRAM} Use shell tools (jq, awk, sed) instead.`,
  bun: `${PROGRAM} Use shell tools (jq, awk, sed) instead.`,
  tsc: `${PROGRAM} Write JavaScript, which needs no compiler.`,
  python: `${PROGRAM} Use awk, jq, sed, sort or bc instead.`,
  python3: `${PROGRAM} Use awk, jq, sed, sort or bc instead.`,
  pip: `${PROGRAM} Use awk, jq, sed, sort or bc instead.`,
  pip3: `${PROGRAM} Use awk, jq, sed, sort or bc instead.`,
  perl: `${PROGRAM} Use awk or sed instead.`,
  ruby: `${PROGRAM} Use awk or sed instead.`,
  php: `${PROGRAM} Use awk or sed instead.`,
  gcc: `${PROGRAM} Nothing can be compiled here.`,
  make: `${PROGRAM} Run the recipe's commands directly.`,
  cargo: `${PROGRAM} Nothing can be compiled here.`,
  go: `${PROGRAM} Nothing can be compiled here.`,
  java: `${PROGRAM} Nothing can be compiled here.`,
  docker: `${PROGRAM} Work on the files directly.`,
  git: 'does not run in the embedded sandbox. Changes of each turn are kept by the workbench; compare files with diff, keep copies with cp.',
  sqlite3: `${PROGRAM} Use awk, jq, sort and join on text files instead.`,
  'js-exec': `${PROGRAM} Use shell tools instead.`,
  yq: `${PROGRAM} Use awk or sed on YAML, jq on JSON.`,
  curl: `${NETWORK} Fetch the page with a tool made for it, or ask the user for the file.`,
  wget: `${NETWORK} Fetch the page with a tool made for it, or ask the user for the file.`,
  ssh: NETWORK,
  scp: NETWORK,
  rsync: `${NETWORK} Use cp -r for local copies.`,
  ping: NETWORK,
  nc: NETWORK,
  apt: 'Nothing can be installed in the embedded sandbox. Run help to see the commands there are.',
  'apt-get': 'Nothing can be installed in the embedded sandbox. Run help to see the commands there are.',
  brew: 'Nothing can be installed in the embedded sandbox. Run help to see the commands there are.',
  sudo: 'There are no privileges to gain in the embedded sandbox. Run the command without sudo.',
  su: 'There is one user in the embedded sandbox. Run the command as it is.',
  vi: 'Interactive programs do not run here. Edit files with sed, a here-document, or the file tools.',
  vim: 'Interactive programs do not run here. Edit files with sed, a here-document, or the file tools.',
  nano: 'Interactive programs do not run here. Edit files with sed, a here-document, or the file tools.',
  ps: `${JOBS} There is nothing to list.`,
  top: `${JOBS} There is nothing to watch.`,
  man: 'There are no manual pages. Run the command with --help.',
  trap: `${JOBS} trap is not supported: put the clean-up at the end of the script, after the commands.`,
  kill: `${JOBS} There is nothing to kill: each command has ended before the next begins.`,
  killall: `${JOBS} There is nothing to kill.`,
  pkill: `${JOBS} There is nothing to kill.`,
  jobs: `${JOBS} Commands run one after another.`,
  fg: `${JOBS} Commands run one after another.`,
  bg: `${JOBS} Commands run one after another.`,
  disown: `${JOBS} Commands run one after another.`,
  nohup: `${JOBS} Run the command without nohup; it ends when the call ends.`,
}

/** True for a name that only explains why it does not work; `which` and `command -v` must not find it. */
export function isRefused(name: string): boolean {
  return Object.hasOwn(REFUSED, name)
}

/** Commands that say on stderr why they do not work, and exit with 127. */
export function refusedCommands(): CustomCommand[] {
  return Object.entries(REFUSED).map(([name, why]) =>
    defineCommand(name, async () => ({ stdout: '', stderr: `${name}: ${why}\n`, exitCode: 127 })),
  )
}
