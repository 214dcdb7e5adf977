import type { OptionTable } from './options.ts'

/** What of its options makes a subcommand do more than its name says. Every other one in the table is harmless. */
export interface GitTable extends OptionTable {
  /** Options whose value is a file or directory that is written. */
  readonly writes?: string
  /** Options by which it starts a program, or changes files. */
  readonly destroys?: string
  /** Options whose value names a file that is shown, whole or in an error message. */
  readonly reads?: string
}

const DIGITS = '0123456789'
const DIFF_LONG =
  'patch unified? raw patch-with-raw patch-with-stat indent-heuristic minimal patience histogram anchored= diff-algorithm= stat? stat-width= stat-name-width= stat-graph-width= stat-count= compact-summary numstat shortstat dirstat? cumulative dirstat-by-file? summary name-only name-status submodule? color? color-moved? color-moved-ws= word-diff? word-diff-regex= color-words? renames rename-empty check ws-error-highlight= full-index binary abbrev? break-rewrites? find-renames? find-copies? find-copies-harder irreversible-delete diff-filter= pickaxe-all pickaxe-regex find-object= rotate-to= skip-to= relative? text ignore-cr-at-eol ignore-space-at-eol ignore-space-change ignore-all-space ignore-blank-lines ignore-matching-lines= inter-hunk-context= function-context exit-code quiet ignore-submodules? src-prefix= dst-prefix= line-prefix= ita-invisible-in-index ita-visible-in-index output-indicator-new= output-indicator-old= output-indicator-context= cached staged merge-base base ours theirs no-index output= ext-diff textconv'
const DIFF_FLAGS = `${DIGITS}pusztWRabwDcmr`
const REVISION_LONG =
  'max-count= skip= since= after= until= before= since-as-filter= max-age= min-age= author= committer= grep-reflog= grep= all-match invert-grep regexp-ignore-case basic-regexp extended-regexp fixed-strings perl-regexp remove-empty merges min-parents= max-parents= first-parent exclude-first-parent-only all branches? tags? remotes? glob= exclude= exclude-hidden= reflog alternate-refs single-worktree ignore-missing bisect stdin disk-usage? cherry-mark cherry-pick left-only right-only cherry walk-reflogs merge boundary use-bitmap-index progress= simplify-by-decoration simplify-merges show-pulls full-history dense sparse ancestry-path? date-order author-date-order topo-order reverse objects in-commit-order objects-edge objects-edge-aggressive unpacked filter= filter-print-omitted missing= object-names no-walk? do-walk pretty? format? abbrev-commit oneline encoding= expand-tabs? notes? show-notes? standard-notes show-signature relative-date date= header parents children left-right graph show-linear-break? count timestamp bisect-vars bisect-all decorate? decorate-refs= decorate-refs-exclude= clear-decorations source mailmap use-mailmap log-size follow full-diff diff-merges= remerge-diff dd combined-all-paths cc root always commit-id quiet'

const DIFF: GitTable = {
  flags: DIFF_FLAGS,
  values: 'SGOIl',
  attached: 'UBMCX',
  long: DIFF_LONG,
  negates: true,
  writes: 'output',
  destroys: 'output ext-diff textconv',
}
const LOG: GitTable = {
  ...DIFF,
  flags: `${DIFF_FLAGS}iEFPgqvh`,
  values: 'SGOIlnL',
  reads: 'L',
  long: [...new Set(`${DIFF_LONG} ${REVISION_LONG}`.split(' '))].join(' '),
  destroys: 'output ext-diff textconv show-signature',
}

