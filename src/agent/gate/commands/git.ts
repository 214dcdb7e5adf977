import { mayBeOption, type Argument } from './argument.ts'
import { isReading } from './git-reading.ts'
import { SUBCOMMANDS } from './git-subcommands.ts'
import type { Judge, Rule, Rules } from './judge.ts'

/** Reading subcommands: any of their options but those above. */
const READS = new Set(
  (
    'status log diff show blame annotate shortlog describe rev-parse rev-list ls-files ls-tree cat-file name-rev merge-base ' +
    'diff-tree diff-index diff-files grep whatchanged cherry count-objects for-each-ref show-ref show-branch check-ignore ' +
    'check-attr check-mailmap check-ref-format var version help range-diff get-tar-commit-id verify-commit verify-tag ' +
    'patch-id column stripspace interpret-trailers fsck'
  ).split(' '),
)
const SHARED = new Map([
  ['add', 'stages files'],
  ['stage', 'stages files'],
  ['commit', 'commits'],
  ['init', 'makes a repository'],
  ['mv', 'moves files in git'],
  ['cherry-pick', 'applies commits'],
  ['revert', 'reverts commits'],
  ['merge', 'merges'],
  ['notes', 'changes notes'],
])

const shown = (args: readonly Argument[]): string => args.map((argument) => argument.shown).join(' ')
const destroys = (judge: Judge, effect: string): void => judge.found('destructive-local', effect)
const changes = (judge: Judge, effect: string): void => judge.found('shared-state-mutation', effect)

const git: Rule = (judge, call) => {
  const { args } = call
  let at = 0
  for (; at < args.length; at += 1) {
    const text = args[at]?.text
    if (text === null || text === undefined)
      return destroys(judge, `runs git ${shown(args)}, which is not known before it runs`)
    if (!text.startsWith('-')) break
    if (
      /^(?:--no-pager|--no-optional-locks|--no-replace-objects|--literal-pathspecs|--icase-pathspecs|--glob-pathspecs|--no-lazy-fetch|-P)$/u.test(
        text,
      )
    )
      continue
    // Another repository brings its own configuration, but no program that reads it in this way runs from it unasked.
    if (text === '-C') {
      const directory = args[at + 1]
      if (directory === undefined || directory.many || directory.text === null)
        return destroys(judge, `runs git in ${directory?.shown ?? 'a directory'} that is only known when it runs`)
      at += 1
      continue
    }
    if (text === '-c') {
      const setting = args[at + 1]?.text ?? ''
      at += 1
      if (
        /^(?:color\.[\w.]+|core\.quotepath|core\.quotePath|log\.date|diff\.(?:renames|noprefix|renamelimit|renameLimit)|column\.ui|advice\.\w+|log\.showSignature=false|core\.pager=(?:cat|less)|pager\.\w+=(?:false|cat))(?:=[\w:.%+-]*)?$/u.test(
          setting,
        )
      )
        continue
      return destroys(judge, `runs git with the setting ${args[at]?.shown ?? ''}`)
    }
    if (/^(?:--version|-v|--help|-h|--exec-path|--html-path|--man-path|--info-path)$/u.test(text)) return
    return destroys(judge, `runs git with ${text}`)
  }
  const name = args[at]?.text
  const rest = args.slice(at + 1)
  if (name === undefined || name === null) return
  if (rest.length === 1 && /^(?:-h|--help)$/u.test(rest[0]?.text ?? '')) return
  const subcommand = SUBCOMMANDS.get(name)
  if (subcommand !== undefined) return subcommand(judge, rest, call)
  if (READS.has(name)) {
    if (name === 'fsck' && rest.some(({ prefix }) => prefix.startsWith('--l')))
      return destroys(judge, 'writes lost objects')
    if (name === 'cat-file' && rest.some(({ prefix }) => /^--(?:t|fil)/u.test(prefix)))
      return destroys(judge, 'runs filters')
    if (name === 'interpret-trailers' && rest.some(({ prefix }) => /^--(?:in|tr)/u.test(prefix)))
      return destroys(judge, 'changes files in place')
    if (name === 'help' && rest.some(({ prefix }) => prefix.startsWith('-')))
      return destroys(judge, 'opens help in another program')
    isReading(judge, name, rest)
    return
  }
  const shared = SHARED.get(name)
  if (shared !== undefined) {
    if (
      rest.some(
        (argument) =>
          (argument.text === null && mayBeOption(argument)) ||
          /^--(?:template|exec|gpg-sign|edit|strategy)/u.test(argument.prefix),
      )
    )
      return destroys(judge, `${shared}: git ${name} ${shown(rest)}`)
    return changes(judge, `${shared}${rest.length === 0 ? '' : `: ${shown(rest)}`}`)
  }
  if (
    /^(?:reset|clean|restore|rm|rebase|gc|prune|filter-branch|filter-repo|update-ref|update-index|read-tree|checkout-index|apply|am|replace|repack|sparse-checkout|maintenance)$/u.test(
      name,
    )
  )
    return destroys(judge, `changes or deletes files or history: git ${name} ${shown(rest)}`)
  destroys(judge, `runs git ${name}, which is not known here and may be an alias`)
}

/** Version control. */
export const GIT: Rules = [['git', git]]
