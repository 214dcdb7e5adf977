/**
 * Folders and files that make programs do something later: what these hold is run, or says what is run or what may run.
 * Among them is all that decides what a program starts which is judged to only read (`git status`, `yarn why`, `less`).
 */
const RUNS_FOLDERS = '.git .husky .sallyport .yarn .cargo .mvn gradle/wrapper .ssh .docker .kube .config .local'
const RUNS_FILES =
  // A file of this name makes the folder that it lies in a repository, with settings of its own.
  'HEAD ' +
  '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .cshrc .tcshrc .login .kshrc .mkshrc .inputrc ' +
  '.gitconfig .hgrc .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs .pnp.cjs .pnp.loader.mjs go.work gradle.properties .curlrc .wgetrc .envrc .direnvrc .tool-versions mise.toml .mise.toml rust-toolchain rust-toolchain.toml ' +
  '.vimrc .nvimrc .exrc .emacs .less .lesskey .gdbinit .lldbinit .screenrc .tmux.conf .irbrc .pryrc .pdbrc .psqlrc .sqliterc'
const RUNS = new RegExp(`(?:^|/)(${anyOf(RUNS_FOLDERS)})(?:/|$)|(?:^|/)(${anyOf(RUNS_FILES)})$`, 'iu')
/** What agents take instructions from, and what programs take their settings and keys from. */
const INSTRUCTS = /(?:^|\/)(\.agents|\.claude)(?:\/|$)|(?:^|\/)((?:AGENTS|CLAUDE|SKILL)\.md|\.env(?:\.[^/]*)?)$/iu

/** True where what a file holds decides what other programs do, so that to change it may change anything. */
export function decidesWhatRuns(path: string): boolean {
  return RUNS.test(path)
}

/**
 * The name in a path that makes it one of the files that steer later work: it decides what runs, instructs an agent or
 * configures programs. Null for every other path. No permission for something wider covers such a file.
 */
export function steeringName(path: string): string | null {
  const [, folder, file] = RUNS.exec(path) ?? INSTRUCTS.exec(path) ?? []
  return folder ?? file ?? null
}

/** True where a pattern speaks of a steering file by its name, or the path is none: a wildcard alone does not mean it. */
export function isNamedBy(pattern: string, path: string): boolean {
  const name = steeringName(path)
  return name === null || pattern.replaceAll('\\', '').toLowerCase().includes(name.toLowerCase())
}

function anyOf(names: string): string {
  return names.replaceAll('.', '\\.').replaceAll(' ', '|')
}
