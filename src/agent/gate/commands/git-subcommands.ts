import { mayBeOption, type Argument } from './argument.ts'
import { isReading } from './git-reading.ts'
import type { Judge, ProgramCall } from './judge.ts'

type Args = readonly Argument[]
type Git = (judge: Judge, args: Args, call: ProgramCall) => void

const shown = (args: Args): string => args.map((argument) => argument.shown).join(' ')
const plain = (args: Args): readonly string[] => args.map(({ text }) => text ?? '\0')
const only = (args: Args, allowed: RegExp): boolean => args.every(({ text }) => text !== null && allowed.test(text))

const changes = (judge: Judge, effect: string): void => judge.found('shared-state-mutation', effect)
const destroys = (judge: Judge, effect: string): void => judge.found('destructive-local', effect)
const sends = (judge: Judge, effect: string): void => judge.found('external-side-effect', effect)

const branch: Git = (judge, args) => {
  if (
    only(
      args,
      /^(?:-[avrlq]+|-vv|--list|--all|--remotes|--verbose|--show-current|--(?:sort|format|color|column|contains|no-contains|merged|no-merged|points-at)(?:=.*)?|--no-color|--no-column|--ignore-case|--abbrev(?:=\d+)?)$/u,
    )
  )
    return
  const texts = plain(args)
  const lists =
    /^(?:-l|--list|--contains|--no-contains|--merged|--no-merged|--points-at|--sort|--format|-a|-r|-v|-vv)$/u
  if (
    lists.test(texts[0] ?? '') &&
    only(
      args,
      /^(?:-[avrl]+|--list|--contains|--no-contains|--merged|--no-merged|--points-at|--sort=?.*|--format=?.*|[^-].*)$/u,
    ) &&
    texts.some((text) =>
      /^(?:-l|--list|--contains|--no-contains|--merged|--no-merged|--points-at|--sort|--format)$/u.test(text),
    )
  )
    return
  if (texts.some((text) => /^(?:-[a-zA-Z]*[dDmMcCf]|--(?:delete|move|copy|force|edit-description).*)$/u.test(text)))
    return destroys(judge, `changes or deletes the branch ${shown(args)}`)
  if (args.some((argument) => argument.text === null && mayBeOption(argument)))
    return destroys(judge, `changes a branch: ${shown(args)}`)
  changes(judge, `makes the branch ${shown(args)}`)
}

const tag: Git = (judge, args) => {
  const texts = plain(args)
  if (
    args.length === 0 ||
    /^(?:-l|--list|-n\d*|--contains|--no-contains|--merged|--no-merged|--points-at|--sort.*|--format.*|--column.*)$/u.test(
      texts[0] ?? '',
    )
  ) {
    if (
      only(
        args,
        /^(?:-l|--list|-n\d*|-i|--contains|--no-contains|--merged|--no-merged|--points-at|--ignore-case|--(?:sort|format|color|column)(?:=.*)?|[^-].*)$/u,
      ) &&
      (args.length === 0 || texts.some((text) => text.startsWith('-')))
    )
      return
  }
  if (texts.some((text) => /^(?:-[a-zA-Z]*[dfs]|--(?:delete|force|sign).*)$/u.test(text)) || texts.includes('\0'))
    return destroys(judge, `changes or deletes the tag ${shown(args)}`)
  changes(judge, `makes the tag ${shown(args)}`)
}

const remote: Git = (judge, args) => {
  const [first, ...rest] = plain(args)
  if (first === undefined || (rest.length === 0 && /^(?:-v|--verbose)$/u.test(first))) return
  if (first === 'get-url' && only(args.slice(1), /^(?:--all|--push|[^-].*)$/u)) return
  if (first === 'show') {
    if (rest.length === 0 || rest[0] === '-n') return
    return judge.found('read-only-network', 'asks the remote repository')
  }
  destroys(judge, `changes remotes: ${shown(args)}`)
}

const config: Git = (judge, args) => {
  const texts = plain(args)
  const scope =
    /^--(?:global|local|system|worktree|show-origin|show-scope|null|name-only|includes|type=\w+|bool|int)$|^-z$/u
  const rest = texts.filter((text) => !scope.test(text))
  const [first] = rest
  if (first === undefined || args.some(({ text }) => text === null))
    return destroys(judge, `changes the configuration of git: ${shown(args)}`)
  if (/^(?:-l|--list|list)$/u.test(first) && rest.length === 1) return
  if (
    /^(?:--get|--get-all|--get-regexp|--get-urlmatch|get)$/u.test(first) &&
    rest.slice(1).every((text) => /^(?:--(?:all|regexp|show-names|default=.*)|[^-].*)$/u.test(text))
  ) {
    if (rest.some((text) => /credential|token|password|extraheader/iu.test(text)))
      judge.found('credential-access', 'reads credentials of git')
    return
  }
  // One operand reads, two write.
  if (rest.length === 1 && /^[A-Za-z][\w.-]*\.[\w.-]+$/u.test(first)) return
  destroys(judge, `changes the configuration of git: ${shown(args)}`)
}

const stash: Git = (judge, args) => {
  const [first] = plain(args)
  if (first === 'list' || first === 'show') {
    if (isReading(judge, 'stash', args)) return
    return
  }
  if (first === 'drop' || first === 'clear' || first === 'pop' || first === 'apply')
    return destroys(judge, `changes files from the stash: ${first}`)
  destroys(judge, 'takes changes out of the files (stash)')
}