/** Subcommands that only read, and what their options are; null where no option does more than that. */
export const READING: ReadonlyMap<string, GitTable | null> = new Map<string, GitTable | null>([
  [
    'status',
    {
      flags: 'svbz',
      attached: 'uM',
      long: 'short verbose branch show-stash ahead-behind porcelain? long null untracked-files? ignored? ignore-submodules? column? renames find-renames?',
      negates: true,
    },
  ],
  ['diff', DIFF],
  ['log', LOG],
  ['show', LOG],
  ['whatchanged', LOG],
  ['reflog', LOG],
  ['stash', { ...LOG, long: `${LOG.long} include-untracked only-untracked` }],
  ['rev-list', LOG],
  ['diff-tree', LOG],
  ['diff-index', LOG],
  ['diff-files', LOG],
  ['range-diff', { ...LOG, long: `${LOG.long} creation-factor= dual-color` }],
  [
    'shortlog',
    {
      ...LOG,
      flags: 'nsecEFPi',
      values: '',
      attached: 'w',
      long: `${LOG.long} numbered summary email group= committer`,
    },
  ],
  [
    'blame',
    {
      ...LOG,
      flags: 'blstfnewpck',
      values: 'LS',
      attached: 'CM',
      reads: 'S contents ignore-revs-file',
      long: `${LOG.long} incremental show-stats score-debug show-name show-number porcelain line-porcelain show-email ignore-rev= ignore-revs-file= color-lines color-by-age contents= progress`,
    },
  ],
  ['cherry', { flags: 'v', long: 'verbose abbrev?', negates: true }],
  [
    'describe',
    {
      long: 'contains debug all tags long first-parent abbrev? exact-match candidates= match= exclude= always dirty? broken?',
      negates: true,
    },
  ],
  [
    'grep',
    {
      flags: `${DIGITS}viwaIrhHEGFPnlLzocpWq`,
      values: 'efABCm',
      attached: 'O',
      reads: 'f',
      long: 'cached no-index untracked exclude-standard recurse-submodules invert-match ignore-case word-regexp text textconv recursive max-depth= extended-regexp basic-regexp fixed-strings perl-regexp line-number column full-name files-with-matches name-only files-without-match null only-matching count color? break heading context= before-context= after-context= threads= show-function function-context and or not quiet all-match open-files-in-pager? ext-grep max-count= index',
      negates: true,
      destroys: 'O open-files-in-pager textconv',
    },
  ],
  [
    'cat-file',
    {
      flags: 'etsp',
      long: 'allow-unknown-type batch? batch-check? batch-command? batch-all-objects follow-symlinks buffer unordered textconv filters path= mailmap use-mailmap',
      negates: true,
      destroys: 'textconv filters',
    },
  ],
  [
    'fsck',
    {
      flags: 'v',
      long: 'verbose unreachable dangling tags root cache reflogs full connectivity-only strict lost-found progress name-objects',
      negates: true,
      destroys: 'lost-found',
    },
  ],
  [
    'interpret-trailers',
    {
      long: 'in-place trim-empty where= if-exists= if-missing= only-trailers only-input unfold parse divider trailer=',
      negates: true,
      destroys: 'in-place trailer',
    },
  ],
  // Its options choose a program that shows the page.
  ['help', {}],
  ...(
    'rev-parse ls-files ls-tree name-rev merge-base count-objects for-each-ref show-ref show-branch check-ignore check-attr ' +
    'check-mailmap check-ref-format var version get-tar-commit-id patch-id column stripspace'
  )
    .split(' ')
    .map((name) => [name, null] as const),
])

/** Subcommands that change the repository in a way that can be taken back. */
export const CHANGING: ReadonlyMap<string, GitTable & { readonly effect: string }> = new Map([
  [
    'add',
    {
      effect: 'stages files',
      flags: 'nvipefuAN',
      long: 'dry-run verbose interactive patch edit force update all ignore-removal intent-to-add refresh ignore-errors ignore-missing sparse renormalize chmod= pathspec-from-file= pathspec-file-nul',
      negates: true,
      destroys: 'e edit',
    },
  ],
  [
    'commit',
    {
      effect: 'commits',
      flags: 'qvesaiponz',
      values: 'FmcCt',
      attached: 'Su',
      long: 'quiet verbose file= author= date= message= reedit-message= reuse-message= fixup= squash= reset-author trailer= signoff template= edit cleanup= status gpg-sign? all include interactive patch only verify dry-run short branch ahead-behind porcelain long null amend post-rewrite untracked-files? pathspec-from-file= pathspec-file-nul allow-empty allow-empty-message',
      negates: true,
      destroys: 'e edit c reedit-message t template S gpg-sign',
    },
  ],
  [
    'init',
    {
      effect: 'makes a repository',
      flags: 'q',
      values: 'b',
      long: 'template= bare shared? quiet separate-git-dir= initial-branch= object-format= ref-format=',
      negates: true,
      writes: 'separate-git-dir',
      destroys: 'template bare',
    },
  ],
  [
    'mv',
    {
      effect: 'moves files in git',
      flags: 'vnfk',
      long: 'verbose dry-run force sparse',
      negates: true,
      destroys: 'f force',
    },
  ],
  [
    'merge',
    {
      effect: 'merges',
      flags: 'nqve',
      values: 'sXmF',
      attached: 'S',
      long: 'stat summary log? squash commit edit cleanup= ff ff-only rerere-autoupdate verify-signatures strategy= strategy-option= message= file= into-name= verbose quiet abort quit continue allow-unrelated-histories progress gpg-sign? autostash overwrite-ignore signoff verify',
      negates: true,
      destroys: 'e edit S gpg-sign s strategy verify-signatures abort',
    },
  ],
  [
    'notes',
    {
      effect: 'changes notes',
      flags: 'fnvqe',
      values: 'mFCcs',
      long: 'ref= message= file= reuse-message= reedit-message= force allow-empty separator? stripspace ignore-missing stdin verbose quiet dry-run commit abort strategy= for-rewrite= edit',
      negates: true,
      destroys: 'c reedit-message e edit',
    },
  ],
  ...(['cherry-pick', 'revert'] as const).map(
    (name) =>
      [
        name,
        {
          effect: name === 'revert' ? 'reverts commits' : 'applies commits',
          flags: 'exnsr',
          values: 'mX',
          attached: 'S',
          long: 'edit signoff commit strategy= strategy-option= mainline= gpg-sign? ff allow-empty allow-empty-message keep-redundant-commits empty= rerere-autoupdate quit continue abort skip cleanup= reference',
          negates: true,
          destroys: 'e edit S gpg-sign strategy abort skip',
        },
      ] as const,
  ),
])

