import { baseName } from './starts-others.ts'

/** Options in front of git's subcommand that take the next word. */
const TAKES_NEXT = new Set(
  '-C -c --attr-source --config-env --git-dir --namespace --super-prefix --work-tree'.split(' '),
)

/** `git -C x --no-pager push` as `git push`: the subcommand is what a rule is about. Other commands as they are. */
export function skipGitOptions(command: readonly string[]): readonly string[] {
  const [program = '', ...args] = command
  if (baseName(program) !== 'git') return command
  let at = 0
  while (args[at]?.startsWith('-') === true) at += TAKES_NEXT.has(args[at] ?? '') ? 2 : 1
  return at === 0 ? command : [program, ...args.slice(at)]
}
