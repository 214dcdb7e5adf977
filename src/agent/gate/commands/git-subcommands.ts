import { exact, mayBeOption, type Argument } from './argument.ts'
import { gitOptions, readsOnly, showsFile } from './git-reading.ts'
import { ARCHIVE, BRANCH, CHANGING, CONTACTING, FORMAT_PATCH, READING, TAG } from './git-tables.ts'
import type { Judge, ProgramCall } from './judge.ts'
import { parseOptions, type Parsed } from './options.ts'
import { CONFIGURATION, gitConfig } from './git-config.ts'

type Args = readonly Argument[]
type Git = (judge: Judge, args: Args, call: ProgramCall) => void

const shown = (args: Args): string => args.map((argument) => argument.shown).join(' ')
const plain = (args: Args): readonly string[] => args.map(({ text }) => text ?? '\0')
const only = (args: Args, allowed: RegExp): boolean => args.every(({ text }) => text !== null && allowed.test(text))

const changes = (judge: Judge, effect: string): void => judge.found('shared-state-mutation', effect)
const destroys = (judge: Judge, effect: string): void => judge.found('destructive-local', effect)
const sends = (judge: Judge, effect: string): void => judge.found('external-side-effect', effect)

const LISTS = new Set('l list contains no-contains with without merged no-merged points-at show-current n'.split(' '))

const branch: Git = (judge, args) => {
  const parsed = gitOptions(judge, 'branch', args, BRANCH)
  if (parsed === null) return
  const acts = parsed.options.some(({ name }) =>
    /^(?:u|t|track|set-upstream-to|unset-upstream|create-reflog)$/u.test(name),
  )
  if (parsed.options.some(({ name }) => LISTS.has(name)) || (parsed.operands.length === 0 && !acts)) return
  changes(judge, `makes or changes the branch ${shown(args)}`)
}

const tag: Git = (judge, args) => {
  const parsed = gitOptions(judge, 'tag', args, TAG)
  if (parsed === null) return
  if (parsed.options.some(({ name }) => LISTS.has(name)) || parsed.operands.length === 0) return
  changes(judge, `makes the tag ${shown(args)}`)
}

const remote: Git = (judge, args) => {
  const [first, ...rest] = plain(args)
  if (first === undefined || (rest.length === 0 && /^(?:-v|--verbose)$/u.test(first))) return
  if (first === 'get-url' && only(args.slice(1), /^(?:--all|--push|[^-].*)$/u)) return
  if (first === 'show') {
    if (rest.length === 0 || rest[0] === '-n') return
    return contacts(judge, args.slice(1), 'asks the remote repository')
  }
  destroys(judge, `changes remotes: ${shown(args)}`)
}

const stash: Git = (judge, args) => {
  const [first] = plain(args)
  if (first === 'list' || first === 'show')
    return readsOnly(judge, 'stash', args.slice(1), READING.get('stash') ?? null)
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
  readsOnly(judge, 'reflog', args, READING.get('reflog') ?? null)
}

const worktree: Git = (judge, args) => {
  const [first] = plain(args)
  if (first === 'list' && only(args, /^(?:list|--porcelain|-v|-z|--verbose)$/u)) return
  destroys(judge, `changes worktrees: ${shown(args)}`)
  if (first === 'add') {
    const [directory] = parseOptions(args.slice(1), {
      flags: 'fdqB',
      values: 'bB',
      long: 'reason=',
      negates: true,
    }).operands
    if (directory !== undefined) judge.writes(directory, 'makes a worktree in')
  }
}

const lists =
  (allowed: RegExp, effect: string): Git =>
  (judge, args) => {
    if (only(args, allowed)) return
    destroys(judge, `${effect}: ${shown(args)}`)
  }

const variables: Git = (judge, args) => {
  // The list holds the whole configuration.
  if (args.some(({ text }) => text === null || text === '-l')) judge.found('credential-access', CONFIGURATION)
  readsOnly(judge, 'var', args, null)
}

/** With two names the first one is moved. */
const symbolicRef: Git = (judge, args) => {
  const names = args.filter((argument) => !mayBeOption(argument))
  if (names.length <= 1 && only(args, /^(?:--short|-q|--quiet|HEAD|refs\/remotes\/\w+\/HEAD)$/u)) return
  destroys(judge, `changes a reference: ${shown(args)}`)
}

/** A repository elsewhere. An address like `ext::` names a program. */
function contacts(judge: Judge, addresses: Args, effect: string): void {
  // Where it goes in the end is not told by its words either: settings put other addresses in place of the one that is
  // given, and a redirect of the first request is followed.
  judge.found('read-only-network', effect)
  for (const address of addresses) {
    // What is put into an address when it runs is sent there.
    if (address.text === null) sends(judge, `sends data to ${address.shown}`)
    if (/^[\w-]+::/u.test(address.prefix)) destroys(judge, `runs git with ${address.shown}, which may start a program`)
    // Anything else is the name of a remote, whose address is in the configuration, or a directory.
    if (/^[^/]+:/u.test(address.prefix)) judge.reaches(address)
  }
}

const lsRemote: Git = (judge, args) => {
  const parsed = gitOptions(judge, 'ls-remote', args, CONTACTING['ls-remote'])
  if (parsed !== null) contacts(judge, parsed.operands.slice(0, 1), 'asks the remote repository')
}