/** Subcommands that contact a repository elsewhere. */
export const CONTACTING = {
  clone: {
    flags: 'vqnls46',
    values: 'obucj',
    long: 'verbose quiet progress reject-shallow checkout bare mirror local hardlinks shared recurse-submodules? recursive? jobs= template= reference= reference-if-able= dissociate origin= branch= revision= upload-pack= depth= shallow-since= shallow-exclude= single-branch tags sparse also-filter-submodules remote-submodules shallow-submodules separate-git-dir= server-option= ipv4 ipv6 filter= bundle-uri= config= ref-format=',
    negates: true,
    writes: 'separate-git-dir',
    // A repository without a working tree is not hidden in `.git`: any file of it can be written like others.
    destroys: 'u upload-pack c config template bare mirror',
  },
  fetch: {
    flags: 'vqafmtnpPku46',
    values: 'jo',
    long: 'verbose quiet all set-upstream append atomic upload-pack= force multiple tags jobs= prefetch prune prune-tags recurse-submodules? dry-run porcelain write-fetch-head keep update-head-ok progress depth= shallow-since= shallow-exclude= deepen= unshallow refetch update-shallow refmap= server-option= ipv4 ipv6 negotiation-tip= negotiate-only filter= auto-maintenance auto-gc show-forced-updates write-commit-graph stdin submodule-prefix= recurse-submodules-default= bundle-uri=',
    negates: true,
    destroys: 'upload-pack',
  },
  'ls-remote': {
    flags: 'qhtb',
    values: 'o',
    long: 'quiet upload-pack= exec= tags heads branches refs get-url sort= exit-code symref server-option=',
    negates: true,
    destroys: 'upload-pack exec',
  },
  push: {
    flags: 'vqndfu46',
    values: 'o',
    long: 'verbose quiet repo= all branches mirror delete tags dry-run porcelain force force-with-lease? force-if-includes recurse-submodules= thin receive-pack= exec= set-upstream progress prune verify follow-tags signed? atomic push-option= ipv4 ipv6',
    negates: true,
    destroys: 'receive-pack exec',
  },
} as const satisfies Readonly<Record<string, GitTable>>

export const BRANCH: GitTable = {
  flags: 'vqralDdmMcCfi',
  values: 'u',
  attached: 't',
  long: 'verbose quiet track? set-upstream-to= unset-upstream color? remotes all abbrev? contains= no-contains= with= without= merged= no-merged= delete move copy list show-current create-reflog edit-description force column? sort= points-at= ignore-case recurse-submodules format= omit-empty',
  negates: true,
  destroys: 'd D m M c C f delete move copy force edit-description',
}

export const TAG: GitTable = {
  flags: 'ldvfasie',
  values: 'Fmu',
  attached: 'n',
  long: 'list delete verify annotate message= file= trailer= edit sign cleanup= local-user= force create-reflog column? contains= no-contains= with= without= merged= no-merged= omit-empty sort= points-at= format= color? ignore-case',
  negates: true,
  destroys: 'd delete v verify f force s sign u local-user e edit',
}

export const ARCHIVE: GitTable = {
  flags: `${DIGITS}lv`,
  values: 'o',
  long: 'format= prefix= add-file= add-virtual-file= output= remote= exec= worktree-attributes list verbose mtime=',
  negates: true,
  writes: 'o output',
  destroys: 'remote exec',
}

export const FORMAT_PATCH: GitTable = {
  ...LOG,
  flags: `${LOG.flags}Nkn`,
  values: 'SGOIlLov',
  long: `${LOG.long} numbered signoff stdout cover-letter numbered-files suffix= start-number= reroll-count= rfc? cover-from-description= description-file= subject-prefix= output-directory= keep-subject zero-commit ignore-if-in-upstream attach? inline? thread? in-reply-to= to= add-header= from? signature= base= signature-file= interdiff= range-diff= creation-factor= force-in-body-from progress cc=`,
  writes: 'o output-directory output',
  reads: 'signature-file description-file',
}