const checkout: Git = (judge, args, call) => {
  const texts = plain(args)
  if (texts[0] === '-b' && texts.length <= 3 && !texts.slice(1).some((text) => text === '\0' || text.startsWith('-')))
    return changes(judge, `makes and switches to the branch ${texts[1] ?? ''}`)
  if (
    call.args.some(({ text }) => text === 'switch') &&
    (texts[0] === '-c' || texts[0] === '--create') &&
    texts.length <= 3 &&
    !texts.slice(1).some((text) => text === '\0' || text.startsWith('-'))
  )
    return changes(judge, `makes and switches to the branch ${texts[1] ?? ''}`)
  destroys(judge, `may overwrite files: git ${shown(call.args)}`)
}

const reflog: Git = (judge, args) => {
  const [first] = plain(args)
  if (first === 'expire' || first === 'delete' || first === 'drop' || first === 'write')
    return destroys(judge, 'changes the reflog')
  isReading(judge, 'reflog', args)
}

const worktree: Git = (judge, args) => {
  const [first] = plain(args)
  if (first === 'list' && only(args, /^(?:list|--porcelain|-v|-z|--verbose)$/u)) return
  destroys(judge, `changes worktrees: ${shown(args)}`)
}

const lists =
  (allowed: RegExp, effect: string): Git =>
  (judge, args) => {
    if (only(args, allowed)) return
    destroys(judge, `${effect}: ${shown(args)}`)
  }

/** What contacts a repository elsewhere. An address like `ext::` runs a program. */
const network =
  (effect: string, keeps: boolean): Git =>
  (judge, args) => {
    const bad = args.find(
      (argument) =>
        (argument.text === null && mayBeOption(argument)) ||
        /^(?:--upload-|--receive|-u$|--ex(?!it)|-c$|--config|--template|[\w-]+::)/u.test(
          argument.text ?? argument.prefix,
        ) ||
        argument.prefix.startsWith('--u'),
    )
    if (bad !== undefined) return destroys(judge, `runs git with ${bad.shown}, which may start a program`)
    judge.found('read-only-network', effect)
    if (keeps) changes(judge, effect)
  }

/** Subcommands of which some forms read and some do not. */
export const SUBCOMMANDS: ReadonlyMap<string, Git> = new Map<string, Git>([
  ['branch', branch],
  ['tag', tag],
  ['remote', remote],
  ['config', config],
  ['stash', stash],
  ['checkout', checkout],
  ['switch', checkout],
  ['reflog', reflog],
  ['worktree', worktree],
  ['submodule', lists(/^(?:status|summary|--cached|--recursive|--quiet)$/u, 'changes submodules')],
  ['bisect', lists(/^(?:log|terms)$/u, 'moves the working tree')],
  ['symbolic-ref', lists(/^(?:--short|-q|--quiet|HEAD|refs\/remotes\/\w+\/HEAD)$/u, 'changes a reference')],
  ['bundle', lists(/^(?:verify|list-heads|[\w./-]+\.bundle)$/u, 'writes a bundle')],
  ['lfs', lists(/^(?:ls-files|status|env|version|--version|-l|-n|-s)$/u, 'works with large files')],
  [
    'push',
    (judge, args) =>
      sends(judge, `pushes to ${args.find((argument) => !mayBeOption(argument))?.shown ?? 'the remote repository'}`),
  ],
  ['send-email', (judge) => sends(judge, 'sends mail')],
  ['request-pull', (judge) => judge.found('read-only-network', 'asks the remote repository')],
  ['ls-remote', network('asks the remote repository', false)],
  ['fetch', network('fetches from the remote repository', true)],
  ['clone', network('clones a repository', true)],
  [
    'pull',
    (judge, args, call) => {
      network('pulls from the remote repository', true)(judge, args, call)
      destroys(judge, 'changes files by a pull')
    },
  ],
  [
    'archive',
    (judge, args) => {
      if (args.some(({ text }) => text === null || /^(?:--remote|--exec|--r|--ex)/u.test(text)))
        return destroys(judge, `packs files: ${shown(args)}`)
      const at = args.findIndex(({ text }) => /^(?:-o|--o.*)$/u.test(text ?? '') || /^-o./u.test(text ?? ''))
      const target = args[at]?.text === '-o' || args[at]?.text === '--output' ? args[at + 1] : args[at]
      if (target !== undefined) judge.found('workspace-write', `writes ${target.shown}`)
    },
  ],
  [
    'format-patch',
    (judge, args) => {
      if (plain(args).includes('--stdout') && isReading(judge, 'format-patch', args)) return
      judge.found('workspace-write', 'writes patch files')
      if (args.some(({ text }) => text === null || /^(?:-o|--output)/u.test(text)))
        destroys(judge, `writes patch files: ${shown(args)}`)
    },
  ],
  [
    'hash-object',
    (judge, args) => {
      if (!only(args, /^(?:--stdin|-t|blob|--no-filters|[^-].*)$/u)) destroys(judge, 'writes an object')
    },
  ],
  ['credential', (judge) => judge.found('credential-access', 'reads credentials of git')],
])
