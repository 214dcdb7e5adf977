import type { Argument } from './argument.ts'
import type { Judge } from './judge.ts'

/** What is said of reading values that are not named. */
export const CONFIGURATION = 'reads the configuration of git, which may hold tokens'

const SCOPE =
  /^--(?:global|local|system|worktree|show-origin|show-scope|null|name-only|includes|type=\w+|bool|int)$|^-z$/u
/** Names of values that are, or hold, keys or tokens. */
const SECRET = /credential|token|secret|passw|smtppass|cookie|extraheader/iu
/** Patterns that find nothing but names in sections where no keys are: what they begin with stands in each name. */
const HARMLESS =
  /^\^?(?:alias|user|author|committer|core|branch|remote|color|column|diff|pull|push|fetch|init|merge|rebase|log|status|advice|gc|pager|commit|tag|format|gpg|submodule|help|rerere|stash)(?:$|\\?\.[^|\n]*$)/iu

/** Judges `git config`. */
export function gitConfig(judge: Judge, args: readonly Argument[]): void {
  const texts = args.map(({ text }) => text ?? '\0')
  const rest = texts.filter((text) => !SCOPE.test(text))
  const [first] = rest
  const changes = (): void =>
    judge.found(
      'destructive-local',
      `changes the configuration of git: ${args.map((argument) => argument.shown).join(' ')}`,
    )
  if (first === undefined || args.some(({ text }) => text === null)) return changes()
  // Without their values, all of them tell nothing.
  const all = (): void => {
    if (!texts.includes('--name-only')) judge.found('credential-access', CONFIGURATION)
  }
  if (/^(?:-l|--list|list)$/u.test(first) && rest.length === 1) return all()
  const options = rest.slice(1)
  if (
    /^(?:--get|--get-all|--get-regexp|--get-urlmatch|get)$/u.test(first) &&
    options.every((text) => /^(?:--(?:all|regexp|show-names|default=.*)|[^-].*)$/u.test(text))
  ) {
    const [wanted = ''] = options.filter((text) => !text.startsWith('--'))
    const byPattern = first === '--get-regexp' || options.includes('--regexp')
    // Of an address, a section alone is all that holds for it.
    const unnamed = byPattern ? !HARMLESS.test(wanted) : first === '--get-urlmatch' && !wanted.includes('.')
    if (options.some((text) => SECRET.test(text))) judge.found('credential-access', 'reads credentials of git')
    else if (unnamed) all()
    return
  }
  // One operand reads, two write.
  if (rest.length !== 1 || !/^[A-Za-z][\w.-]*\.[\w.-]+$/u.test(first)) return changes()
  if (SECRET.test(first)) judge.found('credential-access', 'reads credentials of git')
}