const fetch: Git = (judge, args) => {
  const parsed = gitOptions(judge, 'fetch', args, CONTACTING.fetch)
  if (parsed === null) return
  const several = parsed.options.some(({ name }) => name === 'm' || name === 'multiple')
  contacts(judge, several ? parsed.operands : parsed.operands.slice(0, 1), 'fetches from the remote repository')
  changes(judge, 'fetches from the remote repository')
  reachesBundle(judge, parsed)
}

const pull: Git = (judge, args) => {
  contacts(judge, args.filter((argument) => !mayBeOption(argument)).slice(0, 1), 'pulls from the remote repository')
  destroys(judge, 'changes files by a pull')
}

const clone: Git = (judge, args) => {
  const parsed = gitOptions(judge, 'clone', args, CONTACTING.clone)
  if (parsed === null) return
  const [address, directory] = parsed.operands
  if (address === undefined) return
  contacts(judge, [address], 'clones a repository')
  changes(judge, 'clones a repository')
  reachesBundle(judge, parsed)
  judge.writes(directory ?? namedByAddress(address), 'clones to')
}

function reachesBundle(judge: Judge, { options }: Parsed): void {
  for (const { name, value } of options) if (name === 'bundle-uri' && value !== null) judge.reaches(value)
}

/** The directory that a clone makes where none is given. */
function namedByAddress(address: Argument): Argument {
  if (address.text === null) return exact('clone')
  const path = address.text.replace(/\/+$/u, '').replace(/\/?\.git$/u, '')
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1)
  return exact(/^\.*$/u.test(name) ? 'clone' : name)
}

const push: Git = (judge, args) => {
  const [remote] = args.filter((argument) => !mayBeOption(argument))
  sends(judge, `pushes to ${remote?.shown ?? 'the remote repository'}`)
  const parsed = gitOptions(judge, 'push', args, CONTACTING.push)
  const named = parsed?.options.flatMap(({ name, value }) => (name === 'repo' && value !== null ? [value] : [])) ?? []
  contacts(judge, [...(parsed?.operands.slice(0, 1) ?? []), ...named], 'asks the remote repository')
}

const archive: Git = (judge, args) => {
  const parsed = gitOptions(judge, 'archive', args, ARCHIVE)
  for (const { name, value } of parsed?.options ?? []) {
    if (name === 'remote' && value !== null) contacts(judge, [value], 'asks the remote repository')
    if (name === 'add-file' && value !== null) showsFile(judge, value)
  }
  for (const path of parsed?.operands.slice(1) ?? []) showsFile(judge, path)
}

const formatPatch: Git = (judge, args) => {
  const parsed = gitOptions(judge, 'format-patch', args, FORMAT_PATCH)
  if (parsed === null) return
  const has = (...names: readonly string[]): boolean => parsed.options.some(({ name }) => names.includes(name))
  const suffix = parsed.options.findLast(({ name }) => name === 'suffix')?.value
  for (const path of parsed.operands) showsFile(judge, path)
  if (suffix !== undefined && (suffix?.text ?? '/').includes('/')) destroys(judge, 'writes patch files elsewhere')
  if (!has('stdout', 'o', 'output-directory', 'output')) judge.writes(exact('.'), 'writes patch files to')
}

const init: Git = (judge, args) => {
  const table = CHANGING.get('init')
  const parsed = table === undefined ? null : gitOptions(judge, 'init', args, table)
  changes(judge, 'makes a repository')
  for (const directory of parsed?.operands ?? []) judge.writes(directory, 'makes a repository in')
}

const bundle: Git = (judge, args) => {
  if (only(args, /^(?:verify|list-heads|[\w./-]+\.bundle)$/u) && args[0]?.text !== 'create') return
  destroys(judge, `writes a bundle: ${shown(args)}`)
  if (args[0]?.text !== 'create') return
  const [file] = args.slice(1).filter((argument) => !mayBeOption(argument))
  if (file !== undefined) judge.writes(file)
}

/** Subcommands of which some forms read and some do not. */
export const SUBCOMMANDS: ReadonlyMap<string, Git> = new Map<string, Git>([
  ['branch', branch],
  ['tag', tag],
  ['remote', remote],
  ['config', gitConfig],
  ['var', variables],
  ['stash', stash],
  ['checkout', checkout],
  ['switch', checkout],
  ['reflog', reflog],
  ['worktree', worktree],
  ['submodule', lists(/^(?:status|summary|--cached|--recursive|--quiet)$/u, 'changes submodules')],
  ['bisect', lists(/^(?:log|terms)$/u, 'moves the working tree')],
  ['symbolic-ref', symbolicRef],
  ['bundle', bundle],
  ['lfs', lists(/^(?:ls-files|status|env|version|--version|-l|-n|-s)$/u, 'works with large files')],
  ['push', push],
  ['send-email', (judge) => sends(judge, 'sends mail')],
  [
    'request-pull',
    (judge, args) => {
      const parsed = gitOptions(judge, 'request-pull', args, { flags: 'p' })
      if (parsed !== null) contacts(judge, parsed.operands.slice(1, 2), 'asks the remote repository')
    },
  ],
  ['ls-remote', lsRemote],
  ['fetch', fetch],
  ['clone', clone],
  ['pull', pull],
  ['archive', archive],
  ['format-patch', formatPatch],
  ['init', init],
  [
    'hash-object',
    (judge, args) => {
      if (!only(args, /^(?:--stdin|-t|blob|--no-filters|[^-].*)$/u)) destroys(judge, 'writes an object')
    },
  ],
  ['credential', (judge) => judge.found('credential-access', 'reads credentials of git')],
])
