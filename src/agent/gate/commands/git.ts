import type { Argument } from './argument.ts'
import { gitOptions, readsOnly } from './git-reading.ts'
import { SUBCOMMANDS } from './git-subcommands.ts'
import { CHANGING, READING } from './git-tables.ts'
import type { Judge, Rule, Rules } from './judge.ts'
import { takesNames } from './names-in-text.ts'
import { isHere } from './paths.ts'

/** Subcommands that look at no repository. */
const NEEDS_NO_REPOSITORY = new Set('version help clone init ls-remote'.split(' '))

const shown = (args: readonly Argument[]): string => args.map((argument) => argument.shown).join(' ')
const destroys = (judge: Judge, effect: string): void => judge.found('destructive-local', effect)
const changes = (judge: Judge, effect: string): void => judge.found('shared-state-mutation', effect)

const git: Rule = (judge, call) => {
  const { args } = call
  let at = 0
  let elsewhere = judge.atStart() ? null : 'another directory'
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
    if (text === '-C') {
      const directory = args[at + 1]
      if (directory === undefined || directory.many || directory.text === null)
        return destroys(judge, `runs git in ${directory?.shown ?? 'a directory'} that is only known when it runs`)
      // A repository elsewhere brings settings of its own, and those name programs that even a status runs.
      if (isHere(directory.text, true)) elsewhere = null
      else if (!isHere(directory.text, false)) elsewhere = directory.shown
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
  // It shows what each line of its input names.
  if (rest.some(({ prefix }) => prefix.startsWith('--batch'))) {
    takesNames(judge, call.input)
    const { kind, computed } = call.input
    if (kind === 'file' || computed === true) destroys(judge, 'shows whatever its input names')
  }
  // Of any other name this may run a program, or an alias.
  const isOwn = [SUBCOMMANDS, READING, CHANGING].some((table) => table.has(name)) && !/^(?:gui|citool)$/u.test(name)
  if (isOwn && rest.length === 1 && /^(?:-h|--help)$/u.test(rest[0]?.text ?? '')) return
  if (elsewhere !== null && !NEEDS_NO_REPOSITORY.has(name))
    destroys(judge, `runs git in ${elsewhere}, where a repository's own settings may start programs`)
  const subcommand = SUBCOMMANDS.get(name)
  if (subcommand !== undefined) return subcommand(judge, rest, call)
  const reading = READING.get(name === 'annotate' ? 'blame' : name)
  if (reading !== undefined) return readsOnly(judge, name, rest, reading)
  const changing = CHANGING.get(name === 'stage' ? 'add' : name)
  if (changing !== undefined) {
    gitOptions(judge, name, rest, changing)
    const [target] = name === 'mv' ? rest.slice(-1) : []
    if (target !== undefined) judge.writes(target, 'moves files to')
    if (name === 'notes' && (rest[0]?.text === 'edit' || rest[0]?.text === 'merge'))
      return destroys(judge, `${changing.effect}: git notes ${shown(rest)}`)
    return changes(judge, `${changing.effect}${rest.length === 0 ? '' : `: ${shown(rest)}`}`)
  }
  if (/^verify-(?:commit|tag)$/u.test(name))
    return destroys(judge, `starts the program that checks signatures: git ${name} ${shown(rest)}`)
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
