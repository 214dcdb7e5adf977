/** What makes programs do something later: what these hold is run, or says what is run or what may run. */
const RUNS =
  /(?:^|\/)(\.git|\.husky|\.sallyport)(?:\/|$)|(?:^|\/)(\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|inputrc|gitconfig|vimrc|npmrc|curlrc|wgetrc|envrc|direnvrc))$/iu
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
